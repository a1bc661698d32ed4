/** What systems and interpreters leave in folders: no part of a skill, and no change by a person. */

const JUNK = new Set([".DS_Store", "Thumbs.db", "desktop.ini", "__pycache__"]);

export function isJunk(name: string): boolean {
  return JUNK.has(name) || name.endsWith(".pyc");
}
