// Per-thread log files, mapped and shared: a kill -9 loses nothing that was written. Only system
// calls are used here, because this runs inside malloc and before main.
#define _GNU_SOURCE
#include "log.h"

#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <x86intrin.h>

/* Programs run on older systems too; one without these has no threads there. */
#pragma weak pthread_key_create
#pragma weak pthread_setspecific
__asm__(".symver pthread_key_create,pthread_key_create@GLIBC_2.2.5");
__asm__(".symver pthread_setspecific,pthread_setspecific@GLIBC_2.2.5");

enum { LOCKS = 1 << 16, PROBES = 16, SLOTS = HB_WINDOW / sizeof(struct hb_slot) };

struct stamp {
  uint64_t tsc;
  unsigned cpu;
};

struct thread_log {
  struct hb_header *header; /* with the window behind it */
  struct hb_slot *window;
  uint32_t next;       /* next slot of the window */
  struct stamp stamp;  /* of the last record */
  uint32_t clock_high; /* what the last HB_TIME said */
  uint64_t moved;      /* bytes that have left the window */
  int fd;
  int state; /* 0 not begun, 1 open, 2 off */
  uint32_t children;
  char tree[HB_TREE_SIZE];
};

static __thread struct thread_log self __attribute__((tls_model("initial-exec")));
static __thread int inside __attribute__((tls_model("initial-exec")));

static char folder[400];
static char pattern[400]; /* of the folder, while it is not known yet whether to record */
static uint64_t cap = 256u << 20;
static _Atomic uint32_t files;
static _Atomic uint32_t strays;
static pthread_key_t at_exit;
static int ready;

struct lock_entry {
  _Atomic(const volatile void *) lock;
  uint64_t version;
};
static struct lock_entry locks[LOCKS];

char *hb_put_number(char *to, uint64_t n) {
  char digits[20];
  int count = 0;
  do {
    digits[count++] = '0' + n % 10;
    n /= 10;
  } while (n);
  while (count) {
    *to++ = digits[--count];
  }
  return to;
}

static char *put_text(char *to, const char *text) {
  while (*text) {
    *to++ = *text++;
  }
  return to;
}

static int open_log(void) {
  char path[512];
  char *p = put_text(path, folder);
  p = put_text(p, "/preload-");
  p = hb_put_number(p, (uint64_t)getpid());
  *p++ = '-';
  p = hb_put_number(p, ++files);
  p = put_text(p, ".hpl");
  *p = 0;
  return (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, hb_file_mode);
}

/* Puts the full window behind all others. */
static int move_window(struct thread_log *t) {
  if (t->moved + HB_WINDOW > cap) {
    return 0;
  }
  off_t to = (off_t)(HB_PAGE + HB_WINDOW + t->moved);
  if (syscall(SYS_pwrite64, t->fd, t->window, HB_WINDOW, to) != HB_WINDOW) {
    return 0;
  }
  t->moved += HB_WINDOW;
  t->next = 0;
  return 1;
}

void hb_thread_begin(const char *tree) {
  struct thread_log *t = &self;
  if (t->state != 0 || !ready) {
    return;
  }
  t->state = 2;
  inside++;
  t->fd = open_log();
  if (t->fd >= 0 && ftruncate(t->fd, HB_PAGE + HB_WINDOW) == 0) {
    void *m = mmap(NULL, HB_PAGE + HB_WINDOW, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
                   t->fd, 0);
    if (m != MAP_FAILED) {
      t->header = m;
      t->window = (struct hb_slot *)((char *)m + HB_PAGE);
      t->header->magic = HB_MAGIC;
      t->header->window = HB_WINDOW;
      t->header->pid = (uint32_t)getpid();
      t->header->tid = (uint32_t)syscall(SYS_gettid);
      if (tree == NULL) {
        /* Not made by pthread_create under our eyes: a number of its own. */
        char *p = put_text(t->tree, "?");
        *hb_put_number(p, ++strays) = 0;
      } else {
        strncpy(t->tree, tree, HB_TREE_SIZE - 1);
      }
      memcpy(t->header->tree, t->tree, HB_TREE_SIZE);
      t->state = 1;
      pthread_setspecific(at_exit, t);
    }
  }
  inside--;
  hb_log(HB_START, NULL, 0, 0);
}

void hb_thread_end(void) {
  struct thread_log *t = &self;
  if (t->state != 1) {
    return;
  }
  hb_log(HB_EXIT, NULL, 0, 0);
  t->state = 2;
  munmap(t->header, HB_PAGE + HB_WINDOW);
  close(t->fd);
}

static void end_of_thread(void *unused) {
  (void)unused;
  hb_thread_end();
}

/* glibc keeps the cpu where the kernel updates it; reading it there costs one load, and the clock
 * can then be read by RDTSC, which waits for less than RDTSCP. */
extern const ptrdiff_t __rseq_offset __attribute__((weak));
extern const unsigned int __rseq_size __attribute__((weak));

static inline unsigned current_cpu(void) {
  unsigned cpu;
  if (__builtin_expect(&__rseq_size != NULL && __rseq_size != 0, 1)) {
    const char *area = (const char *)__builtin_thread_pointer() + __rseq_offset;
    return *(const volatile uint32_t *)(area + 4);
  }
  __rdtscp(&cpu);
  return cpu;
}

/* Whether the calling thread has a log, which is made if it can be. */
static int begun(struct thread_log *t) {
  if (__builtin_expect(t->state == 1, 1)) {
    return 1;
  }
  if (t->state != 0 || !ready || inside) {
    return 0;
  }
  hb_thread_begin(NULL);
  return t->state == 1;
}

static inline int put(struct thread_log *t, struct hb_slot slot) {
  if (__builtin_expect(t->next == SLOTS, 0) && !move_window(t)) {
    return 0;
  }
  t->window[t->next++] = slot;
  return 1;
}

/* The rare records that need more than one slot. */
static __attribute__((noinline)) int put_all(struct thread_log *t, uint64_t tsc,
                                             struct hb_slot slot, uint64_t object, uint64_t value,
                                             int result) {
  uint32_t high = (uint32_t)(tsc >> 32);
  if (high != t->clock_high) {
    if (!put(t, (struct hb_slot){.value = high, .op = HB_TIME})) {
      return 0;
    }
    t->clock_high = high;
  }
  struct hb_slot more = {.clock = (uint32_t)result,
                         .value = (uint32_t)(value >> 32),
                         .object = object >> 48,
                         .op = HB_MORE};
  int long_one = result != 0 || more.value != 0 || more.object != 0;
  return put(t, slot) && (!long_one || put(t, more));
}

static inline struct stamp now(void) { return (struct stamp){.cpu = current_cpu(), .tsc = __rdtsc()}; }

static inline void put_record(struct thread_log *t, struct stamp at, enum hb_op op,
                              uint64_t object, uint64_t value, int result) {
  struct hb_slot slot = {.clock = (uint32_t)at.tsc,
                         .value = (uint32_t)value,
                         .object = object,
                         .op = op,
                         .cpu = at.cpu};
  uint64_t rare = (at.tsc >> 32 ^ t->clock_high) | value >> 32 | object >> 48 | (unsigned)result;
  int done = __builtin_expect(rare == 0, 1) ? put(t, slot)
                                            : put_all(t, at.tsc, slot, object, value, result);
  t->stamp = at;
  if (__builtin_expect(!done, 0)) {
    t->header->truncated++;
    return;
  }
  /* A signal handler or a reader after a crash must not see a count ahead of the record. */
  atomic_signal_fence(memory_order_release);
  t->header->used = t->moved + t->next * sizeof slot;
}

/* Whether the record before is the acquisition that is undone now. */
static inline int releases(enum hb_op op, unsigned before) {
  switch (before) {
    case HB_LOCK:
      return op == HB_UNLOCK;
    case HB_WRLOCK:
    case HB_RDLOCK:
      return op == HB_RWUNLOCK;
    case HB_SPIN_LOCK:
      return op == HB_SPIN_UNLOCK;
    default:
      return 0;
  }
}

void hb_log(enum hb_op op, const volatile void *object, uint64_t value, int result) {
  struct thread_log *t = &self;
  if (begun(t)) {
    put_record(t, now(), op, (uint64_t)object, value, result);
  }
}

void hb_released(enum hb_op op, const volatile void *lock) {
  struct thread_log *t = &self;
  if (!begun(t)) {
    return;
  }
  struct hb_slot *last = &t->window[t->next - 1]; /* there is one: HB_START */
  if (last->object == (uint64_t)lock && releases(op, last->op)) {
    last->op |= HB_RELEASED;
  } else {
    put_record(t, t->stamp, op, (uint64_t)lock, 0, 0);
  }
}

uint32_t hb_next_child(char tree[HB_TREE_SIZE]) {
  struct thread_log *t = &self;
  uint32_t number = ++t->children;
  size_t length = strnlen(t->tree, HB_TREE_SIZE);
  if (length + 12 < HB_TREE_SIZE) {
    memcpy(tree, t->tree, length);
    tree[length] = '.';
    *hb_put_number(tree + length + 1, number) = 0;
  } else {
    tree[0] = '?';
    tree[1] = 0;
  }
  return number;
}

uint64_t hb_next_version(const volatile void *lock) {
  if (!ready) {
    return 0;
  }
  uint64_t h = (uint64_t)lock;
  h = (h ^ h >> 17) * 0x9e3779b97f4a7c15u >> 40;
  for (unsigned i = 0; i < PROBES; i++) {
    struct lock_entry *e = &locks[(h + i) % LOCKS];
    const volatile void *known = atomic_load_explicit(&e->lock, memory_order_relaxed);
    if (known == NULL && !atomic_compare_exchange_strong(&e->lock, &known, lock)) {
      /* somebody else's now: known tells whose */
    } else if (known == NULL) {
      known = lock;
    }
    if (known == lock) {
      return ++e->version;
    }
  }
  return 0; /* no room: the record has the clock alone */
}

void hb_acquired(enum hb_op op, const volatile void *lock) {
  struct thread_log *t = &self;
  uint64_t version = hb_next_version(lock);
  if (begun(t)) {
    put_record(t, now(), op, (uint64_t)lock, version, 0);
  }
}

static void child_of_fork(void) {
  /* The maps are shared with the parent, which goes on writing: leave them alone. */
  char tree[HB_TREE_SIZE];
  int known = self.state == 1;
  hb_next_child(tree);
  if (self.header) {
    munmap(self.header, HB_PAGE + HB_WINDOW);
    close(self.fd);
  }
  memset(&self, 0, sizeof self);
  files = 0;
  hb_thread_begin(known ? tree : NULL);
}

static void parent_of_fork(void) {
  char tree[HB_TREE_SIZE];
  hb_log(HB_FORK, NULL, hb_next_child(tree), 0);
}

const char *hb_folder(void) { return ready ? folder : NULL; }

/* musl has neither of them; pthread_atfork would be a reference to the first that must be met. */
extern int __register_atfork(void (*)(void), void (*)(void), void (*)(void), void *) __attribute__((weak));
extern const char *gnu_get_libc_version(void) __attribute__((weak));
extern void *__dso_handle __attribute__((visibility("hidden")));

static void begin_in(const char *out) {
  if (!hb_process_folder(folder, sizeof folder, out)) {
    return;
  }
  pthread_key_create(&at_exit, end_of_thread);
  __register_atfork(NULL, parent_of_fork, child_of_fork, __dso_handle);
  ready = 1;
  hb_thread_begin("0");
}

static int is_jvm(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size;
  (void)unused;
  const char *slash = strrchr(info->dlpi_name, '/');
  return slash != NULL && strcmp(slash, "/libjvm.so") == 0;
}

void hb_second_thread(void) {
  if (pattern[0] == 0) {
    return;
  }
  char out[sizeof pattern];
  strcpy(out, pattern);
  pattern[0] = 0;
  if (dl_iterate_phdr(is_jvm, NULL) == 0) {
    begin_in(out);
    hb_watch_crashes();
  }
}

/* Runs before the program's own constructors, as those of preloaded libraries do. */
__attribute__((constructor(101))) static void begin(void) {
  const char *out = secure_getenv("HEISENBUG_PRELOAD_OUT");
  const char *limit = secure_getenv("HEISENBUG_PRELOAD_CAP");
  const char *when = secure_getenv("HEISENBUG_PRELOAD_WHEN");
  if (out == NULL || gnu_get_libc_version == NULL || __register_atfork == NULL ||
      pthread_key_create == NULL || pthread_setspecific == NULL) {
    return;
  }
  if (limit != NULL && atoll(limit) > 0) {
    cap = (uint64_t)atoll(limit);
  }
  if (when != NULL && strcmp(when, "threads") == 0) {
    /* What runs here is not known: a process of one thread is of no interest, and a JVM has its
     * own agent and its library by the time of its second thread. */
    if (strlen(out) < sizeof pattern) {
      strcpy(pattern, out);
    }
    return;
  }
  begin_in(out);
}

__attribute__((destructor)) static void end(void) { hb_thread_end(); }
