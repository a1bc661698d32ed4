/** The plan for one folder: names first, then what each name means for its content. */

import { join } from "node:path";

import { type Chosen, isCopyOf } from "../chosen.ts";
import type { Marker } from "../marker.ts";
import { describeOrigin } from "../origin.ts";
import { type Named, planNames } from "../plan-names.ts";
import { foldedName } from "../skill-name.ts";
import { addedFiles, isSourceUnchanged } from "./compare.ts";
import { clashing, refusedSkill, takenByUser, unknownMarker, unseen } from "./messages.ts";
import type { InstallRequest, PlannedCopy, PlannedFolder, TargetPlan } from "./plan.ts";
import { placeOf } from "./put-back.ts";
import type { Snapshot } from "./snapshot.ts";
import type { Snapshots } from "./snapshots.ts";
import { isFresh, type Standing, standingOf } from "./standing.ts";
import { isInside, type Slot, type Target } from "./target.ts";
import { madeFor } from "./temporary.ts";

type Building = { -readonly [K in keyof TargetPlan]: TargetPlan[K][number][] };

/** Without agents that read it, copies are only removed from the folder. */
export function planTarget(target: Target, agents: readonly string[], request: InstallRequest, snapshots: Snapshots): TargetPlan {
  const plan = emptyPlan(target.leftovers.filter((path) => placeOf(path, target.folder) === undefined));
  const bySlot = new Map(target.slots.map((slot) => [foldedName(slot.name), slot]));
  const standings = new Map(target.slots.map((slot) => [slot, standingOf(slot, request)]));
  for (const [slot, { why }] of standings) if (why !== undefined) plan.problems.push(unknownMarker(slot.path, why));

  // A skill in the folder itself is already there.
  const entries = request.chosen.filter(({ skill }) => !isInside(skill.directory, target.folder)).map((item) => entryOf(item, snapshots));
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
      plan.blocked.push({ ...at, problem: takenByUser(chosen.skill.directory, slot?.path ?? target.folder) });
      continue;
    }
    // On a case-insensitive file system the old name must go before the new one can come.
    const present = slot?.name === name ? slot : undefined;
    if (present !== undefined) used.add(present);
    // A mirrored skill keeps its folder's name.
    const renamed = of.fixed === undefined && name !== of.name ? { renamed: name } : {};
    planCopy(plan, { ...at, directory: join(target.folder, name), made, ...renamed }, present, standings, snapshots);
  }
  for (const [slot, standing] of standings) if (!used.has(slot)) planSkillRemoval(plan, target.folder, slot, standing, entries);
  const isEmptied = target.missing === 0 && target.slots.length === plan.remove.length;
  if (made > 0 && (isEmptied || plan.create.length > 0)) plan.tidy.push({ folder: target.folder, made });
  return plan;
}

interface Entry extends Named {
  readonly chosen: Chosen;
}

function entryOf(chosen: Chosen, snapshots: Snapshots): Entry {
  const { skill, mirrored } = chosen;
  const digest = () => snapshots.digestOf(skill);
  return { name: skill.name, origin: skill.origin, digest, ...(mirrored === undefined ? {} : { fixed: mirrored }), chosen };
}

type Draft = Omit<PlannedCopy, "reason" | "files" | "carried">;

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
  const unchanged = { folder, directory, name: skill.name, reason: "is up to date", chosen, agents };
  if (marker !== undefined && standing !== undefined && isFresh(marker, standing, chosen))
    return void plan.unchanged.push({ ...unchanged, unchecked: true });
  const snapshot = snapshots.of(skill);
  if (!snapshot.ok) return void plan.blocked.push({ folder, agents, chosen, problem: refusedSkill(skill.name, snapshot.at, snapshot.why) });
  const copy = { ...draft, files: snapshot.files, carried: [] };
  if (slot === undefined) return void plan.create.push({ ...copy, reason: `comes from ${describeOrigin(skill.origin)}` });
  if (marker === undefined) return void plan.update.push({ ...copy, reason: "was installed by cargo-agents" });
  const reason = changeOf(marker, standing, snapshot, draft);
  if (reason === undefined) return void plan.unchanged.push(unchanged);
  const carried = addedFiles(slot.path, marker);
  const clash = carried?.find((path) => snapshot.files.some((file) => file.path === path || file.path.startsWith(`${path}/`)));
  if (carried !== undefined && clash === undefined) plan.update.push({ ...copy, carried, reason });
  else plan.blocked.push({ folder, agents, chosen, problem: clash === undefined ? unseen(slot.path) : clashing(slot.path, clash) });
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

/** What is in the folder and not wanted there. */
function planSkillRemoval(plan: Building, folder: string, slot: Slot, standing: Standing, wanted: readonly Entry[]): void {
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

export function emptyPlan(leftovers: readonly string[]): Building {
  const none = { create: [], update: [], unchanged: [], remove: [], unmark: [], blocked: [], stays: [] };
  return { ...none, leftovers: [...leftovers], tidy: [], problems: [] };
}
