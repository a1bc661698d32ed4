/** Texts for what reads the frontmatter of skills. */

import fc from "fast-check";

/** A `SKILL.md` of this frontmatter. */
export function withFrontmatter(frontmatter: string, body = "Text.\n"): string {
  return `---\n${frontmatter.trim()}\n---\n\n${body}`;
}

/** Any code points, half of surrogate pairs included; characters that mean something to YAML and to paths come often. */
export function anyText(maxLength: number): fc.Arbitrary<string> {
  const point = fc.oneof(
    fc.constantFrom(...[..."---: \n#[]{}&*!|>'\"%@`./\\\0ab"].map((character) => character.codePointAt(0) ?? 0)),
    fc.nat(0x10_ffff),
  );
  return fc.array(point, { maxLength }).map((points) => String.fromCodePoint(...points));
}
