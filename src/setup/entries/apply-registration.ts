/**
 * Carries out a plan, so that a kill at any moment leaves every file whole and the ledger true: an entry is recorded before it is written,
 * and its record is removed after the entry. A file that cannot be written costs only that file.
 */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { UserError } from "../../errors.ts";
import type { Insertion } from "../../files/editor.ts";
import { keyOf } from "../../files/find-ours.ts";
import { type Ledger, type LedgerFile, type LedgerHooks, readLedger, writeLedger } from "../../files/ledger.ts";
import type { Remark } from "../../files/plan-ours.ts";
import { readUserFile, removeEmptyFolders, removeOwnFile, writeUserFile, writing } from "../../files/user-file.ts";
import { isAtOrBelow } from "../../host/bounds.ts";
import { namesIn } from "../../host/paths.ts";
import type { Places } from "../../host/places.ts";
import { clearLeftover, removeEmpty } from "../../host/write-file.ts";
import type { FilePlan } from "./file-plan.ts";
import { FileChanged, writeRewritten } from "./write-rewritten.ts";

/**
 * The plans with their results: failed ones are refused now. `isLeaving`: everything is removed. On a full disk the ledger cannot be written then,
 * and may list more than exists.
 */
export function applyRegistration({
  plans,
  ledger,
  places,
  isLeaving,
}: {
  readonly plans: readonly FilePlan[];
  readonly ledger: Ledger;
  readonly places: Pick<Places, "ledger" | "globalFlags">;
  readonly isLeaving?: true;
}): FilePlan[] {
  const ahead = recordsOf(ledger, plans, ({ recorded, record }) => both(recorded, record));
  const after = recordsOf(ledger, plans, ({ record }) => record ?? []);
  // The ledger on disk has a moved project under its old path.
  const stored = isLeaving === true ? ledger.files : readLedger(places.ledger).files;
  if (!isSame(stored, ahead)) writing(places.ledger, () => writeLedger(places.ledger, ahead));
  // Before entries are removed from the user's files: a project's entry answers again before the user's stops.
  const flags = globalFlagsFor(after);
  for (const flag of namesIn(places.globalFlags)) if (!flags.has(flag)) rmSync(join(places.globalFlags, flag), { force: true });
  for (const file of [places.ledger, ...ahead.map((recorded) => recorded.file)]) clearLeftover(file);
  // Deletions come first, to free space.
  const deleted = new Map(plans.filter((plan) => plan.after === null).map((plan) => [plan, carryOut(plan)]));
  const done = plans.map((plan) => deleted.get(plan) ?? carryOut(plan));
  const folders = [...new Set(done.filter(isGone).flatMap(foldersOf))].sort((one, other) => one.length - other.length);
  // After all deletions: a folder may have been waiting for the file of another plan.
  for (const folder of folders.toReversed()) removeEmpty(folder);
  // The records that stay get the folders that were made for files that are gone.
  const final = recordsOf(ledger, done, ({ record }) => record ?? []).map((recorded) => {
    const more = folders.filter((folder) => isAtOrBelow(recorded.file, folder) && !recorded.createdFolders.includes(folder));
    return more.length === 0 ? recorded : { ...recorded, createdFolders: [...more, ...recorded.createdFolders] };
  });
  if (!isSame(ahead, final)) {
    try {
      writing(places.ledger, () => writeLedger(places.ledger, final));
    } catch (error) {
      if (isLeaving !== true) throw error;
    }
  }
  writing(places.globalFlags, () => createGlobalFlags(places, globalFlagsFor(final)));
  return done;
}

/** In their existing order: a run that changes nothing leaves the ledger unchanged. */
function recordsOf({ files }: Ledger, plans: readonly FilePlan[], recordOf: (plan: FilePlan) => LedgerFile | LedgerFile[]): LedgerFile[] {
  const planned = new Map(plans.map((plan) => [plan.file, plan]));
  const known = new Set(files.map(({ file }) => file));
  const there = files.flatMap((recorded) => {
    const plan = planned.get(recorded.file);
    return plan === undefined ? recorded : recordOf(plan);
  });
  return [...there, ...plans.filter(({ file }) => !known.has(file)).flatMap(recordOf)];
}

function carryOut(plan: FilePlan): FilePlan {
  if (plan.before === plan.after && (plan.after !== null || plan.recorded === undefined)) return plan;
  const { file, rewritten } = plan;
  try {
    if (rewritten !== undefined)
      return writeRewritten(plan, rewritten, writePlanned) ?? failed(plan, `${file} is changed by its agent all the time; run this again`);
    const now = readUserFile(file);
    if (!now.ok || now.text !== plan.before) return failed(plan, `${file} changed while Symposium was working; run this again`);
    writePlanned(plan);
    return plan;
  } catch (error) {
    if (plan.recorded === undefined) removeEmptyFolders(plan.record?.createdFolders ?? []);
    if (error instanceof UserError) return failed(plan, error.message);
    return failed(plan, `cannot write ${file} (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
}

function writePlanned({ file, after, emptied, recorded }: FilePlan, isStill?: () => boolean): void {
  const check = () => {
    if (isStill?.() === false) throw new FileChanged();
  };
  if (after === null) removeOwnFile(file, foldersOf({ emptied, recorded }));
  else writeUserFile(file, after, check);
}

function failed(plan: FilePlan, message: string): FilePlan {
  const { before, recorded, snippet, remarks } = plan;
  const remark: Remark = { level: "error", message, snippet };
  return { ...plan, record: recorded, action: "refused", after: before, remarks: [...remarks, remark] };
}

/** What a file may contain while it is being changed: earlier insertions and planned ones. */
function both(recorded: LedgerFile | undefined, record: LedgerFile | undefined): LedgerFile[] {
  if (recorded === undefined || record === undefined) return [recorded ?? record ?? []].flat();
  const former = [...new Set([recorded.digest, ...(recorded.formerDigests ?? [])])].filter((digest) => digest !== record.digest);
  const paths = new Set((record.servers ?? []).map(({ path }) => keyOf(path)));
  const servers = [...(record.servers ?? []), ...(recorded.servers ?? []).filter(({ path }) => !paths.has(keyOf(path)))];
  const hooks = bothHooks(recorded.hooks ?? [], record.hooks ?? []);
  return [
    {
      ...record,
      insertions: eachOnce([...recorded.insertions, ...record.insertions]),
      servers: servers.length === 0 ? undefined : servers,
      hooks: hooks.length === 0 ? undefined : hooks,
      formerDigests: record.content === "plugin-file" && former.length > 0 ? former : undefined,
    },
  ];
}

/** An unfinished replacement has no digest that counts, so that the next run finishes it. */
function bothHooks(before: readonly LedgerHooks[], after: readonly LedgerHooks[]): LedgerHooks[] {
  const gone = before.filter(({ manifest }) => !after.some((one) => one.manifest === manifest));
  const there = after.map((one) => {
    const earlier = before.find(({ manifest }) => manifest === one.manifest);
    if (earlier === undefined || isSame(earlier, one)) return one;
    return { ...one, digest: "", insertions: eachOnce([...earlier.insertions, ...one.insertions]) };
  });
  return [...gone, ...there];
}

function eachOnce(insertions: readonly Insertion[]): readonly Insertion[] {
  return [...new Map(insertions.map((one) => [JSON.stringify(one), one])).values()];
}

function isSame<T>(one: T, other: T): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The flag `global/<agent>` means that an agent calls us through the user's own file, so that a project's entry ends at once (RG-7). */
function globalFlagsFor(files: readonly LedgerFile[]): ReadonlySet<string> {
  return new Set(files.filter(({ scope }) => scope === "user").flatMap(({ agents: [agent] }) => agent ?? []));
}

/** Called after entries were written to the user's files. */
function createGlobalFlags({ globalFlags }: Pick<Places, "globalFlags">, flags: ReadonlySet<string>): void {
  const there = new Set(namesIn(globalFlags));
  const missing = [...flags].filter((flag) => !there.has(flag));
  if (missing.length > 0) mkdirSync(globalFlags, { recursive: true, mode: 0o700 });
  for (const flag of missing) writeFileSync(join(globalFlags, flag), "", { mode: 0o600 });
}

function isGone({ action, after, record }: FilePlan): boolean {
  return action !== "refused" && after === null && record === undefined;
}

function foldersOf({ emptied, recorded }: Pick<FilePlan, "emptied" | "recorded">): readonly string[] {
  return emptied ?? recorded?.createdFolders ?? [];
}
