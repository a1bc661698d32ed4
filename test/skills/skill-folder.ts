/** Skills for tests: folders with a `SKILL.md`, made of what its frontmatter says. */

import fc from "fast-check";

export function skillText(frontmatter: string, body = "Text.\n"): string {
  return `---\n${frontmatter.trim()}\n---\n\n${body}`;
}

/** A sound skill. */
export function soundSkill(name: string, gate = "crates: serde", body?: string): string {
  return skillText(`name: ${name}\ndescription: What ${name} is for\n${gate}`, body);
}

/** Any code points, half of surrogate pairs included; characters that mean something to YAML and to paths come often. */
export function anyText(maxLength: number): fc.Arbitrary<string> {
  const point = fc.oneof(
    fc.constantFrom(...[..."---: \n#[]{}&*!|>'\"%@`./\\\0ab"].map((character) => character.codePointAt(0) ?? 0)),
    fc.nat(0x10_ffff),
  );
  return fc.array(point, { maxLength }).map((points) => String.fromCodePoint(...points));
}
