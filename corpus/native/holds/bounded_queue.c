// A producer and two consumers over a bounded queue with condition variables.
#include <assert.h>
#include <pthread.h>

enum { SIZE = 4, ITEMS = 60 };
static int queue[SIZE], head, tail, taken, sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;

static void *produce(void *unused) {
  for (int i = 1; i <= ITEMS; i++) {
    pthread_mutex_lock(&lock);
    while (tail - head == SIZE) {
      pthread_cond_wait(&not_full, &lock);
    }
    queue[tail++ % SIZE] = i;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void *consume(void *unused) {
  pthread_mutex_lock(&lock);
  while (taken < ITEMS) {
    if (tail == head) {
      pthread_cond_wait(&not_empty, &lock);
      continue;
    }
    sum += queue[head++ % SIZE];
    if (++taken == ITEMS) {
      pthread_cond_broadcast(&not_empty);
    }
    pthread_cond_signal(&not_full);
  }
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, produce, NULL);
  pthread_create(&t[1], NULL, consume, NULL);
  pthread_create(&t[2], NULL, consume, NULL);
  for (int i = 0; i < 3; i++) {
    pthread_join(t[i], NULL);
  }
  assert(sum == ITEMS * (ITEMS + 1) / 2);
  return 0;
}
