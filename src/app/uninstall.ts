/** Uninstall: removes everything that Symposium wrote, in every project that the ledger names. */

import { readImports } from "../plugins/imported/import-record.ts";
import { putBack, removeCopies } from "../plugins/imported/move-hooks.ts";
import { checkHome } from "../set-up/home-folder.ts";
import type { FilePlan } from "../registration/file-plan.ts";
import { withRegistrationLock } from "../registration/registration-lock.ts";
import { applyUninstall, planUninstall } from "../uninstall/uninstall.ts";
import type { AppContext } from "./app-context.ts";

export interface UninstallRequest {
  readonly dryRun?: boolean;
  /** The config and the user's own plugins go too. */
  readonly purge?: boolean;
  /** Called with the reason where the ledger cannot be used: then only the text of entries tells whose they are. */
  readonly onBrokenLedger?: (trouble: string) => void;
}

export interface UninstallResult {
  readonly dryRun: boolean;
  readonly purge: boolean;
  readonly files: readonly FilePlan[];
  /** What goes of our own. */
  readonly removed: readonly string[];
  /** What could not be deleted, each with the reason. */
  readonly left: readonly string[];
}

export async function uninstall(app: AppContext, request: UninstallRequest = {}): Promise<UninstallResult> {
  const { dryRun = false, purge = false } = request;
  const act = async (): Promise<UninstallResult> => {
    const { records } = readImports(app.places);
    if (!dryRun) await putBack(app, records);
    const plan = await planUninstall(app, { purge });
    if (plan.brokenLedger !== undefined) request.onBrokenLedger?.(plan.brokenLedger);
    const done = dryRun ? { files: plan.files, left: [] } : await applyUninstall(app, plan);
    if (!dryRun) removeCopies(app, records);
    return { dryRun, purge, removed: plan.removes, ...done };
  };
  checkHome(app.context);
  return dryRun ? act() : withRegistrationLock(app, act, { isLeaving: true });
}
