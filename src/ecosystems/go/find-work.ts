/** The `go.work` that a module belongs to: the nearest above, if it lists the module. */

import { dirname, join, resolve } from "node:path";

import { readTextFileWithin } from "../../documents/text-file-within.ts";
import { boundsOf } from "../../platform/bounds.ts";
import { pathExists } from "../../platform/path-exists.ts";
import { askedOnce } from "../../platform/reading-budget.ts";
import { stamped, type Stamped } from "../../platform/stamp.ts";
import type { RootSurroundings } from "../ecosystem.ts";
import { readGoFile } from "./go-file.ts";

export interface FoundWork {
  /** The folder with `go.work`; `undefined` for a module of its own. */
  readonly folder: string | undefined;
  /** Every file that was looked for. */
  readonly looked: readonly Stamped[];
}

/** The search leaves neither the repository nor, without one, the folders below the home folder. */
export function findWork(folder: string, { repository, home }: Pick<RootSurroundings, "repository" | "home">): FoundWork {
  const bounds = repository == null ? undefined : boundsOf(repository);
  const looked: Stamped[] = [];
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, "go.work");
    looked.push(stamped(file));
    if (pathExists(file)) return { folder: at === folder || lists(file, at) ? at : undefined, looked };
    if (at === repository || at === home || dirname(at) === at || dirname(at) === home) return { folder: undefined, looked };
  }
  function lists(file: string, at: string): boolean {
    const used = askedOnce("go.work ", file, () => {
      const read = readTextFileWithin(file, bounds);
      return new Set(read.kind === "text" ? readGoFile(read.text).uses.map((path) => resolve(at, path)) : []);
    });
    return used.has(folder);
  }
}
