// Two fields are written apart and read apart; a reader sees half of an update.
// expect: signal SIGABRT
#include <pthread.h>
#include <stdlib.h>

static volatile int low, high;
static volatile int done;

static void *writer(void *unused) {
  for (int i = 1; i <= 200; i++) {
    low = i;
    high = -i;
  }
  done = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  while (!done) {
    int a = low;
    int b = high;
    if (a + b != 0) {
      abort();
    }
  }
  pthread_join(t, NULL);
  return 0;
}
