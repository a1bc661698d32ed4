/* This process: its arguments, environment, folder and clock, and its end. */
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <sys/random.h>
#endif

#include "image.h"

extern char **environ;

static int argument_count;
static char **argument_values;
static double started;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

void remember_arguments(int count, char **values) {
  started = now();
  argument_count = count;
  argument_values = values;
}

void end_process(int code) {
#ifdef LEARNS
  note_end();
#endif
  _exit(code);
}

SCRIPT_FUNCTION(arguments) {
  UNUSED_ARGUMENTS;
  NOT_IN_IMAGE;
  JSValue list = JS_NewArray(ctx);
  for (int at = 0; at < argument_count; at++) {
    if (put_at(ctx, list, (uint32_t)at, text_of(ctx, argument_values[at], strlen(argument_values[at])))) continue;
    JS_FreeValue(ctx, list);
    return JS_EXCEPTION;
  }
  return list;
}

/* Of two variables of one name the first counts, as for `getenv`. */
SCRIPT_FUNCTION(environment) {
  UNUSED_ARGUMENTS;
  NOT_IN_IMAGE;
  JSValue variables = JS_NewObjectProto(ctx, JS_NULL);
  for (char **line = environ; *line; line++) {
    const char *equals = strchr(*line, '=');
    if (!equals || equals == *line) continue;
    JSValue name = text_of(ctx, *line, (size_t)(equals - *line));
    JSAtom atom = JS_IsException(name) ? JS_ATOM_NULL : JS_ValueToAtom(ctx, name);
    JS_FreeValue(ctx, name);
    bool is_put = atom != JS_ATOM_NULL;
    if (is_put && JS_HasProperty(ctx, variables, atom) == 0) {
      JSValue value = text_of(ctx, equals + 1, strlen(equals + 1));
      is_put = !JS_IsException(value) && JS_DefinePropertyValue(ctx, variables, atom, value, JS_PROP_C_W_E) >= 0;
    }
    JS_FreeAtom(ctx, atom);
    if (is_put) continue;
    JS_FreeValue(ctx, variables);
    return JS_EXCEPTION;
  }
  return variables;
}

SCRIPT_FUNCTION(working_folder) {
  UNUSED_ARGUMENTS;
  NOT_IN_IMAGE;
  char path[PATH_MAX];
  return getcwd(path, sizeof path) ? text_of(ctx, path, strlen(path)) : throw_errno(ctx, "getcwd", NULL);
}

/* Where the system cannot say it, such as without `/proc`, as this program was called. */
SCRIPT_FUNCTION(executable) {
  UNUSED_ARGUMENTS;
  NOT_IN_IMAGE;
  char path[PATH_MAX];
#ifdef __APPLE__
  uint32_t size = sizeof path;
  if (_NSGetExecutablePath(path, &size) == 0) return text_of(ctx, path, strlen(path));
#else
  ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length >= 0) return text_of(ctx, path, (size_t)length);
#endif
  const char *called = argument_count > 0 ? argument_values[0] : "symposium-hook";
  return text_of(ctx, called, strlen(called));
}

SCRIPT_FUNCTION(process_id) {
  UNUSED_ARGUMENTS;
  NOT_IN_IMAGE;
  return JS_NewInt32(ctx, getpid());
}

SCRIPT_FUNCTION(user_id) {
  UNUSED_ARGUMENTS;
  NOT_IN_IMAGE;
  return JS_NewInt64(ctx, getuid());
}

SCRIPT_FUNCTION(effective_user_id) {
  UNUSED_ARGUMENTS;
  NOT_IN_IMAGE;
  return JS_NewInt64(ctx, geteuid());
}

SCRIPT_FUNCTION(is_terminal) {
  UNUSED_ARGUMENTS;
  NOT_IN_IMAGE;
  INTEGER(fd, 0);
  return JS_NewBool(ctx, isatty(fd));
}

SCRIPT_FUNCTION(uptime) {
  UNUSED_ARGUMENTS;
  NOT_IN_IMAGE;
  return JS_NewFloat64(ctx, now() - started);
}

/* From 0 to 1, without 1. The engine's own numbers are the same in each process that starts with the same image. */
SCRIPT_FUNCTION(random_number) {
  UNUSED_ARGUMENTS;
  NOT_IN_IMAGE;
  uint64_t bits;
  if (getentropy(&bits, sizeof bits)) return throw_errno(ctx, "getentropy", NULL);
  return JS_NewFloat64(ctx, (double)(bits >> 11) * 0x1p-53);
}

SCRIPT_FUNCTION(sleep_for) {
  UNUSED_ARGUMENTS;
  NUMBER(milliseconds, 0);
  time_t seconds = (time_t)(milliseconds / 1e3);
  struct timespec left = { seconds, (long)((milliseconds - (double)seconds * 1e3) * 1e6) };
  while (nanosleep(&left, &left) && errno == EINTR) {
  }
  return JS_UNDEFINED;
}

SCRIPT_FUNCTION(send_signal) {
  UNUSED_ARGUMENTS;
  INTEGER(pid, 0);
  INTEGER(number, 1);
  return kill(pid, number) ? throw_errno(ctx, "kill", NULL) : JS_TRUE;
}

SCRIPT_FUNCTION(exit_now) {
  UNUSED_ARGUMENTS;
  INTEGER(code, 0);
  end_process(code);
}

static const JSCFunctionListEntry ENTRIES[] = {
  JS_CFUNC_DEF("args", 0, arguments),
  JS_CFUNC_DEF("env", 0, environment),
  JS_CFUNC_DEF("cwd", 0, working_folder),
  JS_CFUNC_DEF("execPath", 0, executable),
  JS_CFUNC_DEF("pid", 0, process_id),
  JS_CFUNC_DEF("uid", 0, user_id),
  JS_CFUNC_DEF("euid", 0, effective_user_id),
  JS_CFUNC_DEF("isTerminal", 1, is_terminal),
  JS_CFUNC_DEF("uptime", 0, uptime),
  JS_CFUNC_DEF("random", 0, random_number),
  JS_CFUNC_DEF("sleep", 1, sleep_for),
  JS_CFUNC_DEF("kill", 2, send_signal),
  JS_CFUNC_DEF("exit", 1, exit_now),
#ifdef __APPLE__
  JS_PROP_STRING_DEF("platform", "darwin", 0),
#else
  JS_PROP_STRING_DEF("platform", "linux", 0),
#endif
#if defined __aarch64__
  JS_PROP_STRING_DEF("arch", "arm64", 0),
#else
  JS_PROP_STRING_DEF("arch", "x64", 0),
#endif
};
FUNCTIONS(PROCESS_FUNCTIONS, ENTRIES);
