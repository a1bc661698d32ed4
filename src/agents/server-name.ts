/** Names that every agent accepts. Codex skips others, Copilot CLI drops the tools of longer ones, and OpenCode replaces `{…}` in them. */
export function isPlainServerName(name: string): boolean {
  return name !== "__proto__" && /^[A-Za-z0-9_.-]{1,64}$/u.test(name);
}
