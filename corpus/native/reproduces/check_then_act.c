// Withdrawals check the balance and take the money in two steps.
// expect: exit 3
#include <pthread.h>

static volatile long balance = 100;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static long read_balance(void) {
  pthread_mutex_lock(&lock);
  long b = balance;
  pthread_mutex_unlock(&lock);
  return b;
}

static void *withdraw(void *amount) {
  if (read_balance() >= (long)amount) {
    pthread_mutex_lock(&lock);
    balance -= (long)amount;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) {
    pthread_create(&t[i], NULL, withdraw, (void *)60L);
  }
  for (int i = 0; i < 3; i++) {
    pthread_join(t[i], NULL);
  }
  return balance < 0 ? 3 : 0;
}
