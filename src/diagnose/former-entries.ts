/** Entries that an earlier version wrote in another form, which the next sync replaces. Reads local files and changes nothing. */

import { resolveAgent } from "../agents/find-agent.ts";
import { FORMER_FRONT } from "../agents/registered-text.ts";
import type { Scope } from "../agents/agent.ts";
import type { Config } from "../files/config.ts";
import type { Editor } from "../files/editor.ts";
import { editorsFor } from "../files/editors.ts";
import { type LedgerFile, readLedger } from "../files/ledger.ts";
import { isFormerLauncher } from "../files/plan-servers.ts";
import { valueAt } from "../files/splice/values.ts";
import { readUserFile } from "../files/user-file.ts";
import type { PlacedContext } from "../host/places.ts";
import { askingForText } from "../setup/entries/activation.ts";
import { agentOf } from "../setup/entries/our-entries.ts";
import { formerEntries } from "../setup/entries/our-forms.ts";
import { hookFiles } from "../setup/entries/plan-registration.ts";
import { projectAround } from "../setup/machine.ts";

export interface FormerEntries {
  readonly file: string;
  readonly scope: Scope;
  readonly workspace?: string;
  readonly entries: number;
  /** The titles of the agents that ask their user once more when entries are replaced. */
  readonly asking: readonly string[];
}

export async function formerEntriesOf({ context, places }: PlacedContext, config: Config): Promise<readonly FormerEntries[]> {
  const { files } = readLedger(places.ledger);
  const configured = config.agents.map((name) => resolveAgent(name));
  const scope = config.hookScope === "global" ? "user" : "project";
  const unrecorded = hookFiles({ context, around: projectAround(context) }).filter(
    (one) => one.scope === scope && configured.includes(one.agents[0]) && files.every(({ file }) => file !== one.file),
  );
  const all: readonly (Pick<LedgerFile, "file" | "agents" | "scope" | "workspace"> & Partial<LedgerFile>)[] = [...files, ...unrecorded];
  const editorOf = await editorsFor(all.map(({ file }) => file));
  return all.flatMap((one): FormerEntries[] => {
    const read = readUserFile(one.file);
    const text = read.ok ? read.text : null;
    if (text === null || !Object.values(FORMER_FRONT).some((front) => text.includes(front))) return [];
    const agent = one.agents.length === 0 ? undefined : agentOf(one);
    const hooks = agent === undefined ? 0 : formerEntries(text, agent);
    const installed = installedIn(one, text, editorOf(one.file));
    const entries = hooks + installed + serversIn(one, text, editorOf(one.file));
    const readers = [...(hooks > 0 ? one.agents : []), ...(installed > 0 ? (one.hooks ?? []).flatMap(({ agents }) => agents) : [])];
    const asking = askingForText(readers, one.scope).map(({ title }) => title);
    return entries === 0 ? [] : [{ file: one.file, scope: one.scope, workspace: one.workspace, entries, asking }];
  });
}

function installedIn({ hooks = [], content }: Partial<LedgerFile>, text: string, editor: Editor): number {
  // A plugin file has nothing but the hooks that were installed into it.
  if (content === "plugin-file") return hooks.length;
  const former = hooks.flatMap(({ insertions }) => insertions.filter((one) => one.text?.includes(FORMER_FRONT.posix) === true));
  return former.filter((one) => editor.has(text, one)).length;
}

function serversIn({ servers = [] }: Partial<LedgerFile>, text: string, editor: Editor): number {
  const read = servers.length === 0 ? undefined : editor.read(text);
  return read?.ok === true ? servers.filter(({ path }) => isFormerLauncher(valueAt(read.value, path))).length : 0;
}
