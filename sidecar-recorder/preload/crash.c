// Notes a fatal signal with its registers, then lets it do what it would have done.
#define _GNU_SOURCE
#include "log.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGSYS, SIGTRAP};
static char crash_file[480];
static char stack[32768];

static void crashed(int signal, siginfo_t *info, void *context) {
  ucontext_t *c = context;
  greg_t *regs = c->uc_mcontext.gregs;
  hb_log(HB_CRASH, (void *)regs[REG_RIP], (uint64_t)info->si_addr, signal);
  hb_copy_proc(hb_folder(), "/proc/self/maps", "maps");
  int fd = (int)syscall(SYS_openat, AT_FDCWD, crash_file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, hb_file_mode);
  if (fd >= 0) {
    int64_t head[4] = {signal, info->si_code, (int64_t)info->si_addr, syscall(SYS_gettid)};
    if (write(fd, head, sizeof head) == sizeof head) {
      ssize_t ignored = write(fd, regs, sizeof c->uc_mcontext.gregs);
      (void)ignored;
    }
    close(fd);
  }
  /* SA_RESETHAND has put the default back: the same fault or raise ends the program now. */
  if (info->si_code <= 0) {
    syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), signal);
  }
}

__attribute__((constructor(102))) void hb_watch_crashes(void) {
  const char *out = hb_folder();
  if (out == NULL) {
    return;
  }
  strcpy(crash_file, out);
  strcat(crash_file, "/preload-crash.bin");
  stack_t old, own = {.ss_sp = stack, .ss_size = sizeof stack};
  if (sigaltstack(NULL, &old) == 0 && (old.ss_flags & SS_DISABLE)) {
    sigaltstack(&own, NULL);
  }
  for (unsigned i = 0; i < sizeof fatal / sizeof *fatal; i++) {
    struct sigaction was, ours = {.sa_sigaction = crashed};
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK | (int)SA_RESETHAND;
    if (sigaction(fatal[i], NULL, &was) == 0 && was.sa_handler == SIG_DFL) {
      sigaction(fatal[i], &ours, NULL);
    }
  }
}
