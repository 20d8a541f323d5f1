// Pointers are published before what they point to is filled in.
// expect: signal SIGSEGV
#include <pthread.h>
#include <stddef.h>

enum { NODES = 64 };
struct node {
  int *volatile value;
};
static struct node nodes[NODES];
static struct node *volatile shared[NODES];
static int number = 7;

static void *reader(void *unused) {
  long sum = 0;
  for (int i = 0; i < NODES; i++) {
    while (shared[i] == NULL) {
    }
    sum += *shared[i]->value;
  }
  return (void *)(sum + (long)unused);
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, reader, NULL);
  for (int i = 0; i < NODES; i++) {
    shared[i] = &nodes[i];
    nodes[i].value = &number;
  }
  void *result;
  pthread_join(t, &result);
  return (long)result != 7 * NODES;
}
