/** The programs that answer predicates: gates depend on the answers, so they come before the questions. */

import type { Problem } from "../../documents/problem.ts";
import type { LoadedPlugins } from "../../plugins/active-plugins.ts";
import type { ProgramChange, ProgramsHere } from "./acquire-programs.ts";
import { predicatePrograms, type WantedProgram } from "./wanted-programs.ts";

export interface AnsweringPrograms extends ProgramsHere {
  /** Tries each program once; whether there is a new one. */
  readonly acquire: (loaded: LoadedPlugins) => Promise<boolean>;
}

export function answeringPrograms(
  acquire: (wanted: readonly WantedProgram[]) => Promise<ProgramsHere>,
  mayAcquire: boolean,
): AnsweringPrograms {
  const tried = new Set<string>();
  const changes: ProgramChange[] = [];
  const problems: Problem[] = [];
  const result = {
    changes,
    problems,
    left: false,
    acquire: async (loaded: LoadedPlugins) => {
      const wanted = mayAcquire ? predicatePrograms(loaded).filter((one) => !tried.has(keyOf(one))) : [];
      if (wanted.length === 0) return false;
      for (const one of wanted) tried.add(keyOf(one));
      const now = await acquire(wanted);
      changes.push(...now.changes);
      problems.push(...now.problems);
      result.left ||= now.left;
      return now.changes.length > 0;
    },
  };
  return result;
}

function keyOf({ plugin, installation }: WantedProgram): string {
  return `${plugin.manifest}\n${installation.name}`;
}
