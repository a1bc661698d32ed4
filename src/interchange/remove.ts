/** `hooks remove`: takes installed hooks out of agents' files again, byte for byte, and takes imports back. */

import { basename, resolve } from "node:path";

import { resolveAgent } from "../agents/find-agent.ts";
import { forgetRecords } from "../consent/decide.ts";
import { isOf } from "../consent/place.ts";
import { UserError } from "../errors.ts";
import { readLedger } from "../files/ledger.ts";
import { sameName } from "../files/similar-word.ts";
import { realPath } from "../host/paths.ts";
import { workspaceFolder } from "../packages/workspace-folder.ts";
import { importId, importName, type ImportRecord, readImports, removeImports } from "../plugins/imported/import-record.ts";
import { putBack, removeCopies } from "../plugins/imported/move-hooks.ts";
import { countsHere } from "../plugins/imported/read-imported.ts";
import { workspaceAround } from "../plugins/workspace-around.ts";
import { type AppContext, checkHome } from "../setup/app-context.ts";
import { applyRegistration } from "../setup/entries/apply-registration.ts";
import type { FilePlan } from "../setup/entries/file-plan.ts";
import { planRemoval } from "../setup/entries/plan-installed-hooks.ts";
import { followMoved } from "../setup/entries/plan-registration.ts";
import { projectAround } from "../setup/machine.ts";
import { withRegistrationLock } from "../setup/registration-lock.ts";
import { takeEffect } from "../setup/trust/decide.ts";

export interface RemoveRequest {
  /** The manifest's path, which need not exist any more, or what was imported; absent for all. */
  readonly manifest?: string | undefined;
  readonly dryRun?: boolean;
}

export interface RemoveResult {
  readonly dryRun: boolean;
  readonly manifests: readonly string[];
  readonly files: readonly FilePlan[];
  readonly imports: readonly string[];
}

export async function removeHooks(app: AppContext, request: RemoveRequest = {}): Promise<RemoveResult> {
  const { manifest: word, dryRun = false } = request;
  checkHome(app.context);
  const imported = importsMeant(app, word);
  const imports = imported.map(importName);
  if (!dryRun) await removeImported(app, imported);
  if (word !== undefined && imported.length > 0) return { dryRun, manifests: [], files: [], imports };
  return { ...(await (dryRun ? remove(app, request) : withRegistrationLock(app, () => remove(app, request)))), imports };
}

async function remove(
  { context, places, calledAs }: AppContext,
  { manifest: word, dryRun = false }: RemoveRequest,
): Promise<Omit<RemoveResult, "imports">> {
  const ledger = followMoved(readLedger(places.ledger), projectAround(context));
  const manifest = word === undefined ? undefined : resolve(context.cwd, word);
  const installed = [...new Set(ledger.files.flatMap(({ hooks = [] }) => hooks.map((one) => one.manifest)))];
  if (manifest !== undefined && !installed.includes(manifest)) throw notInstalled(manifest, installed, calledAs);
  const plans = await planRemoval(ledger, manifest, new Date(context.now()).toISOString());
  const files = dryRun ? plans : applyRegistration({ plans, ledger, places });
  return { dryRun, manifests: manifest === undefined ? installed : [manifest], files };
}

function notInstalled(manifest: string, installed: readonly string[], calledAs: string): UserError {
  const hint =
    installed.length === 0
      ? "no hooks are installed"
      : `hooks are installed from ${installed.join(", ")}; \`${calledAs} hooks remove\` removes all`;
  const agent = resolveAgent(basename(manifest));
  if (agent !== undefined)
    return new UserError("NOT-IMPORTED", `no hooks of ${agent} are imported here`, { hint: `\`${calledAs} plugin list\` lists imports` });
  return new UserError("NOT-INSTALLED", `no hooks of ${manifest} are installed`, { hint });
}

/** All of them, in every project; or those that a word means here: an agent, the plugin's name, or the folder of an agent's plugin. */
function importsMeant(app: AppContext, word: string | undefined): readonly ImportRecord[] {
  const { records, problem } = readImports(app.places);
  if (problem !== undefined) throw new UserError("IMPORTS-FILE", `${app.places.imports} ${problem}`);
  if (word === undefined) return records;
  const workspace = workspaceAround(workspaceFolder(app.context), app);
  const agent = resolveAgent(word);
  const folder = realPath(resolve(app.context.cwd, word));
  return records.filter((record) => {
    if (!countsHere(record, workspace)) return false;
    const root = record.root === undefined ? undefined : resolve(record.workspace ?? "/", record.root);
    return record.agent === agent || sameName(importName(record), word) || root === folder;
  });
}

/** Moved hooks go back first, so that they guard throughout. Then the consents: a run that is killed then leaves hooks that wait, and deny nothing. */
async function removeImported(app: AppContext, records: readonly ImportRecord[]): Promise<void> {
  if (records.length === 0) return;
  const { context, places } = app;
  if (records.some(({ moved }) => moved !== undefined)) await withRegistrationLock(app, () => putBack(app, records));
  forgetRecords({ places, now: context.now }, (consents) =>
    consents.filter((consent) =>
      records.some(
        (record) =>
          importId(record) === consent.subject &&
          (record.scope === "user" || isOf(consent, { ...record, workspace: record.workspace ?? "" })),
      ),
    ),
  );
  removeImports(places, context.now, records);
  removeCopies(app, records);
  await takeEffect(app);
}
