/** `trust lock`, and the check against what it wrote: the bytes here are those that the team committed, whatever anyone consented to. */

import { type Lock, LOCK_NAME, type LockedSubject, readLock, writeLock } from "../../consent/lock-file.ts";
import { snapshotOf } from "../../consent/snapshot.ts";
import { partTitle, type Subject } from "../../consent/subject.ts";
import { messageOf, UserError } from "../../errors.ts";
import type { PlacedContext } from "../../host/places.ts";
import { lookUp } from "../../lookup.ts";
import { withCandidates } from "./subjects-here.ts";

/** Throws a `UserError` outside any project, and where something cannot be covered. */
export function lockTrust(app: PlacedContext) {
  const here = lockableIfAny(app);
  if (here === undefined) throw new UserError("NO-WORKSPACE", `${app.context.cwd} is not in a workspace`, { hint: "run it in a project" });
  const { folder, subjects } = here;
  const lock = new Map(subjects.map((subject) => [subject.id, lockedNow(subject)]));
  const isChanged = writeLock(folder, lock);
  return { folder, file: LOCK_NAME, isChanged, plugins: [...lock].map(([id, { plugin, digest }]) => ({ id, plugin, digest })) };
}

export interface LockDifference {
  readonly id: string;
  readonly plugin: string;
  /** Completes the sentence that begins with the plugin's name. */
  readonly what: string;
}

/** `undefined` where the team has committed none. */
export function differencesFromLock(app: PlacedContext): readonly LockDifference[] | undefined {
  const here = lockableIfAny(app);
  const lock = here === undefined ? undefined : readLock(here.folder);
  if (here === undefined || lock === undefined) return undefined;
  return [...here.subjects.flatMap((subject) => changedOf(subject, lock)), ...missingIn(here.subjects, lock)];
}

function changedOf(subject: Subject, lock: Lock): readonly LockDifference[] {
  const { id, plugin } = subject;
  const locked = lock.get(id);
  if (locked === undefined) return [{ id, plugin, what: `is not in ${LOCK_NAME}` }];
  let now: LockedSubject;
  try {
    now = lockedNow(subject);
  } catch (error) {
    return [{ id, plugin, what: `cannot be compared: ${messageOf(error)}` }];
  }
  if (now.digest === locked.digest && now.plugin === locked.plugin) return [];
  const names = [...new Set([...Object.keys(locked.parts), ...Object.keys(now.parts)])];
  const changed = names.filter((name) => lookUp(locked.parts, name) !== lookUp(now.parts, name));
  return [{ id, plugin, what: `has other bytes than ${LOCK_NAME} says${changed.length === 0 ? "" : `: ${changed.join(", ")}`}` }];
}

function missingIn(subjects: readonly Subject[], lock: Lock): readonly LockDifference[] {
  return [...lock].flatMap(([id, { plugin }]) =>
    subjects.some((subject) => subject.id === id) ? [] : [{ id, plugin, what: `is in ${LOCK_NAME}, and was not found here` }],
  );
}

function lockedNow(subject: Subject): LockedSubject {
  const { digest, parts, problem } = snapshotOf(subject);
  if (problem !== undefined) throw new UserError("UNCOVERABLE", `\`${subject.plugin}\` cannot be locked: ${problem}`);
  const byName = new Map<string, string[]>();
  subject.parts.forEach((part, at) => {
    const now = parts[at];
    const title = partTitle(part);
    byName.set(title, [...(byName.get(title) ?? []), now === undefined || "problem" in now ? "" : now.digest].toSorted());
  });
  return { plugin: subject.plugin, digest, parts: Object.fromEntries([...byName].map(([title, digests]) => [title, digests.join(" ")])) };
}

/** What comes with the project for every user: its own plugins, and those of its dependencies, enabled or not. */
function lockableIfAny(app: PlacedContext) {
  const { workspace, loaded } = withCandidates(app);
  if (workspace === null) return undefined;
  const isOfDependency = (id: string) => workspace.dependencies.some(({ ecosystem, name }) => `${ecosystem}:${name}` === id);
  const subjects = loaded.plugins.flatMap(({ consent, inside, origin }) => {
    if (inside !== undefined || consent === undefined || consent.subject.parts.length === 0) return [];
    return origin.kind === "repository" || isOfDependency(consent.subject.id) ? [consent.subject] : [];
  });
  return { folder: workspace.repository ?? workspace.folder, subjects };
}
