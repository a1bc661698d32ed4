/** Files that systems and interpreters leave in folders: not part of a skill, and not a user's change. */

const JUNK = new Set([".DS_Store", "Thumbs.db", "desktop.ini", "__pycache__"]);

export function isJunk(name: string): boolean {
  return JUNK.has(name) || name.endsWith(".pyc");
}
