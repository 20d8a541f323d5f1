// A folder of its own for each process, where many write to one volume: the name in the variable may
// hold %t (milliseconds) and %p (process). Somebody of another user watches such a folder, so it is
// open to all, says what runs, and is locked as long as the process lives.
#define _GNU_SOURCE
#include "log.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { FAR_FROM_THE_PROGRAM = 500 };

mode_t hb_file_mode = 0600;

static int open_in(const char *folder, const char *name, int flags) {
  char path[512];
  strcpy(path, folder);
  strcat(path, "/");
  strcat(path, name);
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, hb_file_mode);
}

void hb_copy_proc(const char *folder, const char *from, const char *name) {
  int in = (int)syscall(SYS_openat, AT_FDCWD, from, O_RDONLY | O_CLOEXEC, 0);
  int out = open_in(folder, name, O_WRONLY | O_CREAT | O_EXCL);
  char buffer[4096];
  ssize_t n;
  while (in >= 0 && out >= 0 && (n = read(in, buffer, sizeof buffer)) > 0) {
    if (write(out, buffer, (size_t)n) != n) {
      break;
    }
  }
  if (in >= 0) {
    close(in);
  }
  if (out >= 0) {
    close(out);
  }
}

/* Closing any descriptor of the file would give the lock up, so there is only this one. */
static void hold_lock(const char *folder) {
  int fd = open_in(folder, "alive.lock", O_RDWR | O_CREAT);
  int kept = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, FAR_FROM_THE_PROGRAM);
  if (kept >= 0) {
    close(fd);
  } else {
    kept = fd;
  }
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (kept >= 0) {
    fcntl(kept, F_SETLK, &whole);
  }
}

int hb_process_folder(char *to, size_t size, const char *pattern) {
  if (strlen(pattern) + 40 >= size) {
    return 0;
  }
  if (strchr(pattern, '%') == NULL) {
    strcpy(to, pattern);
    return 1;
  }
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  char *p = to;
  for (const char *c = pattern; *c; c++) {
    if (c[0] == '%' && (c[1] == 't' || c[1] == 'p')) {
      p = hb_put_number(p, c[1] == 'p' ? (uint64_t)getpid()
                                    : (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000);
      c++;
    } else {
      *p++ = *c;
    }
  }
  *p = 0;
  if (mkdir(to, 0777) != 0) {
    return 0;
  }
  chmod(to, 0777);
  hb_file_mode = 0644;
  hold_lock(to);
  hb_copy_proc(to, "/proc/self/cmdline", "cmdline");
  return 1;
}
