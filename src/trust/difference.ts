/** What changed since the user accepted a plugin: files, what runs, and the lines of texts that are known (PL-17). */

import { join } from "node:path";

import type { Places } from "../platform/places.ts";
import type { ConsentRecord, CoveredFile, RecordedPart } from "./consent-record.ts";
import { storedText, textNow } from "./consent-texts.ts";
import { isSamePart } from "./part-title.ts";
import type { Snapshot } from "./snapshot.ts";
import type { Part, RunItem } from "./subject.ts";

export interface Difference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  /** By part. */
  readonly runs: {
    readonly added: readonly RunItem[];
    readonly removed: readonly RunItem[];
    readonly changed: readonly ChangedPart[];
    /** They run as before. */
    readonly same: readonly RunItem[];
  };
  /** Of the manifest and the files that commands name. */
  readonly texts: readonly ChangedText[];
}

export interface ChangedPart {
  readonly before: RunItem;
  readonly after: RunItem;
  /** Its files that were changed, added or removed. */
  readonly files: readonly string[];
}

export interface ChangedText {
  readonly path: string;
  /** `null` for no file. */
  readonly before: string | null;
  readonly after: string | null;
}

export function differenceSince(
  places: Pick<Places, "consentTexts">,
  before: ConsentRecord,
  { snapshot, parts }: { readonly snapshot: Snapshot; readonly parts: readonly Part[] },
): Difference {
  const [old, now] = [filesOf(before.files), filesOf(snapshot.files)];
  const added = [...now.keys()].filter((path) => !old.has(path));
  const removed = [...old.keys()].filter((path) => !now.has(path));
  const changed = [...now].flatMap(([path, digest]) => (old.has(path) && old.get(path) !== digest ? [path] : []));
  const texts = [...changed, ...added, ...removed].flatMap((path): ChangedText[] => {
    if (!before.texts.includes(path) && !snapshot.named.includes(path)) return [];
    const [was, is] = [old.get(path), now.get(path)];
    const text = {
      path,
      before: was === undefined ? null : storedText(places, was),
      after: is === undefined ? null : textNow(join(snapshot.folder, path), is),
    };
    return text.before === undefined || text.after === undefined || text.before === text.after
      ? []
      : [{ path, before: text.before, after: text.after }];
  });
  return { added, removed, changed, runs: differenceByPart(before, parts, snapshot, [...changed, ...added, ...removed]), texts };
}

/** Without folders, and without names that lead nowhere. */
function filesOf(files: readonly CoveredFile[]): ReadonlyMap<string, string> {
  return new Map(files.flatMap(([path, , digest]) => (digest.startsWith("folder:") || digest === "-" ? [] : [[path, digest] as const])));
}

function differenceByPart(
  before: ConsentRecord,
  parts: readonly Part[],
  { parts: now }: Snapshot,
  files: readonly string[],
): Difference["runs"] {
  const accepted = before.parts.filter(({ decision }) => decision === "accepted");
  const after = parts.map((part, at) => {
    const digested = now[at];
    const found = digested === undefined || "problem" in digested ? { digest: "", paths: [] } : digested;
    return { part, item: shownPart(part), ...found };
  });
  const isThere = (one: RecordedPart) => after.some(({ part, digest }) => isSamePart(part, one) && digest === one.digest);
  const gone = accepted.filter((one) => !isThere(one));
  const isAccepted = ({ part, digest }: (typeof after)[number]) => accepted.some((one) => isSamePart(one, part) && one.digest === digest);
  const changed: { before: RecordedPart; after: (typeof after)[number] }[] = [];
  for (const one of after.filter((part) => !isAccepted(part))) {
    const same = gone.find((other) => isSamePart(other, one.part) && !changed.some((pair) => pair.before === other));
    if (same !== undefined) changed.push({ before: same, after: one });
  }
  return {
    added: after.filter((one) => !isAccepted(one) && !changed.some((pair) => pair.after === one)).map(({ item }) => item),
    removed: gone.filter((one) => !changed.some((pair) => pair.before === one)).map(shownPart),
    changed: changed.map(({ before: old, after: { item, paths } }) => ({
      before: shownPart(old),
      after: item,
      files: files.filter((file) => paths.includes(file)),
    })),
    same: after.filter(isAccepted).map(({ item }) => item),
  };
}

/** Without what only Symposium needs. */
export function shownPart({ kind, name, when, commands, variables, isOpenEnded }: RunItem): RunItem {
  return { kind, name, ...(when === undefined ? {} : { when }), commands, variables, isOpenEnded };
}
