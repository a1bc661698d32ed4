/** Plans the files into which hooks of a manifest are installed, or from which they are removed (IX-9). Reads files and changes nothing. */

import type { Scope } from "../../agents/agent.ts";
import type { Ledger, LedgerFile } from "../../files/ledger.ts";
import type { WantedHooks } from "../../files/plan-ours.ts";
import { sha256 } from "../../host/engine.ts";
import type { FileOrder, FilePlan } from "./file-plan.ts";
import { planFiles } from "./plan-registration.ts";

/** `text`: the whole text of a file that contains nothing but these hooks. */
export interface HookFileOrder extends Pick<WantedHooks, "agents" | "entries" | "text"> {
  readonly file: string;
}

interface InstallWish {
  readonly manifest: string;
  readonly files: readonly HookFileOrder[];
  readonly scope: Scope;
  readonly workspace?: string | undefined;
  readonly ledger: Ledger;
  readonly date: string;
}

/** Also plans the removal of what the manifest had installed in this scope and no longer has. */
export function planInstalledHooks({ manifest, files, scope, workspace, ledger, date }: InstallWish): Promise<FilePlan[]> {
  const wanted = new Map(files.map((one) => [one.file, one]));
  const isHere = (recorded: LedgerFile) => recorded.scope === scope && recorded.workspace === workspace;
  const goes = ledger.files.filter((one) => !wanted.has(one.file) && isHere(one) && hasHooksOf(one, manifest));
  const added = files.map(({ file }) => ledger.files.find((one) => one.file === file) ?? { file, agents: [], scope, workspace });
  return planFiles([...added, ...goes], { ledger, date }, (file, recorded) => installedIn(recorded, manifest, wanted.get(file)));
}

/** Plans every file with hooks of the manifest; without one, every file with installed hooks. */
export function planRemoval(ledger: Ledger, manifest: string | undefined, date: string): Promise<FilePlan[]> {
  const goes = ledger.files.filter((recorded) => hasHooksOf(recorded, manifest));
  return planFiles(goes, { ledger, date }, (_, recorded) => installedIn(recorded, manifest));
}

/** Hooks of other manifests stay as they are. */
function installedIn(recorded: LedgerFile | undefined, manifest: string | undefined, order?: HookFileOrder): Pick<FileOrder, "installed"> {
  const kept = (recorded?.hooks ?? []).filter((one) => manifest !== undefined && one.manifest !== manifest);
  if (order === undefined || manifest === undefined) return { installed: { wanted: [], kept } };
  const { agents, entries, text } = order;
  return { installed: { wanted: [{ manifest, digest: sha256(text ?? JSON.stringify(entries)), agents, entries, text }], kept } };
}

function hasHooksOf({ hooks = [] }: LedgerFile, manifest: string | undefined): boolean {
  return hooks.some((one) => manifest === undefined || one.manifest === manifest);
}
