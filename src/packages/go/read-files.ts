/**
 * Reads the files of one root: within its bounds, each once, with its stamp, and not more than a hook call can read; and what `go.sum` and
 * `vendor/modules.txt` say.
 */

import type { Position, Problem } from "../../files/problem.ts";
import { leadsOutProblem, readTextFileWithin } from "../../files/text-file.ts";
import type { Bounds } from "../../host/bounds.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { stamped } from "../../host/stamp.ts";
import { type GoFile, readGoFile } from "./go-file.ts";

export interface ReadFiles {
  readonly bounds: Bounds;
  /** `undefined` where it is missing or unreadable. */
  readonly text: (file: string, largest?: number) => string | undefined;
  /** `go.mod` or `go.work`; `hint` says how to fix a mistake in it. */
  readonly goFile: (file: string, hint: string) => GoFile | undefined;
  /** Whether a folder that a file names is inside the bounds. */
  readonly isInside: (folder: string, file: string, subject: string) => boolean;
  readonly stamps: ReadonlyMap<string, Stamped>;
  readonly problems: Problem[];
  /** A file with versions has a mistake. */
  readonly hasMistakes: () => boolean;
}

/** Of all files together, far above any real workspace. */
const MOST_TEXT = 64 * 1024 * 1024;
const MOST_REPORTED = 5;

export function openFiles(bounds: Bounds): ReadFiles {
  const stamps = new Map<string, Stamped>();
  const problems: Problem[] = [];
  let length = 0;
  let outside = 0;
  let mistakes = 0;
  const text = (file: string, largest?: number) => {
    stamps.set(file, stamped(file));
    const read = readTextFileWithin(file, bounds, largest);
    if (read.kind === "bad") problems.push(read.problem);
    if (read.kind !== "text") return undefined;
    length += read.text.length;
    if (length <= MOST_TEXT) return read.text;
    const message = `is not read: the files of this workspace have more than ${MOST_TEXT / 1024 / 1024} MiB together`;
    problems.push({ severity: "error", file, message });
    return undefined;
  };
  const goFile = (file: string, hint: string) => {
    const before = problems.length;
    const written = text(file);
    mistakes += problems.length - before;
    if (written === undefined) return undefined;
    const read = readGoFile(written);
    if (read.problem !== undefined) {
      mistakes++;
      problems.push({ severity: "error", file, ...read.problem, hint });
    }
    return read;
  };
  const isInside = (folder: string, file: string, subject: string) => {
    const target = bounds.leadsOut(folder);
    // A file may name thousands.
    if (target !== undefined && ++outside <= MOST_REPORTED) problems.push(leadsOutProblem(file, target, bounds, subject));
    return target === undefined;
  };
  return { bounds, text, goFile, isInside, stamps, problems, hasMistakes: () => mistakes > 0 };
}

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

/** `vendor/modules.txt`: the modules that `go mod vendor` or `go work vendor` copied, each with its version and the packages that are there. */
interface VendoredModule {
  readonly version: string;
  /** Whether there is any package of it: others are only named. */
  readonly hasPackages: boolean;
}

export interface Vendored {
  readonly isOfWorkspace: boolean;
  readonly modules: ReadonlyMap<string, VendoredModule>;
}

export function readVendored(text: string): Vendored {
  const modules = new Map<string, VendoredModule>();
  let current: string | undefined;
  for (const line of text.split("\n")) {
    if (line.startsWith("# ")) {
      const [name = "", version = ""] = line.slice(2).split(" ", 2);
      // At the end Go repeats each replacement of every version, without one.
      current = version === "" || version === "=>" ? undefined : name;
      if (current !== undefined) modules.set(name, { version, hasPackages: false });
    } else if (current !== undefined && line !== "" && !line.startsWith("#")) {
      const known = modules.get(current);
      if (known?.hasPackages === false) modules.set(current, { ...known, hasPackages: true });
    }
  }
  return { isOfWorkspace: text.startsWith("## workspace"), modules };
}
