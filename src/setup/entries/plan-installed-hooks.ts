/** Plans the files into which hooks of a manifest are installed, or from which they are removed (IX-9). Reads files and changes nothing. */

import type { Scope } from "../../agents/agent.ts";
import type { Entry } from "../../files/editor.ts";
import { type EditorOf, editorsFor } from "../../files/editors.ts";
import type { Ledger, LedgerFile } from "../../files/ledger.ts";
import type { WantedHooks } from "../../files/plan-ours.ts";
import { sha256 } from "../../host/engine.ts";
import type { FileOrder, FilePlan } from "./file-plan.ts";
import { planFile } from "./plan-file.ts";

export interface HookFileOrder {
  readonly file: string;
  readonly agents: readonly string[];
  readonly entries: readonly Entry[];
  /** Its whole text, where it holds nothing else. */
  readonly text?: string;
}

interface InstallWish {
  readonly manifest: string;
  readonly files: readonly HookFileOrder[];
  readonly scope: Scope;
  readonly workspace?: string | undefined;
  readonly ledger: Ledger;
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
  const added = files.map(({ file, agents, entries, text }) => {
    const recorded = recordedAt.get(file);
    const digest = sha256(text ?? JSON.stringify(entries));
    const own = { manifest, digest, agents, entries, text };
    return plan(recorded ?? { file, agents: [], scope, workspace }, [own], { recorded, manifest, editorOf, date });
  });
  return [...added, ...goes.map((recorded) => plan(recorded, [], { recorded, manifest, editorOf, date }))];
}

/** Every file with hooks of the manifest, or of any. */
export async function planRemoval(ledger: Ledger, manifest: string | undefined, date: string): Promise<FilePlan[]> {
  const goes = ledger.files.filter((recorded) => hasHooksOf(recorded, manifest));
  const editorOf = await editorsFor(goes.map(({ file }) => file));
  return goes.map((recorded) => plan(recorded, [], { recorded, manifest, editorOf, date }));
}

interface About {
  readonly recorded: LedgerFile | undefined;
  readonly manifest: string | undefined;
  readonly editorOf: EditorOf;
  readonly date: string;
}

/** Our registration in the file, and hooks of other manifests, stay as they are. */
function plan(identity: FileOrder["identity"], wanted: readonly WantedHooks[], { recorded, manifest, editorOf, date }: About): FilePlan {
  const kept = (recorded?.hooks ?? []).filter((one) => manifest !== undefined && one.manifest !== manifest);
  const keepsHooks = recorded !== undefined && recorded.agents.length > 0;
  return planFile({ identity, keepsHooks, installed: { wanted, kept }, recorded, editor: editorOf(identity.file), date });
}

function hasHooksOf({ hooks = [] }: LedgerFile, manifest: string | undefined): boolean {
  return hooks.some((one) => manifest === undefined || one.manifest === manifest);
}
