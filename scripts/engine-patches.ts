/** What we change in the engine's sources before they are compiled. Each text must be there once. */

export interface Patch {
  readonly file: string;
  readonly text: string;
  readonly by: string;
}

/**
 * The engine hashes texts in a way that everyone can foresee: a payload of 3 MB whose keys all have the same hash took ten seconds, and the agent would
 * no longer wait for its guards. A table in which that happens gets a key of its own, by chance, and is hashed again with it. Most calls need none, so
 * the tables of the image serve as they are.
 *
 * The same function corrects an error of the engine: a text that was put together of long parts had another hash than its equals, so maps and sets did
 * not find it.
 */
const UNFORESEEN_HASHES: readonly Patch[] = [
  { file: "quickjs.c", text: "    uint32_t *atom_hash;\n", by: "    uint32_t *atom_hash;\n    uint64_t atom_key;\n" },
  { file: "quickjs.c", text: "    uint32_t record_count_threshold; /*", by: "    uint64_t key;\n    uint32_t record_count_threshold; /*" },
  {
    file: "quickjs.c",
    text: `static uint32_t hash_string_rope(JSValueConst val, uint32_t h)
{
    if (JS_VALUE_GET_TAG(val) == JS_TAG_STRING) {
        return hash_string(JS_VALUE_GET_STRING(val), h);
    } else {
        JSStringRope *r = JS_VALUE_GET_STRING_ROPE(val);
        h = hash_string_rope(r->left, h);
        return hash_string_rope(r->right, h);
    }
}
`,
    by: `#include <unistd.h>
#ifdef __APPLE__
#include <sys/random.h>
#endif
enum { LONGEST_CHAIN = 256, MANY_NAMES = 1024 };
/* Of tables of many names. */
uint64_t names_key;

static uint64_t new_hash_key(void)
{
    uint64_t key;
    return getentropy(&key, sizeof(key)) ? 0 : key | 1;
}

static uint64_t hash_units(const void *units, bool is_wide, size_t len, uint64_t key, uint64_t h)
{
    const uint16_t *wide = units;
    const uint8_t *at = units, *end = at + len;
    uint32_t all = h;
    if (key) {
        for (size_t i = 0; i < len; i++) {
            h = (h ^ (is_wide ? wide[i] : at[i])) * key;
            h ^= h >> 29;
        }
        return h;
    }
    if (is_wide) {
        for (size_t i = 0; i < len; i++)
            all = all * 263 + wide[i];
        return all;
    }
    /* Four steps at once, with powers of 263: one need not wait for the other. */
    for (; end - at >= 4; at += 4)
        all = all * 489383265 + at[0] * 18191447u + at[1] * 69169u + at[2] * 263u + at[3];
    while (at < end)
        all = all * 263 + *at++;
    return all;
}

static uint64_t hash_parts(JSValueConst val, uint64_t key, uint64_t h, size_t *len)
{
    if (JS_VALUE_GET_TAG(val) == JS_TAG_STRING_ROPE) {
        JSStringRope *r = JS_VALUE_GET_STRING_ROPE(val);
        h = hash_parts(r->left, key, h, len);
        return hash_parts(r->right, key, h, len);
    }
    JSString *str = JS_VALUE_GET_STRING(val);
    *len += str->len;
    return hash_units(str->is_wide_char ? (const void *)str16(str) : str8(str), str->is_wide_char, str->len, key, h);
}

/* Without a key as hash_string does it. */
static uint32_t hash_text(JSValueConst val, uint64_t key, uint32_t h)
{
    size_t len = 0;
    uint64_t all = hash_parts(val, key, h, &len);
    return (uint32_t)all ^ (uint32_t)(all >> 32) ^ hash32(len);
}
`,
  },
  {
    file: "quickjs.c",
    text: "            j = p->hash & new_hash_mask;\n",
    by:
      "            if (rt->atom_key)\n                p->hash = hash_text(JS_MKPTR(JS_TAG_STRING, p), rt->atom_key, p->atom_type) & JS_ATOM_HASH_MASK;\n" +
      "            j = p->hash & new_hash_mask;\n",
  },
  {
    file: "quickjs.c",
    text: `        h = hash_string(str, atom_type);
        h &= JS_ATOM_HASH_MASK;
        h1 = h & (rt->atom_hash_size - 1);
        i = rt->atom_hash[h1];
        while (i != 0) {
            p = rt->atom_array[i];
`,
    by: `        int steps = 0;
    again:
        h = hash_text(JS_MKPTR(JS_TAG_STRING, str), rt->atom_key, atom_type);
        h &= JS_ATOM_HASH_MASK;
        h1 = h & (rt->atom_hash_size - 1);
        i = rt->atom_hash[h1];
        while (i != 0) {
            if (unlikely(++steps == LONGEST_CHAIN) && !rt->atom_key) {
                rt->atom_key = new_hash_key();
                if (rt->atom_key && !JS_ResizeAtomHash(rt, rt->atom_hash_size))
                    goto again;
                rt->atom_key = 0;
            }
            p = rt->atom_array[i];
`,
  },
  {
    file: "quickjs.c",
    text: "    h = hash_string8((const uint8_t *)str, len, JS_ATOM_TYPE_STRING);\n",
    by:
      "    uint64_t all = hash_units(str, false, len, rt->atom_key, JS_ATOM_TYPE_STRING);\n" +
      "    h = (uint32_t)all ^ (uint32_t)(all >> 32) ^ hash32(len);\n",
  },
  {
    file: "quickjs.c",
    text: "static uint32_t map_hash_key(JSContext *ctx, JSValueConst key)\n",
    by: "static uint32_t map_hash_key(JSContext *ctx, JSMapState *s, JSValueConst key)\n",
  },
  {
    file: "quickjs.c",
    text: "        h = hash_string(JS_VALUE_GET_STRING(key), 0);\n        break;\n    case JS_TAG_STRING_ROPE:\n        h = hash_string_rope(key, 0);\n",
    by: "    case JS_TAG_STRING_ROPE:\n        tag = JS_TAG_STRING;\n        h = hash_text(key, s->key, 0);\n",
  },
  {
    file: "quickjs.c",
    text: `    struct list_head *el;
    JSMapRecord *mr;
    uint32_t h;
    h = map_hash_key(ctx, key) & (s->hash_size - 1);
    list_for_each(el, &s->hash_table[h]) {
`,
    by: `    struct list_head *el;
    JSMapRecord *mr;
    uint32_t h, steps = 0;
again:
    h = map_hash_key(ctx, s, key) & (s->hash_size - 1);
    list_for_each(el, &s->hash_table[h]) {
        if (unlikely(++steps == LONGEST_CHAIN) && !s->key && JS_IsString(key)) {
            uint32_t size = s->hash_size;
            s->key = new_hash_key();
            map_hash_resize(ctx, s);
            if (s->hash_size != size)
                goto again;
            s->key = 0;
        }
`,
  },
  {
    file: "quickjs.c",
    text: "static JSMapRecord *map_find_record(JSContext *ctx, JSMapState *s,\n                                    JSValueConst key)\n{\n",
    by:
      "static void map_hash_resize(JSContext *ctx, JSMapState *s);\n\n" +
      "static JSMapRecord *map_find_record(JSContext *ctx, JSMapState *s,\n                                    JSValueConst key)\n{\n",
  },
  { file: "quickjs.c", text: "map_hash_key(ctx, mr->key)", by: "map_hash_key(ctx, s, mr->key)" },
  {
    file: "quickjs.c",
    text: "    h = map_hash_key(ctx, key) & (s->hash_size - 1);\n    list_add_tail",
    by: "    h = map_hash_key(ctx, s, key) & (s->hash_size - 1);\n    list_add_tail",
  },
];

/**
 * What a payload can write in the place of a name: numbers. A table of many is made again when it grows. An image must have none of these. Every look
 * at a property hashes its name, so for small tables a multiplication must do.
 */
const UNFORESEEN_NUMBERS: Patch = {
  file: "quickjs.c",
  text: "    int shift = 1 + clz_uintptr(mask+1);\n    return hash_uintptr(atom) >> shift;\n",
  by: `    int shift = 1 + clz_uintptr(mask+1);
    if (mask < MANY_NAMES)
        return (atom * UINT64_C(0x9e3779b97f4a7c15)) >> 32 & mask;
    if (!names_key)
        names_key = new_hash_key() | 1;
    return hash_uintptr((uintptr_t)atom * names_key) >> shift;
`,
};

/**
 * Each block is one of `src/host/quickjs/memory.c`, which knows what calls write to. The engine would keep small blocks in pages of its own. What is
 * left of its functions is never reached, and of its head before each block, the size is ours.
 */
const OWN_MEMORY: readonly Patch[] = [
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

/**
 * What calls spend their time in is compiled to be fast. Most of the engine is not, and would take 150 kB more: numbers without a limit, modules, and the
 * objects of the language. Other compilers than clang pass over these lines.
 */
const SMALL_FROM_HERE = "#pragma clang attribute push(__attribute__((cold)), apply_to = function)\n";
const FAST_FROM_HERE = "#pragma clang attribute pop\n";
const SMALL_PARTS: readonly Patch[] = [
  { file: "quickjs.c", text: "/* bigint support */\n", by: `${SMALL_FROM_HERE}/* bigint support */\n` },
  {
    file: "quickjs.c",
    text: "/* same as JS_ToNumber() but return 0 in case of NaN/Undefined */\n",
    by: `${FAST_FROM_HERE}/* same as JS_ToNumber() but return 0 in case of NaN/Undefined */\n`,
  },
  { file: "quickjs.c", text: "/* create a C module */\n", by: `${SMALL_FROM_HERE}/* create a C module */\n` },
  {
    file: "quickjs.c",
    text: "/* `filename` may be pure ASCII or UTF-8 encoded */\n",
    by: `${FAST_FROM_HERE}/* \`filename\` may be pure ASCII or UTF-8 encoded */\n`,
  },
  { file: "quickjs.c", text: "/* runtime functions & objects */\n", by: `/* runtime functions & objects */\n${SMALL_FROM_HERE}` },
  { file: "quickjs.c", text: "#undef malloc\n", by: `${FAST_FROM_HERE}#undef malloc\n` },
];

export const PATCHES: readonly Patch[] = [
  ...SMALL_PARTS,
  ...OWN_MEMORY,
  {
    // Most of what a call writes to an image are counts of references, which it sets back. `src/host/quickjs/learn.c` hears of each.
    file: "quickjs.c",
    text: "static inline JSMallocBlockHeader *js_rc(const void *p) {\n",
    by: "#ifdef LEARNS\nvoid note_count(const void *p);\n#else\n#define note_count(p)\n#endif\nstatic inline JSMallocBlockHeader *js_rc(const void *p) {\n    note_count(p);\n",
  },
  {
    // Objects with the same keys share a list of them. Where two objects are filled in turns, each new key copied the whole list: a manifest of
    // 80,000 dependencies took a minute. An object of many keys has a list of its own.
    file: "quickjs.c",
    text: "    if (sh->is_hashed) {\n        /* try to find an existing shape */\n",
    by:
      "    if (sh->is_hashed && sh->prop_count >= 64 && JS_REF_COUNT(sh) == 1) {\n        js_shape_hash_unlink(ctx->rt, sh);\n        sh->is_hashed = false;\n    }\n" +
      "    if (sh->is_hashed) {\n        /* try to find an existing shape */\n",
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
  ...UNFORESEEN_HASHES,
  UNFORESEEN_NUMBERS,
  // Our expressions name no script and no sequence of characters. The build would notice, and these tables have 12 kB.
  { file: "libregexp.c", text: "ret = unicode_script(&cr->cr, value, script_ext);", by: "ret = -2;" },
  { file: "libregexp.c", text: "ret = unicode_sequence_prop(name, seq_prop_cb, cr, &cr_tmp);", by: "ret = -2;" },
  {
    // The engine looks at each byte for itself to see whether a text is ASCII. Most are, and an index of 500 plugins has 300,000 bytes.
    file: "quickjs.c",
    text: "/* create a string from a UTF-8 buffer */\n",
    by: `static bool is_ascii(const void *text, size_t len)
{
    const uint8_t *bytes = text;
    uint64_t all = 0;
    size_t at = 0;
    for (uint64_t word; at + sizeof(word) <= len; at += sizeof(word)) {
        memcpy(&word, bytes + at, sizeof(word));
        all |= word;
    }
    for (; at < len; at++)
        all |= bytes[at];
    return !(all & 0x8080808080808080);
}

/* create a string from a UTF-8 buffer */
`,
  },
  {
    file: "quickjs.c",
    text: "    kind = utf8_scan(buf, buf_len, &len);\n",
    by: "    len = buf_len;\n    kind = is_ascii(buf, buf_len) ? UTF8_PLAIN_ASCII : utf8_scan(buf, buf_len, &len);\n",
  },
  {
    file: "quickjs.c",
    text: "        for (pos = 0; pos < len; pos++) {\n            count += src[pos] >> 7;\n",
    by: "        for (pos = is_ascii(src, len) ? len : 0; pos < len; pos++) {\n            count += src[pos] >> 7;\n",
  },
  {
    file: "quickjs.c",
    text: "        q = str8(str_new);\n        for (pos = 0; pos < len; pos++) {\n            c = src[pos];\n",
    by: `        q = str8(str_new);
        pos = 0;
        if (count == 0) {
            memcpy(q, src, len);
            q += len;
            pos = len;
        }
        for (; pos < len; pos++) {
            c = src[pos];
`,
  },
  {
    // Most properties that are defined are new ones of plain objects: the members of JSON, and of objects that a script writes out.
    file: "quickjs.c",
    text: "    ret = JS_DefinePropertyValueConst(ctx, this_obj, prop, val, flags);\n",
    by: `    if (JS_VALUE_GET_TAG(this_obj) == JS_TAG_OBJECT && (flags & ~(JS_PROP_THROW | JS_PROP_THROW_STRICT)) == JS_PROP_C_W_E) {
        JSObject *p = JS_VALUE_GET_OBJ(this_obj);
        if (p->class_id == JS_CLASS_OBJECT && !p->is_exotic && p->extensible && !find_own_property1(p, prop)) {
            JSProperty *pr = add_property(ctx, p, prop, JS_PROP_C_W_E);
            if (unlikely(!pr)) {
                JS_FreeValue(ctx, val);
                return -1;
            }
            pr->u.value = val;
            return true;
        }
    }
    ret = JS_DefinePropertyValueConst(ctx, this_obj, prop, val, flags);
`,
  },
  {
    // A text without an escape, and the parts between two escapes, are copied whole.
    file: "quickjs.c",
    text: "        c = string_getc(p, &i);\n        switch(c) {\n        case '\\t':\n            c = 't';\n",
    by: `        if (!p->is_wide_char) {
            const uint8_t *text = str8(p);
            int start = i;
            while (i < p->len && text[i] >= 32 && text[i] != '"' && text[i] != '\\\\')
                i++;
            if (i > start) {
                if (string_buffer_write8(b, text + start, i - start))
                    goto fail;
                continue;
            }
        }
        c = string_getc(p, &i);
        switch(c) {
        case '\\t':
            c = 't';
`,
  },
];

export function patched(file: string, source: string): string {
  return PATCHES.filter((patch) => patch.file === file).reduce((text, patch) => {
    if (text.split(patch.text).length !== 2) throw new Error(`${file}: the text that a patch changes is not there once`);
    return text.replace(patch.text, () => patch.by);
  }, source);
}
