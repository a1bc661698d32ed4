/** What is registered where, as data. Reads local files and changes nothing. */

import { existsSync } from "node:fs";

import { resolveAgent } from "../agents/find-agent.ts";
import type { Config } from "../files/config.ts";
import { jsoncEditor } from "../files/editors.ts";
import { entriesIn } from "../files/find-ours.ts";
import { type LedgerFile, readLedger } from "../files/ledger.ts";
import { fileIncludes, readUserFile } from "../files/user-file.ts";
import { sha256 } from "../host/engine.ts";
import type { PlacedContext } from "../host/places.ts";
import { type Activation, activationsOf } from "../setup/entries/activation.ts";
import { hookFiles } from "../setup/entries/plan-registration.ts";
import { entriesContext, type EntriesContext } from "../setup/entries/wanted-files.ts";
import { projectAround } from "../setup/machine.ts";
import { type FilesOfOthers, filesOfOthers } from "../setup/open-context.ts";

export interface Registrations {
  readonly scope: "global" | "project";
  readonly program: { readonly file: string; readonly isThere: boolean };
  readonly registrations: readonly Registered[];
  /** Configured agents that are registered nowhere, and names that mean no agent. */
  readonly unregistered: readonly string[];
  /** Files around us that call us though nothing here wrote them: they came with a clone of the project, or our records are gone. */
  readonly unrecorded: readonly Pick<Registered, "file" | "agents" | "scope">[];
  readonly filesOfOthers?: FilesOfOthers;
}

export interface Registered extends Pick<LedgerFile, "file" | "scope" | "workspace" | "agents"> {
  readonly since: string;
  readonly entries: { readonly there: number; readonly all: number };
  readonly state: "as written" | "changed" | "missing";
  readonly activations: readonly Activation[];
}

export function registrationsOf({ context, places }: PlacedContext, config: Config): Registrations {
  const { files } = readLedger(places.ledger);
  const registered = new Set(files.flatMap(({ agents }) => agents));
  return {
    scope: config.hookScope,
    program: { file: places.program, isThere: existsSync(places.program) },
    registrations: files.filter(({ agents }) => agents.length > 0).map((file) => registeredIn(file, entriesContext({ context, places }))),
    unregistered: config.agents.filter((name) => !registered.has(resolveAgent(name) ?? name)),
    unrecorded: hookFiles({ context, around: projectAround(context) })
      .filter(({ file }) => files.every((one) => one.file !== file) && fileIncludes(file, "symposium-hook"))
      .map(({ file, agents, scope }) => ({ file, agents, scope })),
    filesOfOthers: filesOfOthers({ context, places }),
  };
}

function registeredIn(recorded: LedgerFile, system: EntriesContext): Registered {
  const { file, scope, workspace, agents, date, content, insertions } = recorded;
  const read = readUserFile(file);
  const text = read.ok ? read.text : null;
  const isAsWritten = text !== null && sha256(text) === recorded.digest;
  const entries =
    content === "plugin-file"
      ? { there: isAsWritten ? 1 : 0, all: 1 }
      : text === null
        ? { ...entriesIn("", insertions, jsoncEditor), there: 0 }
        : entriesIn(text, insertions, jsoncEditor);
  const state = entries.there === entries.all ? "as written" : entries.there === 0 && text === null ? "missing" : "changed";
  const activations = text === null ? [] : activationsOf(recorded, text, system);
  return { file, scope, workspace, agents, since: date, entries, state, activations };
}
