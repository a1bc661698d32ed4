/** What changed since the user accepted a plugin: files, what runs, and the lines of texts that are known (PL-17). */

import { join } from "node:path";

import type { Places } from "../platform/places.ts";
import type { ConsentRecord, CoveredFile } from "./consent-record.ts";
import { storedText, textNow } from "./consent-texts.ts";
import type { Snapshot } from "./snapshot.ts";
import type { RunItem } from "./subject.ts";

export interface Difference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  readonly runs: {
    readonly added: readonly RunItem[];
    readonly removed: readonly RunItem[];
    readonly changed: readonly { readonly before: RunItem; readonly after: RunItem }[];
  };
  /** Of the manifest and the files that commands name. */
  readonly texts: readonly ChangedText[];
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
  { snapshot, runs }: { readonly snapshot: Snapshot; readonly runs: readonly RunItem[] },
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
  return { added, removed, changed, runs: differenceOfRuns(before.runs, runs), texts };
}

/** Without folders, and without names that lead nowhere. */
function filesOf(files: readonly CoveredFile[]): ReadonlyMap<string, string> {
  return new Map(files.flatMap(([path, , digest]) => (digest.startsWith("folder:") || digest === "-" ? [] : [[path, digest] as const])));
}

function differenceOfRuns(before: readonly RunItem[], after: readonly RunItem[]): Difference["runs"] {
  const text = (item: RunItem) => JSON.stringify([item.kind, item.name, item.when, item.commands, item.variables, item.isOpenEnded]);
  const gone = before.filter((item) => !after.some((other) => text(other) === text(item)));
  const fresh = after.filter((item) => !before.some((other) => text(other) === text(item)));
  const changed: { before: RunItem; after: RunItem }[] = [];
  for (const item of fresh) {
    const same = gone.find(
      (other) => other.kind === item.kind && other.name === item.name && !changed.some((pair) => pair.before === other),
    );
    if (same !== undefined) changed.push({ before: same, after: item });
  }
  return {
    added: fresh.filter((item) => !changed.some((pair) => pair.after === item)),
    removed: gone.filter((item) => !changed.some((pair) => pair.before === item)),
    changed,
  };
}
