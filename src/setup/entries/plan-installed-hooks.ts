/** Plans the files into which hooks of a manifest are installed, or from which they are removed (IX-9). Reads files and changes nothing. */

import type { Scope } from "../../agents/agent.ts";
import type { Entry } from "../../files/editor.ts";
import { editorsFor } from "../../files/editors.ts";
import type { Ledger, LedgerFile } from "../../files/ledger.ts";
import { digestOf } from "../../files/user-file.ts";
import type { FilePlan, WantedHooks } from "./file-plan.ts";
import { planFile } from "./plan-file.ts";
import { orderFor } from "./plan-registration.ts";

/** One file with hooks of the manifest. */
export interface HookFileOrder {
  readonly file: string;
  readonly agents: readonly string[];
  readonly entries: readonly Entry[];
  /** Its whole text, where it holds nothing else. */
  readonly text?: string;
}

interface InstallWish {
  /** The manifest's path. */
  readonly manifest: string;
  readonly files: readonly HookFileOrder[];
  readonly scope: Scope;
  readonly workspace?: string;
  readonly ledger: Ledger;
  /** An ISO date with time. */
  readonly date: string;
}

/** What the manifest had installed in this scope and has no longer goes. */
export async function planInstalledHooks({ manifest, files, scope, workspace, ledger, date }: InstallWish): Promise<FilePlan[]> {
  const recordedAt = new Map(ledger.files.map((recorded) => [recorded.file, recorded]));
  const wanted = new Set(files.map(({ file }) => file));
  const goes = ledger.files.filter(
    (recorded) =>
      !wanted.has(recorded.file) && recorded.scope === scope && recorded.workspace === workspace && hasHooksOf(recorded, manifest),
  );
  const editorOf = await editorsFor([...wanted, ...goes.map(({ file }) => file)]);
  const identity = { scope, ...(workspace === undefined ? {} : { workspace }) };
  return [
    ...files.map((one) => {
      const recorded = recordedAt.get(one.file);
      const installed = { wanted: [wantedHooks(manifest, one)], kept: others(recorded, manifest) };
      const there = recorded ?? { ...identity, file: one.file, agents: [] };
      return planFile(orderFor(there, { ...keepsHooks(recorded), installed, recorded, editor: editorOf(one.file), date }));
    }),
    ...goes.map((recorded) => planFile(withoutHooks(recorded, manifest, { editorOf, date }))),
  ];
}

/** Every file with hooks of the manifest, or of any. */
export async function planRemoval(ledger: Ledger, manifest: string | undefined, date: string): Promise<FilePlan[]> {
  const goes = ledger.files.filter((recorded) => hasHooksOf(recorded, manifest));
  const editorOf = await editorsFor(goes.map(({ file }) => file));
  return goes.map((recorded) => planFile(withoutHooks(recorded, manifest, { editorOf, date })));
}

function withoutHooks(
  recorded: LedgerFile,
  manifest: string | undefined,
  { editorOf, date }: { readonly editorOf: Awaited<ReturnType<typeof editorsFor>>; readonly date: string },
) {
  const installed = { wanted: [], kept: others(recorded, manifest) };
  return orderFor(recorded, { ...keepsHooks(recorded), installed, recorded, editor: editorOf(recorded.file), date });
}

/** Our registration in the file stays as it is. */
function keepsHooks(recorded: LedgerFile | undefined): { readonly keepsHooks?: true } {
  return recorded !== undefined && recorded.agents.length > 0 ? { keepsHooks: true } : {};
}

function hasHooksOf({ hooks = [] }: LedgerFile, manifest: string | undefined): boolean {
  return hooks.some((one) => manifest === undefined || one.manifest === manifest);
}

function others(recorded: LedgerFile | undefined, manifest: string | undefined) {
  return (recorded?.hooks ?? []).filter((one) => manifest !== undefined && one.manifest !== manifest);
}

function wantedHooks(manifest: string, { agents, entries, text }: HookFileOrder): WantedHooks {
  const digest = digestOf(text ?? JSON.stringify(entries));
  return { manifest, digest, agents, entries, text };
}
