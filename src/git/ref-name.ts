/** Valid git names of branches and tags, and commits by their digits. */

/** The rules of `git check-ref-format`, and nothing that starts like an option. */
export function isRefName(name: string): boolean {
  if (name === "" || name === "@" || name.length > 255 || name.startsWith("-")) return false;
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|\.$|^\/|\/$/.test(name)) return false;
  return name.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"));
}

export function isWholeCommit(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(text);
}

export interface TreeCandidate {
  readonly ref: string;
  /** The rest of the path. */
  readonly subdir: string;
}

const MOST_PARTS = 20;

/** Every way to split a path into a ref and a folder, the longest ref first. */
export function treeCandidates(parts: readonly string[]): readonly TreeCandidate[] {
  const candidates: TreeCandidate[] = [];
  for (let length = Math.min(parts.length, MOST_PARTS); length > 0; length--) {
    const ref = parts.slice(0, length).join("/");
    if (isRefName(ref)) candidates.push({ ref, subdir: parts.slice(length).join("/") });
  }
  return candidates;
}
