/** Leaving a machine (RG-14): entries, files and skills in agents' folders, the programme, flags and whatever we kept for ourselves. */

import { readLedger } from "../config-files/ledger-file.ts";
import type { Ledger } from "../config-files/ledger.ts";
import { applyInstall } from "../skills/install/apply.ts";
import type { InstallPlan } from "../skills/install/plan.ts";
import { type OwnFiles, ownFiles, removeOwnFiles } from "./own-files.ts";
import { applyRegistration } from "./registration/apply.ts";
import type { FilePlan } from "./registration/file-plan.ts";
import { planRegistration } from "./registration/plan.ts";
import { programmePaths, removeProgramme } from "./remove-programme.ts";
import type { ConfigPlan } from "./plan-config.ts";
import { planLeaving } from "./workspace/leave.ts";
import { projectAround, type SetUpDone, type SetUpWorld, writeConfig } from "./set-up.ts";

export interface UninstallPlan {
  readonly files: readonly FilePlan[];
  readonly own: OwnFiles;
  readonly skills: readonly InstallPlan[];
  /** What goes of our own. */
  readonly removes: readonly string[];
  readonly ledger: Ledger;
}

/** Reads files and changes nothing. */
export function planUninstall({ context, places }: SetUpWorld, { purge }: { readonly purge: boolean }): UninstallPlan {
  const ledger = readLedger(places.ledger);
  const around = projectAround(context);
  const files = planRegistration({
    agents: [],
    scope: "user",
    ...(around === undefined ? {} : { around }),
    context,
    usedEvents: () => new Set(),
    pluginText: () => "",
    ledger,
    date: new Date(context.now()).toISOString(),
  });
  const own = ownFiles(places, { purge, home: context.home });
  const skills = planLeaving({ context, places }, around);
  const copies = skills.flatMap(({ remove }) => remove.map(({ directory }) => directory));
  return { files, own, skills, removes: [...copies, ...programmePaths(places), ...own.paths], ledger };
}

/** What could not be taken out stays in the ledger, with the programme gone: the entries that are left do nothing. */
export function applyUninstall({ context, places }: SetUpWorld, { files, own, skills, ledger }: UninstallPlan): readonly FilePlan[] {
  const done = applyRegistration({ plans: files, ledger, places });
  for (const plan of skills) applyInstall(plan, { now: context.now() });
  removeProgramme(places);
  removeOwnFiles(own);
  return done;
}

/** The last agent was taken out of the config: everything goes but that. */
export function applyLeaving(world: SetUpWorld, plan: UninstallPlan, config: ConfigPlan | undefined): SetUpDone {
  if (config !== undefined) writeConfig(config);
  return { files: applyUninstall(world, plan) };
}
