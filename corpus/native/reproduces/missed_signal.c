// The waiter checks the flag before it takes the lock, so the signal can come too early.
// expect: deadlock
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static volatile int flag;

static void *waiter(void *unused) {
  if (!flag) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&ready, &lock);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  pthread_mutex_lock(&lock);
  flag = 1;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
