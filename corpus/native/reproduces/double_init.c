// Lazy initialisation without a lock makes the object twice.
// expect: signal SIGABRT
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *volatile instance;
static volatile int made;

static void *get(void *unused) {
  if (instance == NULL) {
    void *p = malloc(16);
    __atomic_add_fetch(&made, 1, __ATOMIC_SEQ_CST);
    instance = p;
  }
  (void)unused;
  return instance;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, get, NULL);
  pthread_create(&b, NULL, get, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(made == 1);
  free(instance);
  return 0;
}
