/* Errors of the system, in the form in which Node throws them. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "host.h"

static const struct {
  int number;
  const char *code;
} CODES[] = {
#define CODE(name) { name, #name }
  CODE(EPERM), CODE(ENOENT), CODE(ESRCH), CODE(EINTR), CODE(EIO), CODE(ENXIO), CODE(E2BIG), CODE(ENOEXEC), CODE(EBADF), CODE(ECHILD),
  CODE(EAGAIN), CODE(ENOMEM), CODE(EACCES), CODE(EFAULT), CODE(EBUSY), CODE(EEXIST), CODE(EXDEV), CODE(ENODEV), CODE(ENOTDIR),
  CODE(EISDIR), CODE(EINVAL), CODE(ENFILE), CODE(EMFILE), CODE(ENOTTY), CODE(ETXTBSY), CODE(EFBIG), CODE(ENOSPC), CODE(ESPIPE),
  CODE(EROFS), CODE(EMLINK), CODE(EPIPE), CODE(ELOOP), CODE(ENAMETOOLONG), CODE(ENOTEMPTY), CODE(EOVERFLOW), CODE(ENOSYS),
  CODE(ENOTSUP), CODE(ENOTCONN), CODE(ECONNRESET), CODE(EDQUOT), CODE(ESTALE),
#undef CODE
};

static const char *code_of(int number) {
  for (size_t at = 0; at < sizeof CODES / sizeof *CODES; at++)
    if (CODES[at].number == number) return CODES[at].code;
  return "UNKNOWN";
}

/* Without memory, an error of the system that says less is still that error. */
static void describe(JSContext *ctx, JSValueConst error, const char *name, JSValue value, int flags) {
  if (!JS_IsException(value)) JS_DefinePropertyValueStr(ctx, error, name, value, flags | JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
}

JSValue throw_errno(JSContext *ctx, const char *call, const char *path) {
  int number = errno;
  const char *code = code_of(number);
  char reason[128], message[PATH_MAX + 256];
  snprintf(reason, sizeof reason, "%s", strerror(number));
  if (reason[0] >= 'A' && reason[0] <= 'Z') reason[0] = (char)(reason[0] + 'a' - 'A');
  if (path) snprintf(message, sizeof message, "%s: %s, %s '%s'", code, reason, call, path);
  else snprintf(message, sizeof message, "%s: %s, %s", code, reason, call);
  JSValue error = JS_NewError(ctx);
  if (JS_IsException(error)) return error;
  describe(ctx, error, "message", text_of(ctx, message, strlen(message)), 0);
  describe(ctx, error, "code", JS_NewString(ctx, code), JS_PROP_ENUMERABLE);
  describe(ctx, error, "errno", JS_NewInt32(ctx, -number), JS_PROP_ENUMERABLE);
  describe(ctx, error, "syscall", JS_NewString(ctx, call), JS_PROP_ENUMERABLE);
  if (path) describe(ctx, error, "path", text_of(ctx, path, strlen(path)), JS_PROP_ENUMERABLE);
  return JS_Throw(ctx, error);
}

bool put_at(JSContext *ctx, JSValueConst list, uint32_t at, JSValue value) {
  if (JS_IsException(list) || JS_IsException(value)) {
    JS_FreeValue(ctx, value);
    return false;
  }
  return JS_SetPropertyUint32(ctx, list, at, value) >= 0;
}
