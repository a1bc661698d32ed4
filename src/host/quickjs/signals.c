/* Signals that scripts hear: each writes its number into a pipe, which the event loop reads. */
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "host.h"

static int ends[2] = { -1, -1 };

static void on_signal(int number) {
  int error = errno;
  uint8_t byte = (uint8_t)number;
  ssize_t written = write(ends[1], &byte, 1);
  (void)written;
  errno = error;
}

static int open_ends(void) {
  if (ends[0] >= 0) return 0;
  if (pipe(ends)) return -1;
  for (int at = 0; at < 2; at++) {
    fcntl(ends[at], F_SETFD, FD_CLOEXEC);
    fcntl(ends[at], F_SETFL, fcntl(ends[at], F_GETFL) | O_NONBLOCK);
  }
  return 0;
}

static JSValue set_handler(JSContext *ctx, int number, void (*handler)(int)) {
  struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };
  return sigaction(number, &action, NULL) ? throw_errno(ctx, "sigaction", NULL) : JS_UNDEFINED;
}

/* Gives the descriptor on which the signals' numbers arrive. */
SCRIPT_FUNCTION(hear) {
  UNUSED_ARGUMENTS;
  INTEGER(number, 0);
  if (open_ends()) return throw_errno(ctx, "pipe", NULL);
  JSValue set = set_handler(ctx, number, on_signal);
  return JS_IsException(set) ? set : JS_NewInt32(ctx, ends[0]);
}

SCRIPT_FUNCTION(unhear) {
  UNUSED_ARGUMENTS;
  INTEGER(number, 0);
  return set_handler(ctx, number, SIG_DFL);
}

/* In a child: what this program hears or ignores is not the handler's affair. */
void restore_signals(void) {
  for (int number = 1; number < 32; number++) {
    struct sigaction present;
    if (sigaction(number, NULL, &present)) continue;
    if (present.sa_handler == on_signal || number == SIGPIPE) signal(number, SIG_DFL);
  }
}

#define NUMBER_DEF(name) JS_PROP_INT32_DEF(#name, name, JS_PROP_ENUMERABLE)

static const JSCFunctionListEntry NUMBERS[] = {
  NUMBER_DEF(SIGHUP),  NUMBER_DEF(SIGINT),  NUMBER_DEF(SIGQUIT), NUMBER_DEF(SIGILL),  NUMBER_DEF(SIGTRAP), NUMBER_DEF(SIGABRT),
  NUMBER_DEF(SIGBUS),  NUMBER_DEF(SIGFPE),  NUMBER_DEF(SIGKILL), NUMBER_DEF(SIGUSR1), NUMBER_DEF(SIGSEGV), NUMBER_DEF(SIGUSR2),
  NUMBER_DEF(SIGPIPE), NUMBER_DEF(SIGALRM), NUMBER_DEF(SIGTERM), NUMBER_DEF(SIGCHLD), NUMBER_DEF(SIGCONT), NUMBER_DEF(SIGSTOP),
  NUMBER_DEF(SIGTSTP), NUMBER_DEF(SIGTTIN), NUMBER_DEF(SIGTTOU), NUMBER_DEF(SIGXCPU), NUMBER_DEF(SIGXFSZ), NUMBER_DEF(SIGSYS),
  NUMBER_DEF(SIGVTALRM), NUMBER_DEF(SIGPROF), NUMBER_DEF(SIGIO),
};

static const JSCFunctionListEntry ENTRIES[] = {
  JS_OBJECT_DEF("signals", NUMBERS, sizeof NUMBERS / sizeof *NUMBERS, JS_PROP_ENUMERABLE),
  JS_CFUNC_DEF("hear", 1, hear),
  JS_CFUNC_DEF("unhear", 1, unhear),
};
FUNCTIONS(SIGNAL_FUNCTIONS, ENTRIES);
