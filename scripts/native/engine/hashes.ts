/** Hashes that a payload cannot foresee. */

import type { Patch } from "./patch.ts";

/**
 * The engine hashes texts in a way that everyone can foresee: a payload of 3 MB whose keys all have the same hash took ten seconds, and the agent would
 * no longer wait for its guards. A table in which that happens gets a key of its own, by chance, and is hashed again with it. Most calls need none, so
 * the tables of the image serve as they are.
 *
 * The same function corrects an error of the engine: a text that was put together of long parts had another hash than its equals, so maps and sets did
 * not find it.
 */
const TEXTS: readonly Patch[] = [
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
export const NUMBERS: Patch = {
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

export const UNFORESEEN_HASHES = [...TEXTS, NUMBERS];
