/* Prints what a script comes to, in the engine of the native program: `evaluate <script>`. */
#include <stdio.h>
#include <string.h>

#include "image.h"

bool is_hot(uint32_t number) {
  (void)number;
  return false;
}

int main(int count, char **values) {
  finish_image();
  JSContext *ctx = JS_NewContext(JS_NewRuntime());
  if (!ctx || count != 2) return 2;
  JSValue value = JS_Eval(ctx, values[1], strlen(values[1]), "script", JS_EVAL_TYPE_GLOBAL);
  int failed = JS_IsException(value);
  const char *text = JS_ToCString(ctx, failed ? JS_GetException(ctx) : value);
  printf("%s", text ? text : "no text");
  return failed;
}
