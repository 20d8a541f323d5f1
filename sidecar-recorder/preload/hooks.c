// The functions that are put in front of libc's: each calls the next one, whoever has it, and logs.
// Fails open: what cannot be found or logged is just called.
#define _GNU_SOURCE
#include "log.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

/* Where the program runs may be older than where this was built, and may be no glibc at all. Before
 * 2.34 these are in libdl, which must not be asked for: a newer system may not have that file, and
 * the loader would then refuse the program. */
__asm__(".symver dlsym,dlsym@GLIBC_2.2.5");
__asm__(".symver dlvsym,dlvsym@GLIBC_2.2.5");
#pragma weak dlsym
#pragma weak dlvsym
extern void *__libc_dlopen_mode(const char *, int) __attribute__((weak));
extern void *__libc_dlsym(void *, const char *) __attribute__((weak));
enum { LIBC_MAY = (int)0x80000000 }; /* what libc itself says when it loads a library */

static void *old_libdl(const char *name) {
  void *library = __libc_dlopen_mode ? __libc_dlopen_mode("libdl.so.2", RTLD_LAZY | LIBC_MAY) : NULL;
  return library ? __libc_dlsym(library, name) : NULL;
}

/* What would be called if this library were not here. */
static void *next_of(const char *name) {
  static __typeof__(&dlsym) get;
  if (!get) get = dlsym ? dlsym : (__typeof__(&dlsym))old_libdl("dlsym");
  return get ? get(RTLD_NEXT, name) : NULL;
}

static void *next_version(const char *name, const char *version) {
  static __typeof__(&dlvsym) get;
  if (!get) get = dlvsym ? dlvsym : (__typeof__(&dlvsym))old_libdl("dlvsym");
  return get ? get(RTLD_NEXT, name, version) : NULL;
}

#define NEXT(name) \
  static __typeof__(&name) next; \
  if (__builtin_expect(!next, 0)) next = (__typeof__(&name))find(#name, NULL)
#define NEXT_VERSION(name, version) \
  static __typeof__(&name) next; \
  if (__builtin_expect(!next, 0)) next = (__typeof__(&name))find(#name, version)

static void *find(const char *name, const char *version) {
  /* Without its version dlsym may give the condition variables of 1999. */
  void *f = version ? next_version(name, version) : NULL;
  return f ? f : next_of(name);
}

int pthread_mutex_lock(pthread_mutex_t *m) {
  NEXT(pthread_mutex_lock);
  int r = next(m);
  if (r == 0) hb_acquired(HB_LOCK, m);
  return r;
}

int pthread_mutex_trylock(pthread_mutex_t *m) {
  NEXT(pthread_mutex_trylock);
  int r = next(m);
  hb_log(HB_TRYLOCK, m, r == 0 ? hb_next_version(m) : 0, r);
  return r;
}

int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *t) {
  NEXT(pthread_mutex_timedlock);
  int r = next(m, t);
  hb_log(HB_TRYLOCK, m, r == 0 ? hb_next_version(m) : 0, r);
  return r;
}

/* The record is written after the lock is free: nobody waits for it. */
int pthread_mutex_unlock(pthread_mutex_t *m) {
  NEXT(pthread_mutex_unlock);
  int r = next(m);
  if (r == 0) hb_released(HB_UNLOCK, m);
  return r;
}

int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
  NEXT_VERSION(pthread_cond_wait, "GLIBC_2.3.2");
  hb_log(HB_WAIT, c, (uint64_t)m, 0);
  int r = next(c, m);
  hb_log(HB_LOCK, m, hb_next_version(m), r);
  return r;
}

int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *t) {
  NEXT_VERSION(pthread_cond_timedwait, "GLIBC_2.3.2");
  hb_log(HB_WAIT, c, (uint64_t)m, 0);
  int r = next(c, m, t);
  hb_log(HB_LOCK, m, hb_next_version(m), r);
  return r;
}

int pthread_cond_signal(pthread_cond_t *c) {
  NEXT_VERSION(pthread_cond_signal, "GLIBC_2.3.2");
  hb_log(HB_SIGNAL, c, 0, 0);
  return next(c);
}

int pthread_cond_broadcast(pthread_cond_t *c) {
  NEXT_VERSION(pthread_cond_broadcast, "GLIBC_2.3.2");
  hb_log(HB_BROADCAST, c, 0, 0);
  return next(c);
}

int pthread_rwlock_rdlock(pthread_rwlock_t *l) {
  NEXT(pthread_rwlock_rdlock);
  int r = next(l);
  /* Readers do not exclude each other, so there is no version that costs nothing. */
  if (r == 0) hb_log(HB_RDLOCK, l, 0, r);
  return r;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *l) {
  NEXT(pthread_rwlock_wrlock);
  int r = next(l);
  if (r == 0) hb_acquired(HB_WRLOCK, l);
  return r;
}

int pthread_rwlock_unlock(pthread_rwlock_t *l) {
  NEXT(pthread_rwlock_unlock);
  int r = next(l);
  if (r == 0) hb_released(HB_RWUNLOCK, l);
  return r;
}

int pthread_barrier_wait(pthread_barrier_t *b) {
  NEXT(pthread_barrier_wait);
  hb_log(HB_BARRIER_ENTER, b, 0, 0);
  int r = next(b);
  hb_log(HB_BARRIER_EXIT, b, 0, r);
  return r;
}

int sem_wait(sem_t *s) {
  NEXT(sem_wait);
  int r = next(s);
  hb_log(HB_SEM_WAIT, s, 0, r);
  return r;
}

int sem_post(sem_t *s) {
  NEXT(sem_post);
  hb_log(HB_SEM_POST, s, 0, 0);
  return next(s);
}

int pthread_spin_lock(pthread_spinlock_t *l) {
  NEXT(pthread_spin_lock);
  int r = next(l);
  if (r == 0) hb_acquired(HB_SPIN_LOCK, l);
  return r;
}

int pthread_spin_unlock(pthread_spinlock_t *l) {
  NEXT(pthread_spin_unlock);
  int r = next(l);
  if (r == 0) hb_released(HB_SPIN_UNLOCK, l);
  return r;
}

struct start {
  void *(*routine)(void *);
  void *argument;
  char tree[HB_TREE_SIZE];
};

static void *started(void *given) {
  struct start s = *(struct start *)given;
  hb_thread_begin(s.tree); /* before free, which logs and would take it for a stray */
  free(given);
  return s.routine(s.argument);
}

int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*routine)(void *), void *argument) {
  NEXT(pthread_create);
  hb_second_thread();
  struct start *s = malloc(sizeof *s);
  if (s == NULL) return next(t, a, routine, argument);
  s->routine = routine;
  s->argument = argument;
  memset(s->tree, 0, sizeof s->tree);
  hb_log(HB_CREATE, t, hb_next_child(s->tree), 0);
  int r = next(t, a, started, s);
  if (r != 0) free(s);
  return r;
}

int pthread_join(pthread_t t, void **result) {
  NEXT(pthread_join);
  int r = next(t, result);
  hb_log(HB_JOIN, (void *)t, 0, r);
  return r;
}

void *dlopen(const char *file, int flags) {
  NEXT(dlopen);
  void *handle = next(file, flags);
  hb_log(HB_DLOPEN, handle, 0, 0);
  return handle;
}

/* dlsym itself may call calloc before the real one is known. */
static char early[1 << 18];
static size_t early_used;

static int is_early(const void *p) { return (char *)p >= early && (char *)p < early + sizeof early; }

static void *early_alloc(size_t size) {
  size_t at = (early_used + 15) & ~(size_t)15;
  if (size > sizeof early - at) return NULL;
  early_used = at + size;
  return early + at;
}

static __thread int finding __attribute__((tls_model("initial-exec")));

#define NEXT_ALLOC(name, otherwise) \
  static __typeof__(&name) next; \
  if (__builtin_expect(!next, 0)) { \
    if (finding) return otherwise; \
    finding = 1; \
    next = (__typeof__(&name))next_of(#name); \
    finding = 0; \
  }

void *malloc(size_t size) {
  NEXT_ALLOC(malloc, early_alloc(size));
  void *p = next(size);
  hb_log(HB_ALLOC, p, size, 0);
  return p;
}

void *calloc(size_t count, size_t size) {
  NEXT_ALLOC(calloc, early_alloc(count * size));
  void *p = next(count, size);
  hb_log(HB_ALLOC, p, count * size, 0);
  return p;
}

void *realloc(void *old, size_t size) {
  NEXT_ALLOC(realloc, early_alloc(size));
  if (is_early(old)) {
    void *p = malloc(size);
    size_t known = (size_t)(early + early_used - (char *)old);
    if (p) memcpy(p, old, known < size ? known : size);
    return p;
  }
  if (old) hb_log(HB_FREE, old, 0, 0);
  void *p = next(old, size);
  hb_log(HB_ALLOC, p, size, 0);
  return p;
}

void free(void *p) {
  static void (*next)(void *);
  if (p == NULL || is_early(p)) return;
  if (!next) {
    if (finding) return;
    finding = 1;
    next = (void (*)(void *))next_of("free");
    finding = 0;
  }
  hb_log(HB_FREE, p, 0, 0);
  next(p);
}
