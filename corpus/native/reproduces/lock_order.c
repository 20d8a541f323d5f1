// Two threads take two locks in opposite order.
// expect: deadlock
#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
static int moved;

static void *there(void *unused) {
  for (int i = 0; i < 20; i++) {
    pthread_mutex_lock(&left);
    pthread_mutex_lock(&right);
    moved++;
    pthread_mutex_unlock(&right);
    pthread_mutex_unlock(&left);
  }
  return unused;
}

static void *back(void *unused) {
  for (int i = 0; i < 20; i++) {
    pthread_mutex_lock(&right);
    pthread_mutex_lock(&left);
    moved--;
    pthread_mutex_unlock(&left);
    pthread_mutex_unlock(&right);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, there, NULL);
  pthread_create(&b, NULL, back, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return moved;
}
