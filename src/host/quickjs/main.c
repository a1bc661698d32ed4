/* Starts the engine, and runs our scripts until they have nothing to wait for. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "image.h"

/* A payload of many small values needs a hundred times its size; more than this is refused like one that cannot be read. */
static const size_t MOST_MEMORY = (size_t)2 << 30;
/* Most calls end before the first collection. */
static const size_t GARBAGE_BEFORE_COLLECTION = 8 << 20;

/* Promises that were rejected and that nothing has handled yet. */
struct rejection {
  JSValue promise, reason;
  struct rejection *next;
};

static void on_rejection(JSContext *ctx, JSValueConst promise, JSValueConst reason, bool is_handled, void *list) {
  struct rejection **at = list;
  if (!is_handled) {
    struct rejection *added = malloc(sizeof *added);
    if (!added) abort();
    *added = (struct rejection){ JS_DupValue(ctx, promise), JS_DupValue(ctx, reason), *at };
    *at = added;
    return;
  }
  for (; *at; at = &(*at)->next) {
    struct rejection *found = *at;
    if (JS_VALUE_GET_PTR(found->promise) != JS_VALUE_GET_PTR(promise)) continue;
    *at = found->next;
    JS_FreeValue(ctx, found->promise);
    JS_FreeValue(ctx, found->reason);
    free(found);
    return;
  }
}

static void end_with(JSContext *ctx, JSValueConst error) {
  const char *text = JS_ToCString(ctx, error);
  fprintf(stderr, "symposium-hook: %s\n", text ? text : "an error without a text");
  _exit(1);
}

/* Asks the scripts whether they deal with an error that nothing caught. */
static void report(JSContext *ctx, JSValueConst on_error, JSValue error) {
  JSValue is_handled = JS_Call(ctx, on_error, JS_UNDEFINED, 1, (JSValueConst *)&error);
  if (JS_IsException(is_handled) || !JS_ToBool(ctx, is_handled)) end_with(ctx, error);
  JS_FreeValue(ctx, error);
}

static void run_jobs(JSContext *ctx, JSValueConst on_error, struct rejection **rejections) {
  JSContext *other;
  for (;;) {
    int result = JS_ExecutePendingJob(JS_GetRuntime(ctx), &other);
    if (result < 0) report(ctx, on_error, JS_GetException(other));
    if (result != 0) continue;
    struct rejection *left = *rejections;
    if (!left) return;
    *rejections = left->next;
    report(ctx, on_error, left->reason);
    JS_FreeValue(ctx, left->promise);
    free(left);
  }
}

static const struct functions *const FUNCTION_LISTS[] = {
  &TEXT_FUNCTIONS, &FILE_FUNCTIONS, &PROCESS_FUNCTIONS, &SIGNAL_FUNCTIONS, &SPAWN_FUNCTIONS, &DIGEST_FUNCTIONS, &JSON_FUNCTIONS, &CHUNK_FUNCTIONS,
};

static JSContext *new_context(JSRuntime *runtime) {
  JSContext *ctx = JS_NewContextRaw(runtime);
  if (!ctx) return NULL;
  /* All but `eval`: no text becomes code here. */
  if (JS_AddIntrinsicBaseObjects(ctx) || JS_AddIntrinsicDate(ctx) || JS_AddIntrinsicRegExp(ctx) || JS_AddIntrinsicJSON(ctx) ||
      JS_AddIntrinsicMapSet(ctx) || JS_AddIntrinsicTypedArrays(ctx) || JS_AddIntrinsicPromise(ctx) ||
      JS_AddIntrinsicBigInt(ctx) || JS_AddIntrinsicAToB(ctx))
    return NULL;
  JS_AddIntrinsicRegExpCompiler(ctx);
  return ctx;
}

void start_engine(void) {
  JSRuntime *runtime = JS_NewRuntime2(&MEMORY, NULL);
  if (!runtime) abort();
  JS_SetMaxStackSize(runtime, 0);
  JSContext *ctx = new_context(runtime);
  if (!ctx) abort();
  JSValue system = JS_NewObject(ctx);
  for (size_t at = 0; at < sizeof FUNCTION_LISTS / sizeof *FUNCTION_LISTS; at++)
    JS_SetPropertyFunctionList(ctx, system, FUNCTION_LISTS[at]->entries, FUNCTION_LISTS[at]->count);
  JSValue start = load_chunk(ctx, "start");
  if (JS_IsException(start)) end_with(ctx, JS_GetException(ctx));
  JSValue scripts = JS_Call(ctx, start, JS_UNDEFINED, 1, (JSValueConst *)&system);
  if (JS_IsException(scripts)) end_with(ctx, JS_GetException(ctx));
  JS_FreeValue(ctx, start);
  JS_FreeValue(ctx, system);
  IMAGE.runtime = runtime;
  IMAGE.ctx = ctx;
  IMAGE.scripts = scripts;
}

JSValue call_script(const char *name, const char *argument) {
  JSContext *ctx = IMAGE.ctx;
  JSValue function = JS_GetPropertyStr(ctx, IMAGE.scripts, name), given = argument ? JS_NewString(ctx, argument) : JS_UNDEFINED;
  JSValue result = JS_Call(ctx, function, JS_UNDEFINED, 1, (JSValueConst *)&given);
  if (JS_IsException(result)) end_with(ctx, JS_GetException(ctx));
  JS_FreeValue(ctx, given);
  JS_FreeValue(ctx, function);
  return result;
}

static void run_scripts(size_t stack) {
  if (!IMAGE.ctx) start_engine();
  JSRuntime *runtime = IMAGE.runtime;
  JSContext *ctx = IMAGE.ctx;
  struct rejection *rejections = NULL;
  JS_UpdateStackTop(runtime);
  JS_SetMaxStackSize(runtime, stack - stack / 8);
  JS_SetMemoryLimit(runtime, MOST_MEMORY);
  JS_SetGCThreshold(runtime, GARBAGE_BEFORE_COLLECTION);
  JS_SetHostPromiseRejectionTracker(runtime, on_rejection, &rejections);
  call_script("run", NULL);
  JSValue turn = JS_GetPropertyStr(ctx, IMAGE.scripts, "turn"), on_error = JS_GetPropertyStr(ctx, IMAGE.scripts, "onError");
  for (bool has_ended = false;;) {
    run_jobs(ctx, on_error, &rejections);
    JSValue goes_on = JS_Call(ctx, turn, JS_UNDEFINED, 0, NULL);
    if (JS_IsException(goes_on)) {
      report(ctx, on_error, JS_GetException(ctx));
    } else if (!JS_ToBool(ctx, goes_on)) {
      /* The scripts end the process themselves, with an answer; something that failed keeps them from it. */
      if (has_ended) end_process(1);
      has_ended = true;
      JS_ThrowInternalError(ctx, "there is nothing left to wait for");
      report(ctx, on_error, JS_GetException(ctx));
    }
  }
}

/* A file that is opened later must not become stdin, stdout or stderr. */
static void open_standard_files(void) {
  for (int fd = 0; fd < 3; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0) _exit(1);
}

void run_program(int count, char **values) {
  remember_arguments(count, values);
  open_standard_files();
  signal(SIGPIPE, SIG_IGN);
  prepare_memory();
  run_on_deep_stack(run_scripts);
  _exit(1);
}

#ifndef LEARNS
int main(int count, char **values) {
  if (!IMAGE.is_made) {
#ifdef EACH_CALL_MAKES_IMAGE
    finish_image();
#else
    make_image(count, values);
    return fwrite(&IMAGE, sizeof IMAGE, 1, stdout) == 1 ? 0 : 1;
#endif
  }
  run_program(count, values);
}
#endif
