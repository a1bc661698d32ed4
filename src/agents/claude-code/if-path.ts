/** The file patterns of permission rules: as in a `.gitignore`, with `~/` for the home folder and `//` for the root. */

import { dirname, relative, sep } from "node:path";

import { parsePattern } from "../../canonical/linear-regex/parse.ts";
import { matches } from "../../canonical/linear-regex/run.ts";
import { wildcard } from "./if-text.ts";

export interface PatternPlaces {
  readonly cwd: string;
  readonly project: string;
  readonly home: string;
}

/**
 * A pattern that begins with `/` is about the project, any other about the folder the agent works in. That folder may lie below the project,
 * so such a pattern is tried from both. A pattern without a place in it is also compared with the whole path.
 */
export function fitsPath(pattern: string, file: string, { cwd, project, home }: PatternPlaces): boolean {
  if (pattern === file) return true;
  if (pattern.startsWith("//")) return isIgnored(pattern.slice(1), "/", file);
  if (pattern.startsWith("~/")) return isIgnored(pattern.slice(1), home, file);
  if (pattern.startsWith("/")) return isIgnored(pattern, project, file);
  const plain = pattern.startsWith("./") ? pattern.slice(2) : pattern;
  return isIgnored(plain, cwd, file) || isIgnored(plain, project, file) || wildcard(pattern)(file);
}

/** Whether the file, or a folder above it, has the pattern. Letters of both cases are the same. */
function isIgnored(pattern: string, root: string, file: string): boolean {
  const path = relative(root, file).split(sep).join("/");
  const body = pattern.replace(/(?<!\/)\/+$/, "");
  if (path === "" || path.startsWith("../") || path === ".." || ["", ".", "..", "~"].includes(body) || /^[!#]/.test(body)) return false;
  const isAnchored = body.includes("/");
  const test = segmentsTest((body.startsWith("/") ? body.slice(1) : body).toLowerCase().split("/"));
  for (let part = path.toLowerCase(); part !== "."; part = dirname(part)) {
    if (test((isAnchored ? part : part.slice(part.lastIndexOf("/") + 1)).split("/"))) return true;
  }
  return false;
}

function segmentsTest(wanted: readonly string[]): (given: readonly string[]) => boolean {
  const tests = wanted.map((segment) => (segment === "**" ? segment : segmentTest(segment)));
  return (given) => {
    // How many leading patterns can have taken the segments so far.
    let reached = new Set([0]);
    for (const segment of given) {
      const next = new Set<number>();
      for (const at of withSkipped(reached, tests)) {
        const test = tests[at];
        if (test === "**") next.add(at).add(at + 1);
        else if (test?.(segment) === true) next.add(at + 1);
      }
      reached = next;
    }
    // A final `**` is for what is inside: it took at least one segment above.
    return reached.has(tests.length);
  };
}

/** `**` in the middle may stand for no folder at all. */
function withSkipped(reached: ReadonlySet<number>, tests: readonly unknown[]): ReadonlySet<number> {
  const all = new Set(reached);
  for (const at of all) if (tests[at] === "**" && at + 1 < tests.length) all.add(at + 1);
  return all;
}

/** On our own matcher, which takes linear time whatever the pattern is. */
function segmentTest(segment: string): (text: string) => boolean {
  const source = segment.replace(PARTS, (part, escaped?: string, not?: string, set?: string) => {
    if (set !== undefined) return `[${not === "!" ? "^" : ""}${set.replace(/[\\\]^[]/g, "\\$&")}]`;
    if (part === "?") return "[^/]";
    if (escaped === undefined && part.startsWith("*")) return "[^/]*";
    return (escaped ?? part).replace(/[\\^$.*+?()[\]{}|]/, "\\$&");
  });
  const parsed = parsePattern(`^(?:${source})$`);
  return (text) => parsed.ok && matches(parsed.pattern, text);
}

/** An escaped character, a set, a star, a question mark or a plain character. */
const PARTS = /\\([^])|\[(!?)([^\]/]{1,200})\]|\*+|\?|[^]/g;
