// A process forks, the child runs another program, a signal handler counts; no race.
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t seen;

static void count(int signal) { seen += signal == SIGUSR1; }

int main(void) {
  struct sigaction action = {.sa_handler = count};
  sigaction(SIGUSR1, &action, NULL);
  pid_t child = fork();
  if (child == 0) {
    execl("/bin/true", "true", (char *)NULL);
    _exit(1);
  }
  raise(SIGUSR1);
  int status;
  waitpid(child, &status, 0);
  assert(status == 0 && seen == 1);
  return 0;
}
