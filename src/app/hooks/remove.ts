/** `hooks remove`: takes installed hooks out of agents' files again, byte for byte, and takes imports back. */

import { basename, resolve } from "node:path";

import { resolveAgent } from "../../agents/hook-time.ts";
import { readLedger } from "../../config-files/ledger-file.ts";
import type { Ledger } from "../../config-files/ledger.ts";
import { UserError } from "../../errors.ts";
import { applyRegistration } from "../../registration/apply-registration.ts";
import type { FilePlan } from "../../registration/file-plan.ts";
import { followMoved } from "../../registration/moved-projects.ts";
import { planRemoval } from "../../registration/plan-hook-files.ts";
import { withRegistrationLock } from "../../registration/registration-lock.ts";
import { checkHome } from "../../set-up/home-folder.ts";
import { projectAround } from "../../set-up/set-up.ts";
import { importName } from "../../plugins/imported/import-record.ts";
import type { AppContext } from "../app-context.ts";
import { importsMeant, removeImported } from "./remove-imports.ts";

export interface RemoveRequest {
  /** The manifest's path, which need not exist any more, or what was imported; absent for all. */
  readonly manifest?: string | undefined;
  readonly dryRun?: boolean;
}

export interface RemoveResult {
  readonly dryRun: boolean;
  /** The manifests whose hooks go. */
  readonly manifests: readonly string[];
  readonly files: readonly FilePlan[];
  /** The names of the imports that go. */
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
  const installed = manifestsIn(ledger);
  if (manifest !== undefined && !installed.includes(manifest)) throw notInstalled(manifest, installed, calledAs);
  const plans = await planRemoval(ledger, manifest, new Date(context.now()).toISOString());
  const files = dryRun ? plans : applyRegistration({ plans, ledger, places });
  return { dryRun, manifests: manifest === undefined ? installed : [manifest], files };
}

function manifestsIn({ files }: Ledger): string[] {
  return [...new Set(files.flatMap(({ hooks = [] }) => hooks.map(({ manifest }) => manifest)))];
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
