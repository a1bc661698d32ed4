/** The files of one root: `go.mod` and `go.work`, and what `go.sum` and `vendor/modules.txt` say. */

import type { Position } from "../../files/problem.ts";
import type { Bounds } from "../../host/bounds.ts";
import { openFiles } from "../open-files.ts";
import { type GoFile, readGoFile } from "./go-file.ts";

export type GoFiles = ReturnType<typeof openGoFiles>;

export function openGoFiles(bounds: Bounds) {
  const files = openFiles(() => bounds, "the files of this workspace");
  const { text, problems } = files;
  let mistakes = 0;
  /** `go.mod` or `go.work`; `hint` says how to fix a mistake in it. */
  const goFile = (file: string, hint: string): GoFile | undefined => {
    const before = problems.length;
    const written = text(file);
    const read = written === undefined ? undefined : readGoFile(written);
    if (read?.problem !== undefined) problems.push({ severity: "error", file, ...read.problem, hint });
    mistakes += problems.length - before;
    return read;
  };
  return { ...files, bounds, goFile, hasMistakes: (): boolean => mistakes > 0 };
}

/** Adds the checksums of the wanted modules, by `module version`. Skips invalid lines, and gives the place of the first. */
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

export type Vendored = ReturnType<typeof readVendored>;

/** `vendor/modules.txt`: the modules that `go mod vendor` or `go work vendor` copied. Those without packages are only named. */
export function readVendored(text: string) {
  const modules = new Map<string, { readonly version: string; readonly hasPackages: boolean }>();
  let current: string | undefined;
  for (const line of text.split("\n")) {
    if (line.startsWith("# ")) {
      const [name = "", version = ""] = line.slice(2).split(" ", 2);
      // At the end Go lists again, without a version, what is replaced in every version: `# name => …`.
      current = version === "" || version === "=>" ? undefined : name;
      if (current !== undefined) modules.set(name, { version, hasPackages: false });
    } else if (current !== undefined && line !== "" && !line.startsWith("#")) {
      const known = modules.get(current);
      if (known?.hasPackages === false) modules.set(current, { ...known, hasPackages: true });
    }
  }
  return { isOfWorkspace: text.startsWith("## workspace"), modules };
}
