/** What the user decided about a subject, compared with what is there now. */

import { messageOf } from "../errors.ts";
import type { Stamped } from "../host/reading-budget.ts";
import { changeStamp } from "../host/stamp.ts";
import type { ConsentRecord, RecordedPart } from "./consent-file.ts";
import type { DevWindow } from "./dev-folder.ts";
import { type PartNow, pathIn, type Snapshot, snapshotOf } from "./snapshot.ts";
import { deniesUnverified, isSamePart, type Part, partTitle, type RecordedHook, type Subject } from "./subject.ts";

export interface Standing {
  /**
   * `unneeded`: nothing of it would run. `accepted`: the user said yes to every part. `declined`: no to every part that is not accepted.
   * `waiting`: the user was not asked yet, or said no to other bytes. `changed`: yes to some of it as it is, or to other bytes. `unknown`: the record
   * or files cannot be read, or the record is not trustworthy.
   */
  readonly state: "unneeded" | "accepted" | "declined" | "waiting" | "changed" | "unknown";
  readonly digest?: string;
  /** What changed, or cannot be verified. */
  readonly because?: string;
  /** By `Part.key`. One that is missing here does not run. */
  readonly parts: ReadonlyMap<string, PartStanding>;
  /** Hooks that the user accepted and that are not there as they were: a denial takes their place. */
  readonly closed: readonly ClosedPart[];
  /** All that was compared. A hook call compares it before it denies: the old bytes may be back. */
  readonly checked: readonly Stamped[];
  /** The user said yes to whatever is in this folder, for some hours; the digest is that of the beginning. */
  readonly dev?: { readonly folder: string; readonly window: DevWindow };
}

export interface PartStanding {
  /** Only an accepted one runs. */
  readonly state: Exclude<Standing["state"], "unneeded">;
  readonly because?: string;
  /** A hook call compares these before it runs the part. */
  readonly checked: readonly Stamped[];
}

interface ClosedPart {
  readonly hook: RecordedHook;
  /** Completes "hook `guard` of `house-rules` …". */
  readonly because: string;
  readonly isGone?: true;
}

/** `records` are all that count here, the best first; `base` are those in whose place closed hooks deny. Never throws. */
export function comparedWith(records: readonly ConsentRecord[], base: readonly ConsentRecord[], subject: Subject): Standing {
  let now: Snapshot;
  try {
    now = snapshotOf(subject, records);
  } catch (error) {
    const because = messageOf(error);
    const closed = guardsIn(base).map(({ hook }) => ({ hook, because: `cannot be verified: ${because}` }));
    return { state: "unknown", because, parts: new Map(), closed, checked: [] };
  }
  const decided = records.find(({ digest }) => digest === now.digest);
  const found = { now, base: decided === undefined ? base : [decided], ordered: decided === undefined ? records : [decided, ...records] };
  const listOf = checkedLists(now, subject);
  const parts = subject.parts.map((part, at) => partStanding(part, now.parts[at]!, found, listOf));
  const closed = closedParts(subject.parts, parts, found);
  const state = stateOf(parts, closed, base);
  const because = state === "changed" ? summary(subject.parts, parts, closed) : state === "unknown" ? now.problem : undefined;
  return {
    state,
    digest: now.digest,
    because,
    parts: new Map(subject.parts.map(({ key }, at) => [key, parts[at]!])),
    closed,
    checked: listOf(now.files.map(([path]) => path)),
  };
}

interface Found {
  readonly now: Snapshot;
  readonly base: readonly ConsentRecord[];
  readonly ordered: readonly ConsentRecord[];
}

/** Accepted hooks that deny while they cannot be verified. */
export function guardsIn(records: readonly ConsentRecord[]) {
  const isGuard = (part: RecordedPart): part is RecordedPart & { readonly hook: RecordedHook } =>
    part.decision === "accepted" && part.hook !== undefined && deniesUnverified(part.hook);
  return records.flatMap(({ parts }) => parts.filter(isGuard));
}

function stateOf(parts: readonly PartStanding[], closed: readonly ClosedPart[], base: readonly ConsentRecord[]): Standing["state"] {
  const isAll = (...states: readonly string[]) => closed.length === 0 && parts.every(({ state }) => states.includes(state));
  if (isAll("accepted")) return "accepted";
  if (parts.some(({ state }) => state === "unknown")) return "unknown";
  if (isAll("accepted", "declined")) return "declined";
  return base.length === 0 ? "waiting" : "changed";
}

function partStanding(part: Part, now: Snapshot["parts"][number], found: Found, listOf: ListOf): PartStanding {
  if ("problem" in now) return { state: "unknown", because: now.problem, checked: [] };
  const checked = listOf(now.paths);
  for (const { parts } of found.ordered) {
    const same = parts.find((one) => isSamePart(one, part) && one.digest === now.digest);
    if (same !== undefined) return { state: same.decision, checked };
  }
  const before = found.base.find(({ parts }) => parts.some((one) => one.decision === "accepted" && isSamePart(one, part)));
  if (before === undefined) return { state: "waiting", checked };
  return { state: "changed", because: `changed since you accepted it (${changedFile(before, now, found.now) ?? "its entry"})`, checked };
}

function changedFile(before: ConsentRecord, { paths }: PartNow, now: Snapshot): string | undefined {
  const old = new Map(before.files.map(([path, , digest]) => [path, digest]));
  const own = new Set(paths);
  return now.files.find(([path, , digest]) => own.has(path) && !digest.startsWith("folder:") && old.get(path) !== digest)?.[0];
}

type ListOf = (paths: readonly string[]) => readonly Stamped[];

/** The same list for the same files: an index has each list once. */
function checkedLists({ folder, files, searched, links }: Snapshot, { coverage }: Subject): ListOf {
  const stamps = new Map(files.map(([path, stamp]) => [path, stamp]));
  const entries = coverage.kind === "files" ? coverage.entriesIn.map((file): Stamped => [file, changeStamp(file)]) : [];
  const lists = new Map<string, readonly Stamped[]>();
  return (paths) => {
    const key = paths.join("\0");
    const known = lists.get(key);
    if (known !== undefined) return known;
    const own = paths.map((path): Stamped => [pathIn(folder, path), stamps.get(path) ?? ""]);
    const list = [...own, ...entries.filter(([file]) => own.every(([other]) => other !== file)), ...searched, ...links];
    lists.set(key, list);
    return list;
  };
}

/** A hook that the user accepted denies unless it is there as it was, or the user decided about another one in its place. */
function closedParts(parts: readonly Part[], standings: readonly PartStanding[], { base, now }: Found): readonly ClosedPart[] {
  const digestAt = (at: number) => (now.parts[at] as Partial<PartNow> | undefined)?.digest;
  const guards = guardsIn(base);
  const isThere = (guard: RecordedPart) => parts.some((part, at) => isSamePart(part, guard) && digestAt(at) === guard.digest);
  const missing = guards.filter((guard) => !isThere(guard));
  return missing.flatMap((guard): ClosedPart[] => {
    const { hook } = guard;
    const namesakes = parts.flatMap((part, at) => (isSamePart(part, guard) ? [at] : []));
    const isKnown = (at: number) => guards.some((one) => isSamePart(one, guard) && one.digest === digestAt(at));
    const isDecided = (at: number) => ["accepted", "declined"].includes(standings[at]?.state ?? "") && !isKnown(at);
    if (namesakes.filter(isDecided).length >= missing.filter((one) => isSamePart(one, guard)).length) return [];
    const open = standings[namesakes.find((at) => !["accepted", "declined"].includes(standings[at]?.state ?? "")) ?? -1];
    if (open === undefined) return [{ hook, because: "was removed or renamed since you accepted it", isGone: true }];
    const { state, because = "changed since you accepted it" } = open;
    return [{ hook, because: state === "unknown" ? `cannot be verified: ${because}` : because }];
  });
}

const MOST_NAMED = 3;

function summary(parts: readonly Part[], standings: readonly PartStanding[], closed: readonly ClosedPart[]): string {
  const changed = parts.flatMap((part, at) => {
    const { state, because = "is new" } = standings[at]!;
    return state === "changed" || state === "waiting" ? [`${partTitle(part)} ${because}`] : [];
  });
  const gone = closed
    .filter(({ isGone }) => isGone)
    .map(({ hook, because }) => `${partTitle({ kind: "hook", name: hook.name })} ${because}`);
  const all = [...new Set([...changed, ...gone])];
  const shown = all.slice(0, MOST_NAMED).join(", ");
  const named = all.length > MOST_NAMED ? `${shown} and ${all.length - MOST_NAMED} more` : shown;
  return closed.length === 0 ? named : `${named}, so what ${closed.length === 1 ? "it guards" : "they guard"} is denied`;
}
