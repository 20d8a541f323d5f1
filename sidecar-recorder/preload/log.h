// The log of the preload agent, one file per thread: a page with the header, a window with the
// newest slots, and behind it all slots that were in the window before. The window stays mapped, so
// that a thread which is killed loses nothing, and fresh pages of a mapped file, which cost more
// than all else here, are never touched.
// Read by dev.heisenbug.formats.preload.PreloadLog; change both together.
#ifndef HEISENBUG_LOG_H
#define HEISENBUG_LOG_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define HB_MAGIC 0x334c5048u /* "HPL3" */
#define HB_TREE_SIZE 96
#define HB_PAGE 4096
#define HB_WINDOW (1 << 16)

#pragma GCC visibility push(hidden)

enum hb_op {
  HB_START = 1, /* value: 0 */
  HB_EXIT,
  HB_CREATE, /* value: number of the child among its parent's children */
  HB_JOIN,   /* object: pthread_t */
  HB_LOCK,   /* object: lock, value: version of the acquisition */
  HB_TRYLOCK,
  HB_UNLOCK, /* releases have the clock of the thread's operation before: not earlier than that */
  HB_WAIT, /* object: condition, value: its mutex; an HB_LOCK of the mutex follows */
  HB_SIGNAL,
  HB_BROADCAST,
  HB_RDLOCK,
  HB_WRLOCK,
  HB_RWUNLOCK,
  HB_BARRIER_ENTER,
  HB_BARRIER_EXIT,
  HB_SEM_WAIT,
  HB_SEM_POST,
  HB_SPIN_LOCK,
  HB_SPIN_UNLOCK,
  HB_ALLOC, /* object: address, value: size */
  HB_FREE,
  HB_FORK,
  HB_CRASH, /* object: ip, value: faulting address, result: signal */
  HB_DLOPEN, /* object: handle */
  HB_RELEASED = 32, /* added to an acquisition: its release is the thread's next operation */
  HB_TIME = 62, /* a slot of its own: value has the upper half of the clock from here on */
  HB_MORE = 63  /* after a record: clock has the result, value and object their upper parts */
};

struct hb_header {
  uint32_t magic;
  uint32_t window; /* size of the window */
  uint32_t pid;
  uint32_t tid;
  uint64_t used;      /* bytes of complete slots since the beginning, in the window and behind it */
  uint64_t truncated; /* records that did not fit under the cap */
  char tree[HB_TREE_SIZE];
};

struct hb_slot {
  uint32_t clock; /* lower half of the TSC */
  uint32_t value;
  uint64_t object : 48;
  uint64_t op : 6;
  uint64_t cpu : 10;
};

// Writes a record of the calling thread; does nothing when recording is off.
void hb_log(enum hb_op op, const volatile void *object, uint64_t value, int result);
// The same for a lock that the caller has just got, with its next version.
void hb_acquired(enum hb_op op, const volatile void *lock);
// Of a lock that was released. The clock is not read, as that would be half of what a short
// critical section costs: who had the lock when is in the versions.
void hb_released(enum hb_op op, const volatile void *lock);
// The id of the next child of the calling thread.
uint32_t hb_next_child(char tree[HB_TREE_SIZE]);
// Makes the calling thread's log; tree may be NULL for threads of unknown descent.
void hb_thread_begin(const char *tree);
void hb_thread_end(void);
// The version of a lock: next when the caller holds it, so that it needs no atomics.
uint64_t hb_next_version(const volatile void *lock);

// Expands the pattern of the folder and makes it where it is one of its own; 0 if that fails.
int hb_process_folder(char *to, size_t size, const char *pattern);
// Copies a file of /proc into the folder, with system calls alone.
void hb_copy_proc(const char *folder, const char *from, const char *name);
// To be called before a thread is made: where it was left open whether to record, this decides.
void hb_second_thread(void);
// Notes fatal signals from now on, if there is a folder.
void hb_watch_crashes(void);
// Where this process writes; NULL when recording is off.
const char *hb_folder(void);
// Writes decimal digits without an end mark; the place after them.
char *hb_put_number(char *to, uint64_t n);
// The mode of new files.
extern mode_t hb_file_mode;

#pragma GCC visibility pop

#endif
