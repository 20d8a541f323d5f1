// Two threads add to a counter without a lock; an update is lost.
// expect: signal SIGABRT
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 400 };
static volatile int counter;

static void *add(void *unused) {
  for (int i = 0; i < ROUNDS; i++) {
    counter = counter + 1;
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2 * ROUNDS);
  return 0;
}
