/** `hooks remove`: takes installed hooks out of agents' files again, byte for byte. */

import { resolve } from "node:path";

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
import type { AppContext } from "../app-context.ts";

export interface RemoveRequest {
  /** The manifest's path, which need not exist any more; absent for all. */
  readonly manifest?: string | undefined;
  readonly dryRun?: boolean;
}

export interface RemoveResult {
  readonly dryRun: boolean;
  /** The manifests whose hooks go. */
  readonly manifests: readonly string[];
  readonly files: readonly FilePlan[];
}

export async function removeHooks(app: AppContext, request: RemoveRequest = {}): Promise<RemoveResult> {
  checkHome(app.context);
  return request.dryRun === true ? remove(app, request) : withRegistrationLock(app, () => remove(app, request));
}

async function remove({ context, places, calledAs }: AppContext, { manifest: word, dryRun = false }: RemoveRequest): Promise<RemoveResult> {
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
      : `installed are those of ${installed.join(", ")}; \`${calledAs} hooks remove\` removes all`;
  return new UserError("NOT-INSTALLED", `no hooks of ${manifest} are installed`, { hint });
}
