/** Files around us that call us though nothing here wrote them: they came with a clone of the project, or our records are gone. */

import type { Scope } from "../../agents/agent.ts";
import { hookFiles } from "../../registration/plan-registration.ts";
import type { Ledger } from "../../config-files/ledger.ts";
import type { Context } from "../../context.ts";
import { projectAround } from "../../set-up/set-up.ts";
import { fileIncludes } from "../../config-files/user-file.ts";

export interface UnrecordedFile {
  readonly file: string;
  readonly agents: readonly string[];
  readonly scope: Scope;
}

export function unrecordedFiles(context: Context, { files }: Ledger): UnrecordedFile[] {
  const around = projectAround(context);
  const recorded = new Set(files.map(({ file }) => file));
  return hookFiles({ context, ...(around === undefined ? {} : { around }) })
    .filter(({ file }) => !recorded.has(file) && fileIncludes(file, "symposium-hook"))
    .map(({ file, agents, scope }) => ({ file, agents, scope }));
}
