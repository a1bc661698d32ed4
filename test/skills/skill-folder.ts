/** Skills for tests: folders with a `SKILL.md`, made of what its frontmatter says. */

export function skillText(frontmatter: string, body = "Text.\n"): string {
  return `---\n${frontmatter.trim()}\n---\n\n${body}`;
}

/** A sound skill. */
export function soundSkill(name: string, gate = "crates: serde", body?: string): string {
  return skillText(`name: ${name}\ndescription: What ${name} is for\n${gate}`, body);
}
