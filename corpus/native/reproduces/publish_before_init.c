// A pointer is published before what it points to is filled in.
// expect: signal SIGSEGV
#include <pthread.h>
#include <stddef.h>

struct node {
  int *value;
};
static struct node node;
static struct node *volatile shared;
static int number = 7;

static void *reader(void *unused) {
  while (shared == NULL) {
  }
  return (void *)((long)*shared->value + (long)unused);
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, reader, NULL);
  shared = &node;
  ((volatile struct node *)&node)->value = &number;
  void *result;
  pthread_join(t, &result);
  return (long)result != 7;
}
