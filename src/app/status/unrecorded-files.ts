/** Files around us that call us though nothing here wrote them: they came with a clone of the project, or our records are gone. */

import { join } from "node:path";

import type { Scope } from "../../agents/agent.ts";
import { userPlace } from "../../agents/hook-place.ts";
import { OWN_HOOK_FILES } from "../../agents/registrable.ts";
import type { Ledger } from "../../config-files/ledger.ts";
import type { Context } from "../../context.ts";
import { projectAround } from "../../set-up/set-up.ts";
import { readUserFile } from "../../config-files/user-file.ts";

export interface UnrecordedFile {
  readonly file: string;
  readonly agents: readonly string[];
  readonly scope: Scope;
}

export function unrecordedFiles(context: Context, { files }: Ledger): UnrecordedFile[] {
  const project = projectAround(context);
  const recorded = new Set(files.map(({ file }) => file));
  return OWN_HOOK_FILES.flatMap(({ facts, registration }) => {
    const agents = [facts.name];
    const user: UnrecordedFile = { file: userPlace(registration.file.user, facts.relocatedBy, context), agents, scope: "user" };
    if (project === undefined) return [user];
    return [user, { file: join(project, registration.file.project), agents, scope: "project" as const }];
  }).filter(({ file }) => !recorded.has(file) && callsUs(file));
}

function callsUs(file: string): boolean {
  const read = readUserFile(file);
  return read.ok && read.text?.includes("symposium-hook") === true;
}
