/** Calls spend less time in the engine, and what they seldom reach takes less space. */

import type { Patch } from "./patch.ts";

/**
 * What calls spend their time in is compiled to be fast. Most of the engine is not, and would take 150 kB more: numbers without a limit, modules, and the
 * objects of the language. Other compilers than clang pass over these lines.
 */
const SMALL_FROM_HERE = "#pragma clang attribute push(__attribute__((cold)), apply_to = function)\n";
const FAST_FROM_HERE = "#pragma clang attribute pop\n";

export const SMALLER: readonly Patch[] = [
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
  // Our expressions name no script and no sequence of characters. The build would notice, and these tables have 12 kB.
  { file: "libregexp.c", text: "ret = unicode_script(&cr->cr, value, script_ext);", by: "ret = -2;" },
  { file: "libregexp.c", text: "ret = unicode_sequence_prop(name, seq_prop_cb, cr, &cr_tmp);", by: "ret = -2;" },
];

export const FASTER: readonly Patch[] = [
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
