/** Checksums in `go.sum` and `go.work.sum`: `module version h1:…`. Lines for the `go.mod` of a module alone do not count. */

import type { Position } from "../../documents/problem.ts";

/** Adds those of the wanted `module version`. Gives the place of the first invalid line; all others count. */
export function takeSums(text: string, wanted: ReadonlySet<string>, into: Map<string, string>): Position | undefined {
  let bad: Position | undefined;
  let number = 1;
  for (let from = 0; from < text.length; number++) {
    const found = text.indexOf("\n", from);
    const end = found === -1 ? text.length : found;
    const line = text.slice(from, end);
    from = end + 1;
    const space = line.lastIndexOf(" h");
    const key = line.slice(0, Math.max(space, 0));
    if (wanted.has(key)) into.set(key, line.slice(space + 1).trimEnd());
    else if (bad === undefined && !isSum(key) && line.trim() !== "") bad = { line: number, column: 1 };
  }
  return bad;
}

/** One space, with a version after it. */
function isSum(key: string): boolean {
  const space = key.indexOf(" v");
  return space > 0 && !key.includes(" ", space + 1);
}
