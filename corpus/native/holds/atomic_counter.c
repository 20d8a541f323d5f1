// Three threads add to an atomic counter and meet at a barrier.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;
static pthread_barrier_t barrier;

static void *add(void *unused) {
  for (int i = 0; i < 30; i++) {
    atomic_fetch_add(&counter, 1);
  }
  pthread_barrier_wait(&barrier);
  assert(counter == 90);
  return unused;
}

int main(void) {
  pthread_t t[3];
  pthread_barrier_init(&barrier, NULL, 3);
  for (int i = 0; i < 3; i++) {
    pthread_create(&t[i], NULL, add, NULL);
  }
  for (int i = 0; i < 3; i++) {
    pthread_join(t[i], NULL);
  }
  return 0;
}
