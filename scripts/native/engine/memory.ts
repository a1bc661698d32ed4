/** Memory that the host manages, and an image of it that is equal in each build. */

import type { Patch } from "./patch.ts";

/**
 * Each block is one of `src/host/quickjs/memory.c`, which knows what calls write to. The engine would keep small blocks in pages of its own. What is
 * left of its functions is never reached, and of its head before each block, the size is ours.
 */
export const OWN_MEMORY: readonly Patch[] = [
  {
    file: "quickjs.c",
    text: "static void *js_arena_malloc(JSRuntime *rt, size_t size)\n{\n",
    by: `void *allocate(size_t wanted);
void *allocate_zeroed(size_t wanted);
void release(void *memory);
size_t usable_size(const void *memory);
void *resize(void *memory, size_t wanted);

static void *js_arena_malloc(JSRuntime *rt, size_t size)
{
    return allocate(size);
`,
  },
  {
    file: "quickjs.c",
    text: "static void js_arena_free(JSRuntime *rt, void *ptr)\n{\n",
    by: "static void js_arena_free(JSRuntime *rt, void *ptr)\n{\n    release(ptr);\n    return;\n",
  },
  {
    file: "quickjs.c",
    text: "static size_t js_arena_usable_size(JSRuntime *rt, const void *ptr)\n{\n",
    by: "static size_t js_arena_usable_size(JSRuntime *rt, const void *ptr)\n{\n    return ptr ? usable_size(ptr) : 0;\n",
  },
  {
    file: "quickjs.c",
    text: "static void *js_arena_realloc(JSRuntime *rt, void *ptr, size_t size)\n{\n",
    by: "static void *js_arena_realloc(JSRuntime *rt, void *ptr, size_t size)\n{\n    return resize(ptr, size);\n",
  },
  {
    file: "quickjs.c",
    text: "    size_t n = count * size; /* overflow already checked by js_calloc_rt */\n",
    by: "    return allocate_zeroed(count * size); /* overflow already checked by js_calloc_rt */\n    size_t n = 0;\n",
  },
];

export const SAME_IMAGE: readonly Patch[] = [
  {
    // Most of what a call writes to an image are counts of references, which it sets back. `src/host/quickjs/learn.c` hears of each.
    file: "quickjs.c",
    text: "static inline JSMallocBlockHeader *js_rc(const void *p) {\n",
    by: "#ifdef LEARNS\nvoid note_count(const void *p);\n#else\n#define note_count(p)\n#endif\nstatic inline JSMallocBlockHeader *js_rc(const void *p) {\n    note_count(p);\n",
  },
  {
    // A place on the stack of the build, which the system chooses by chance. `src/host/quickjs/main.c` says where the stack of a call begins.
    file: "quickjs.c",
    text: "    JS_UpdateStackTop(rt);\n",
    by: "",
  },
  {
    // It would be the time at which the image is made, and each build would differ. `Math.random` is the host's.
    file: "quickjs.c",
    text: "    ctx->random_state = js__gettimeofday_us();\n",
    by: "    ctx->random_state = 1;\n",
  },
];
