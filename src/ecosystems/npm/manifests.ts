/** The manifests needed to read one workspace: each is read once, and its stamp and problems are recorded. */

import type { Problem } from "../../documents/problem.ts";
import { readTextFileWithin } from "../../documents/text-file-within.ts";
import type { Bounds } from "../../platform/bounds.ts";
import { entryPath } from "../../platform/entry-path.ts";
import { pathExists } from "../../platform/path-exists.ts";
import { askedOnce } from "../../platform/reading-budget.ts";
import { stamped, type Stamped } from "../../platform/stamp.ts";
import { type Manifest, readManifest } from "./manifest.ts";

export interface Manifests {
  /** The folder's manifest; `undefined` where it is missing, unreadable, or outside the bounds. */
  readonly at: (folder: string) => Manifest | undefined;
  /** Whether it exists, readable or not. */
  readonly isThere: (folder: string) => boolean;
  readonly stamps: ReadonlyMap<string, Stamped>;
  readonly problems: Problem[];
}

/** Of all manifests together, far above any real workspace; more would keep a hook call reading for minutes. */
const MOST_TEXT = 64 * 1024 * 1024;

/** Without bounds nothing is refused: the search for the root that becomes the bounds. */
export function openManifests(bounds: Bounds | undefined): Manifests {
  let length = 0;
  const known = new Map<string, Manifest | undefined>();
  const stamps = new Map<string, Stamped>();
  const problems: Problem[] = [];
  const read = (folder: string): Manifest | undefined => {
    const file = entryPath(folder, "package.json");
    stamps.set(file, stamped(file));
    const text = readTextFileWithin(file, bounds);
    if (text.kind === "missing") return undefined;
    if (text.kind === "bad") {
      problems.push(text.problem);
      return undefined;
    }
    length += text.text.length;
    if (length > MOST_TEXT) {
      if (length - text.text.length <= MOST_TEXT) problems.push(tooMuch(file));
      return undefined;
    }
    const result = askedOnce("npm ", file, () => readManifest(file, folder, text.text));
    if (result.problem !== undefined) problems.push(result.problem);
    return "manifest" in result ? result.manifest : undefined;
  };
  const at = (folder: string): Manifest | undefined => {
    if (!known.has(folder)) known.set(folder, read(folder));
    return known.get(folder);
  };
  return { at, isThere: (folder) => at(folder) !== undefined || pathExists(entryPath(folder, "package.json")), stamps, problems };
}

function tooMuch(file: string): Problem {
  const message = `is not read: the manifests of this workspace have more than ${MOST_TEXT / 1024 / 1024} MiB together`;
  return { severity: "error", file, message };
}
