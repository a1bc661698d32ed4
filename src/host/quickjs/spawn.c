/* Other processes: starting them, feeding and hearing them, and what became of them. */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include "host.h"

static int open_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC);
#else
  if (pipe(ends)) return -1;
  for (int at = 0; at < 2; at++) fcntl(ends[at], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

SCRIPT_FUNCTION(make_pipe) {
  UNUSED_ARGUMENTS;
  int ends[2];
  if (open_pipe(ends)) return throw_errno(ctx, "pipe", NULL);
  JSValue pair = JS_NewArray(ctx);
  if (put_at(ctx, pair, 0, JS_NewInt32(ctx, ends[0])) && put_at(ctx, pair, 1, JS_NewInt32(ctx, ends[1]))) return pair;
  close(ends[0]);
  close(ends[1]);
  JS_FreeValue(ctx, pair);
  return JS_EXCEPTION;
}

SCRIPT_FUNCTION(stop_blocking) {
  UNUSED_ARGUMENTS;
  INTEGER(fd, 0);
  int flags = fcntl(fd, F_GETFL);
  return flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0 ? throw_errno(ctx, "fcntl", NULL) : JS_UNDEFINED;
}

/* A file in memory that holds these bytes, to be read from its beginning; -1 where there is no such file. */
SCRIPT_FUNCTION(memory_file) {
  UNUSED_ARGUMENTS;
  size_t length;
  uint8_t *bytes = JS_GetUint8Array(ctx, &length, argv[0]);
  if (!bytes) return JS_EXCEPTION;
  int fd = -1;
#ifdef __linux__
  fd = memfd_create("stdin", MFD_CLOEXEC);
  for (size_t done = 0; fd >= 0 && done < length;) {
    ssize_t count = write(fd, bytes + done, length - done);
    if (count > 0) {
      done += (size_t)count;
    } else {
      close(fd);
      fd = -1;
    }
  }
  if (fd >= 0) lseek(fd, 0, SEEK_SET);
#endif
  return JS_NewInt32(ctx, fd);
}

static void free_strings(JSContext *ctx, char **strings) {
  for (char **each = strings; each && *each; each++) JS_FreeCString(ctx, *each);
  js_free(ctx, strings);
}

/* Ends with NULL, as `execve` wants it. */
static char **strings_of(JSContext *ctx, JSValueConst list) {
  int64_t length = 0;
  if (JS_GetLength(ctx, list, &length)) return NULL;
  char **strings = js_mallocz(ctx, ((size_t)length + 1) * sizeof *strings);
  for (int64_t at = 0; strings && at < length; at++) {
    JSValue text = JS_GetPropertyInt64(ctx, list, at);
    strings[at] = (char *)(uintptr_t)path_of(ctx, text);
    JS_FreeValue(ctx, text);
    if (strings[at]) continue;
    free_strings(ctx, strings);
    return NULL;
  }
  return strings;
}

struct start {
  const char *file, *folder;
  char **args, **env;
  /* What becomes stdin, stdout and stderr. */
  int fds[3];
  sigset_t mask;
};

/* In the child; comes back only where that failed, with the error's number. */
static int become(const struct start *start) {
  restore_signals();
  setsid();
  for (int fd = 0; fd < 3; fd++)
    if (dup2(start->fds[fd], fd) < 0) return errno;
  if (chdir(start->folder)) return errno;
  sigprocmask(SIG_SETMASK, &start->mask, NULL);
  execve(start->file, start->args, start->env);
  return errno;
}

/* Gives the child's number, or minus the number of the error. */
static pid_t start_child(struct start *start) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &start->mask);
  volatile int error = 0;
#ifdef __linux__
  /* The child has the memory of this process until it becomes the other program. */
  pid_t pid = vfork();
  if (pid == 0) {
    error = become(start);
    _exit(127);
  }
  if (pid < 0) error = errno;
#else
  int report[2];
  pid_t pid = open_pipe(report) ? -1 : fork();
  if (pid == 0) {
    error = become(start);
    ssize_t written = write(report[1], (const void *)&error, sizeof error);
    (void)written;
    _exit(127);
  }
  if (pid < 0) {
    error = errno;
  } else {
    close(report[1]);
    if (read(report[0], (void *)&error, sizeof error) <= 0) error = 0;
    close(report[0]);
  }
#endif
  sigprocmask(SIG_SETMASK, &start->mask, NULL);
  if (error == 0) return pid;
  if (pid > 0) waitpid(pid, NULL, 0);
  return -error;
}

/* `spawn(file, argv, environment as lines, folder, [stdin, stdout, stderr])`: in a session of its own; gives the process number. */
SCRIPT_FUNCTION(spawn) {
  UNUSED_ARGUMENTS;
  struct start start = { 0 };
  for (uint32_t at = 0; at < 3; at++) {
    JSValue fd = JS_GetPropertyUint32(ctx, argv[4], at);
    if (JS_ToInt32(ctx, &start.fds[at], fd)) return JS_EXCEPTION;
  }
  PATH(file, 0);
  start.file = file;
  start.args = strings_of(ctx, argv[1]);
  start.env = start.args ? strings_of(ctx, argv[2]) : NULL;
  start.folder = start.env ? path_of(ctx, argv[3]) : NULL;
  JSValue value = JS_EXCEPTION;
  if (start.folder) {
    pid_t pid = start_child(&start);
    errno = pid < 0 ? -pid : 0;
    value = pid < 0 ? throw_errno(ctx, "spawn", file) : JS_NewInt32(ctx, pid);
    JS_FreeCString(ctx, start.folder);
  }
  free_strings(ctx, start.args);
  free_strings(ctx, start.env);
  JS_FreeCString(ctx, file);
  return value;
}

/* `exec(file, argv, environment as lines)`: this process becomes another program. */
SCRIPT_FUNCTION(exec) {
  UNUSED_ARGUMENTS;
  PATH(file, 0);
  char **args = strings_of(ctx, argv[1]), **env = args ? strings_of(ctx, argv[2]) : NULL;
  if (env) {
    restore_signals();
    execve(file, args, env);
    throw_errno(ctx, "exec", file);
  }
  free_strings(ctx, args);
  free_strings(ctx, env);
  JS_FreeCString(ctx, file);
  return JS_EXCEPTION;
}

/* Undefined while it runs; then its exit code, or minus the signal that ended it. */
SCRIPT_FUNCTION(wait_for) {
  UNUSED_ARGUMENTS;
  INTEGER(pid, 0);
  int status;
  pid_t ended = waitpid(pid, &status, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return JS_UNDEFINED;
  /* How it ended is not known: it did not end well, so that no guard passes by it. */
  if (ended < 0) return JS_NewInt32(ctx, -SIGKILL);
  return JS_NewInt32(ctx, WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status));
}

/* `poll([descriptor, events, …], milliseconds)` puts what happened in the place of the events, and gives how many are ready. */
SCRIPT_FUNCTION(poll_all) {
  UNUSED_ARGUMENTS;
  INTEGER(milliseconds, 1);
  int64_t length = 0;
  if (JS_GetLength(ctx, argv[0], &length)) return JS_EXCEPTION;
  uint32_t count = (uint32_t)(length / 2);
  struct pollfd *fds = js_mallocz(ctx, (count + 1) * sizeof *fds);
  if (!fds) return JS_EXCEPTION;
  for (uint32_t at = 0; at < count; at++) {
    int events = 0;
    JSValue fd = JS_GetPropertyUint32(ctx, argv[0], 2 * at), wanted = JS_GetPropertyUint32(ctx, argv[0], 2 * at + 1);
    JS_ToInt32(ctx, &fds[at].fd, fd);
    JS_ToInt32(ctx, &events, wanted);
    fds[at].events = (short)events;
  }
  int ready = poll(fds, count, milliseconds);
  for (uint32_t at = 0; at < count; at++)
    JS_SetPropertyUint32(ctx, argv[0], 2 * at + 1, JS_NewInt32(ctx, ready > 0 ? fds[at].revents : 0));
  js_free(ctx, fds);
  return JS_NewInt32(ctx, ready);
}

static const JSCFunctionListEntry ENTRIES[] = {
  JS_PROP_INT32_DEF("POLLIN", POLLIN, 0),
  JS_PROP_INT32_DEF("POLLOUT", POLLOUT, 0),
  JS_CFUNC_DEF("pipe", 0, make_pipe),
  JS_CFUNC_DEF("stopBlocking", 1, stop_blocking),
  JS_CFUNC_DEF("memoryFile", 1, memory_file),
  JS_CFUNC_DEF("spawn", 5, spawn),
  JS_CFUNC_DEF("exec", 3, exec),
  JS_CFUNC_DEF("wait", 1, wait_for),
  JS_CFUNC_DEF("poll", 2, poll_all),
};
FUNCTIONS(SPAWN_FUNCTIONS, ENTRIES);
