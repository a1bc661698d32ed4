/** The plan of an installation, as data: every folder to make, replace, leave alone or remove, each with the reason. */

import { join } from "node:path";

import type { SkillFolder } from "../../agents/skill-folders.ts";
import type { Problem } from "../../files/problem.ts";
import { type Chosen, isCopyOf, isEarlier, isRetained, type Retained } from "../../plugins/skills/chosen.ts";
import { type Marker, MARKER } from "../../plugins/skills/marker.ts";
import { type Named, planNames } from "../../plugins/skills/plan-names.ts";
import { cachedSnapshots, refusedSkill, type Snapshot, type SnapshotFile, type Snapshots } from "../../plugins/skills/skill-files.ts";
import { describeOrigin, foldedName } from "../../plugins/skills/skill.ts";
import { addedFiles, type CopyState, isSourceUnchanged, stateOfCopy } from "./compare.ts";
import { isInside, madeFor, placeOf, targetReader, type Slot, type Target } from "./target.ts";

export interface SkillTarget extends SkillFolder {
  readonly isFor?: (chosen: Chosen) => boolean;
}

export interface CopiesWish {
  readonly targets: readonly SkillTarget[];
  /** Every folder that may contain our copies; copies are only removed from those that are not to be filled. */
  readonly known: readonly string[];
  /** Links on the way to a folder may lead anywhere inside this one; absent for the user's own folders, where they may lead anywhere. */
  readonly within?: string;
  readonly chosen: readonly Chosen[];
  readonly kept: readonly Retained[];
  /** Copies that are younger than this are not compared again; 0 for none. */
  readonly debounceSeconds: number;
  readonly now: number;
}

export interface PlannedCopy {
  /** The folder for skills, resolved, and the folder of this skill in it. */
  readonly folder: string;
  readonly directory: string;
  readonly agents: readonly string[];
  readonly chosen: Chosen;
  readonly reason: string;
  readonly files: readonly SnapshotFile[];
  /** The folder's name where that is not the skill's own. */
  readonly renamed?: string;
  /** Files in it that are not ours, and stay. */
  readonly kept: readonly string[];
  /** How many folders above it we made and may remove. */
  readonly made: number;
}

export interface PlannedFolder {
  readonly folder: string;
  readonly directory: string;
  readonly name: string;
  readonly reason: string;
}

export interface CopiesPlan {
  readonly create: readonly PlannedCopy[];
  readonly update: readonly PlannedCopy[];
  /** `unchecked`: too young to be compared, so its source may have changed since. */
  readonly unchanged: readonly (PlannedFolder & { readonly unchecked?: true })[];
  readonly remove: readonly PlannedFolder[];
  /** Changed by a person: it stays, and is no longer ours. */
  readonly unmark: readonly PlannedFolder[];
  readonly blocked: readonly (Pick<PlannedCopy, "folder" | "agents" | "chosen"> & { readonly problem: Problem })[];
  /** Unwanted copies that stay because their source could not be loaded. */
  readonly stays: readonly PlannedFolder[];
  readonly leftovers: readonly string[];
  /** Our folders to remove when empty: the lowest, and how many from there upwards. */
  readonly tidy: readonly { readonly folder: string; readonly made: number }[];
  readonly problems: readonly Problem[];
}

/** Reads only. Never throws. */
export function planCopies(request: CopiesWish): CopiesPlan {
  const snapshots = cachedSnapshots();
  const readTarget = targetReader(request.within);
  const seen = new Set<string>();
  const changes = { create: [], update: [], unchanged: [], remove: [], unmark: [], blocked: [], stays: [] };
  const plan: Building = { ...changes, leftovers: [], tidy: [], problems: [] };
  const wanted = new Map(request.targets.map((target) => [target.path, target]));
  for (const path of new Set([...wanted.keys(), ...request.known])) {
    const target = wanted.get(path);
    const chosen = target === undefined ? [] : request.chosen.filter(target.isFor ?? (() => true));
    const read = readTarget(path);
    if (!read.ok && target !== undefined) {
      const hint = "replace it with a folder inside the workspace";
      const problem: Problem = { severity: "error", file: path, message: `${read.why}, so Symposium installs no skills there`, hint };
      plan.problems.push(problem);
      plan.blocked.push(...chosen.map((one) => ({ folder: path, agents: target.agents, chosen: one, problem })));
    }
    // Two folders may be one, by a link; the first time counts, which is the one to be filled.
    if (!read.ok || seen.has(read.target.folder)) continue;
    planTarget(plan, read.target, target?.agents ?? [], { ...request, chosen }, snapshots);
    seen.add(read.target.folder);
  }
  return plan;
}

type Building = { -readonly [K in keyof CopiesPlan]: CopiesPlan[K][number][] };

/** Without agents that read it, copies are only removed from the folder. */
function planTarget(plan: Building, target: Target, agents: readonly string[], request: CopiesWish, snapshots: Snapshots): void {
  const before = { create: plan.create.length, remove: plan.remove.length };
  plan.leftovers.push(...target.leftovers.filter((path) => placeOf(path, target.folder) === undefined));
  const bySlot = new Map(target.slots.map((slot) => [foldedName(slot.name), slot]));
  const standings = new Map(target.slots.map((slot) => [slot, standingOf(slot, request)]));
  for (const [{ path }, { why }] of standings) {
    const message = `this marker ${why}, so Symposium leaves the folder alone`;
    if (why !== undefined) plan.problems.push(warning(join(path, MARKER), message, "remove the folder if it is not yours"));
  }

  // A skill in the folder itself is already there.
  const entries = request.chosen.flatMap((chosen): Entry[] => {
    const { skill, mirrored } = chosen;
    const digest = () => snapshots.digestOf(skill);
    return isInside(skill.directory, target.folder) ? [] : [{ name: skill.name, origin: skill.origin, digest, fixed: mirrored, chosen }];
  });
  const isTaken = (name: string) => {
    const slot = bySlot.get(foldedName(name));
    return slot !== undefined && standings.get(slot)?.is !== "ours";
  };
  const made = madeIn(target);
  const used = new Set<Slot>();
  for (const { of, name } of planNames(entries, isTaken)) {
    const { chosen } = of;
    const at = { folder: target.folder, agents, chosen };
    const slot = bySlot.get(foldedName(name ?? of.fixed ?? ""));
    if (name === undefined) {
      const message = `you already have a skill there, so Symposium does not copy ${chosen.skill.directory} over it`;
      plan.blocked.push({ ...at, problem: warning(slot?.path ?? target.folder, message, "rename or remove one of the two") });
      continue;
    }
    // On a case-insensitive file system the old name must go before the new one can come.
    const present = slot?.name === name ? slot : undefined;
    if (present !== undefined) used.add(present);
    // A mirrored skill keeps its folder's name.
    const renamed = of.fixed === undefined && name !== of.name ? name : undefined;
    planCopy(plan, { ...at, directory: join(target.folder, name), made, renamed }, present, standings, snapshots);
  }
  for (const [slot, standing] of standings) if (!used.has(slot)) planRemoval(plan, target.folder, slot, standing, entries);
  const isEmptied = target.missing === 0 && target.slots.length === plan.remove.length - before.remove;
  if (made > 0 && (isEmptied || plan.create.length > before.create)) plan.tidy.push({ folder: target.folder, made });
}

interface Entry extends Named {
  readonly chosen: Chosen;
}

type Draft = Omit<PlannedCopy, "reason" | "files" | "kept">;

function planCopy(
  plan: Building,
  draft: Draft,
  slot: Slot | undefined,
  standings: ReadonlyMap<Slot, Standing>,
  snapshots: Snapshots,
): void {
  const { chosen, agents, folder, directory } = draft;
  const { skill } = chosen;
  const marker = slot?.marker?.kind === "ours" ? slot.marker.marker : undefined;
  const standing = slot === undefined ? undefined : standings.get(slot);
  const unchanged = { folder, directory, name: skill.name, reason: "is up to date" };
  // It need not be checked where it was made of exactly this skill a moment ago.
  const isFresh = standing !== undefined && standing.copy === undefined;
  if (marker !== undefined && isFresh && isCopyOf(marker, chosen)) return void plan.unchanged.push({ ...unchanged, unchecked: true });
  const snapshot = snapshots.of(skill);
  if (!snapshot.ok) return void plan.blocked.push({ folder, agents, chosen, problem: refusedSkill(skill.name, snapshot.at, snapshot.why) });
  const copy = { ...draft, files: snapshot.files, kept: [] };
  if (slot === undefined) return void plan.create.push({ ...copy, reason: `comes from ${describeOrigin(skill.origin)}` });
  if (marker === undefined) return void plan.update.push({ ...copy, reason: "was installed by cargo-agents" });
  const reason = changeOf(marker, standing, snapshot, draft);
  if (reason === undefined) return void plan.unchanged.push(unchanged);
  const kept = addedFiles(slot.path, marker);
  const clash = kept?.find((path) => snapshot.files.some((file) => file.path === path || file.path.startsWith(`${path}/`)));
  if (kept !== undefined && clash === undefined) return void plan.update.push({ ...copy, kept, reason });
  const unread = "is unreadable, so Symposium does not update it";
  const taken = `the skill has a new file \`${clash}\` where you have one of your own, so Symposium does not update it`;
  const problem =
    clash === undefined
      ? warning(slot.path, unread, "make it readable, for example with chmod u+r")
      : warning(join(slot.path, clash), taken, "rename your file");
  plan.blocked.push({ folder, agents, chosen, problem });
}

function changeOf(
  marker: Marker,
  standing: Standing | undefined,
  snapshot: Snapshot & { ok: true },
  { chosen, renamed }: Draft,
): string | undefined {
  const { skill, plugin, source } = chosen;
  if (!isCopyOf(marker, chosen)) return `now comes from ${describeOrigin(skill.origin)}`;
  if (standing?.copy !== "intact") return "has lost files";
  if (!isSourceUnchanged(snapshot, marker, renamed)) return "has changed at its source";
  return marker.plugin === plugin && marker.source === source ? undefined : `now comes from ${plugin ?? source}`;
}

function planRemoval(plan: Building, folder: string, slot: Slot, standing: Standing, wanted: readonly Entry[]): void {
  const { marker } = slot;
  if (marker === undefined || marker.kind === "unknown") return;
  const ours = marker.kind === "ours" ? marker.marker : undefined;
  const at: Omit<PlannedFolder, "reason"> = { folder, directory: slot.path, name: ours?.name ?? slot.name };
  if (standing.stays === true) plan.stays.push({ ...at, reason: "may come from a source that could not be loaded" });
  else if (standing.is === "edited") plan.unmark.push({ ...at, reason: "was changed by hand, so it is yours now" });
  else if (ours !== undefined && addedFiles(slot.path, ours)?.length !== 0)
    plan.unmark.push({ ...at, reason: "no longer applies, but contains your own files" });
  else {
    const isMoved = ours !== undefined && wanted.some(({ chosen }) => isCopyOf(ours, chosen));
    plan.remove.push({ ...at, reason: isMoved ? "is installed under another name" : "no longer applies" });
  }
}

/** Folders that were made for skills go with the last of them, so every marker in them records their number. */
function madeIn({ missing, slots, leftovers }: Target): number {
  if (missing > 0) return missing;
  const times = slots.map(({ marker }) => (marker?.kind === "ours" ? marker.marker.made : 0));
  return Math.max(0, ...times, ...leftovers.map(madeFor));
}

/** Who owns a folder among the skills, and whether we may touch it. */
interface Standing {
  /** `ours` may be replaced, and removed unless it stays; the others keep their names. */
  readonly is: "ours" | "kept" | "edited" | "user's";
  /** It may have come from what could not be loaded this time. */
  readonly stays?: true;
  /** How much of what we wrote is left; absent where it was not checked, because it is too young. */
  readonly copy?: CopyState;
  readonly why?: string;
}

function standingOf({ marker, path }: Slot, { kept, chosen, now, debounceSeconds }: CopiesWish): Standing {
  if (marker === undefined) return { is: "user's" };
  if (marker.kind === "unknown") return { is: "user's", why: marker.why };
  // The Rust tool does not record a skill's origin, so any failure may concern this one.
  if (marker.kind === "empty") return kept.length > 0 ? { is: "ours", stays: true } : { is: "ours" };
  const isWanted = chosen.some((item) => isCopyOf(marker.marker, item));
  // A clock that was set back makes a copy seem to come from the future, which proves nothing.
  const age = now - marker.marker.at;
  if (isWanted && age >= 0 && age < debounceSeconds * 1000) return { is: "ours" };
  const copy = stateOfCopy(path, marker.marker);
  if (copy === "edited") return { is: "edited", copy };
  const isReplaced = chosen.some((item) => isEarlier(marker.marker, item));
  return isWanted || isReplaced || !isRetained(marker.marker, kept) ? { is: "ours", copy } : { is: "kept", stays: true, copy };
}

function warning(file: string, message: string, hint: string): Problem {
  return { severity: "warning", file, message, hint };
}
