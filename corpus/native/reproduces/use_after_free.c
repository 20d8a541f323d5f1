// A reader uses a buffer that the writer replaces and unmaps.
// expect: signal SIGSEGV
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

enum { SIZE = 4096, ROUNDS = 40 };
static _Atomic(int *) shared;
static atomic_int done;

static int *fresh(void) {
  return mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void *read_all(void *unused) {
  long sum = 0;
  while (!done) {
    int *p = shared;
    for (int i = 0; i < 8; i++) {
      sum += p[i * 16];
    }
  }
  return (void *)(sum + (long)unused);
}

int main(void) {
  pthread_t reader;
  shared = fresh();
  pthread_create(&reader, NULL, read_all, NULL);
  for (int i = 0; i < ROUNDS; i++) {
    int *old = shared;
    shared = fresh();
    munmap(old, SIZE);
  }
  done = 1;
  void *sum;
  pthread_join(reader, &sum);
  return sum != NULL;
}
