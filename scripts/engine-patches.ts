/** What we change in the engine's sources before they are compiled. Each text must be there once. */

export interface Patch {
  readonly file: string;
  readonly text: string;
  readonly by: string;
}

export const PATCHES: readonly Patch[] = [
  {
    // Objects with the same keys share a list of them. Where two objects are filled in turns, each new key copied the whole list: a manifest of
    // 80,000 dependencies took a minute. An object of many keys has a list of its own.
    file: "quickjs.c",
    text: "    if (sh->is_hashed) {\n        /* try to find an existing shape */\n",
    by:
      "    if (sh->is_hashed && sh->prop_count >= 64 && JS_REF_COUNT(sh) == 1) {\n        js_shape_hash_unlink(ctx->rt, sh);\n        sh->is_hashed = false;\n    }\n" +
      "    if (sh->is_hashed) {\n        /* try to find an existing shape */\n",
  },
];

export function patched(file: string, source: string): string {
  return PATCHES.filter((patch) => patch.file === file).reduce((text, patch) => {
    if (text.split(patch.text).length !== 2) throw new Error(`${file}: the text that a patch changes is not there once`);
    return text.replace(patch.text, () => patch.by);
  }, source);
}
