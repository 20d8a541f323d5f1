// The log of the preload agent: one file per thread, a header and records of 32 bytes.
// Read by dev.heisenbug.formats.preload.PreloadLog; change both together.
#ifndef HEISENBUG_LOG_H
#define HEISENBUG_LOG_H

#include <stdint.h>

#define HB_MAGIC 0x314c5048u /* "HPL1" */
#define HB_TREE_SIZE 96

enum hb_op {
  HB_START = 1, /* value: 0 */
  HB_EXIT,
  HB_CREATE, /* value: number of the child among its parent's children */
  HB_JOIN,   /* object: pthread_t */
  HB_LOCK,   /* object: lock, value: version of the acquisition */
  HB_TRYLOCK,
  HB_UNLOCK,
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
  HB_DLOPEN /* object: handle */
};

struct hb_header {
  uint32_t magic;
  uint32_t header_size;
  uint32_t pid;
  uint32_t tid;
  uint64_t used;      /* bytes of records that are complete */
  uint64_t truncated; /* records that did not fit under the cap */
  char tree[HB_TREE_SIZE];
};

struct hb_record {
  uint64_t tsc;
  uint64_t object;
  uint64_t value;
  uint16_t op;
  uint16_t cpu;
  int32_t result;
};

// Writes a record of the calling thread; does nothing when recording is off.
void hb_log(enum hb_op op, const volatile void *object, uint64_t value, int result);
// The id of the next child of the calling thread.
uint32_t hb_next_child(char tree[HB_TREE_SIZE]);
// Makes the calling thread's log; tree may be NULL for threads of unknown descent.
void hb_thread_begin(const char *tree);
void hb_thread_end(void);
// The version of a lock: next when the caller holds it, so that it needs no atomics.
uint64_t hb_next_version(const volatile void *lock);

#endif
