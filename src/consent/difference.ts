/** What changed since the user accepted a plugin: files, what runs, and the lines of texts that are known (PL-17). */

import { join } from "node:path";

import { textOf } from "../host/bytes.ts";
import { sha256 } from "../host/engine.ts";
import { namesIn } from "../host/paths.ts";
import type { Places } from "../host/places.ts";
import { readInPlace, readRegular } from "../host/read-file.ts";
import { removeQuietly, writePrivately } from "../host/write-file.ts";
import type { ConsentRecord, CoveredFile, RecordedPart } from "./consent-file.ts";
import type { Snapshot } from "./snapshot.ts";
import { isSamePart, type Part, type RunItem } from "./subject.ts";

export interface Difference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  readonly runs: Readonly<Record<"added" | "removed" | "same", readonly RunItem[]>> & { readonly changed: readonly ChangedPart[] };
  /** Of the manifest and the files that commands name. */
  readonly texts: readonly ChangedText[];
}

export interface ChangedPart extends Readonly<Record<"before" | "after", RunItem>> {
  /** Its files that were changed, added or removed. */
  readonly files: readonly string[];
}

/** `null` for no file. */
interface ChangedText extends Readonly<Record<"before" | "after", string | null>> {
  readonly path: string;
}

export function differenceSince(
  places: TextPlace,
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
    const textBefore = was === undefined ? null : storedText(places, was);
    const after = is === undefined ? null : textIn(join(snapshot.folder, path), is);
    return textBefore === undefined || after === undefined || textBefore === after ? [] : [{ path, before: textBefore, after }];
  });
  return { added, removed, changed, runs: differenceByPart(before, parts, snapshot, [...changed, ...added, ...removed]), texts };
}

/** Without folders, and without names that lead nowhere. */
function filesOf(files: readonly CoveredFile[]): ReadonlyMap<string, string> {
  return new Map(files.flatMap(([path, , digest]) => (digest.startsWith("folder:") || digest === "-" ? [] : [[path, digest] as const])));
}

function differenceByPart(before: ConsentRecord, parts: readonly Part[], { parts: now }: Snapshot, files: readonly string[]) {
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
  return { kind, name, when, commands, variables, isOpenEnded };
}

const LONGEST = 64 * 1024;

type TextPlace = Pick<Places, "consentTexts">;

/** Stores texts under their digests, for a later difference, and gives their paths. Never throws: without a text the difference only names the file. */
export function storeTexts({ consentTexts }: TextPlace, { folder, files, named }: Snapshot): readonly string[] {
  return files.flatMap(([path, , digest]) => {
    const bytes = named.includes(path) ? textIn(join(folder, path), digest) : undefined;
    if (bytes === undefined) return [];
    try {
      writePrivately(join(consentTexts, plain(digest)), bytes);
      return [path];
    } catch {
      return [];
    }
  });
}

/** The text as it was accepted. */
function storedText({ consentTexts }: TextPlace, digest: string): string | undefined {
  try {
    const bytes = readRegular(join(consentTexts, plain(digest)), { maxBytes: LONGEST, isOurs: true });
    return sha256(bytes) === plain(digest) ? textOf(bytes) : undefined;
  } catch {
    return undefined;
  }
}

/** As it is now; `undefined` for a large file, or one that is not text or has another digest. */
function textIn(file: string, digest: string): string | undefined {
  try {
    const bytes = readInPlace(file, LONGEST);
    return sha256(bytes) === plain(digest) && !bytes.includes(0) ? textOf(bytes) : undefined;
  } catch {
    return undefined;
  }
}

/** Removes texts that no record names any more. */
export function forgetTexts({ consentTexts }: TextPlace, records: readonly ConsentRecord[]): void {
  const named = new Set(records.flatMap(({ files }) => files.map(([, , digest]) => plain(digest))));
  for (const name of namesIn(consentTexts)) if (!named.has(name)) removeQuietly(join(consentTexts, name));
}

function plain(digest: string): string {
  return digest.slice(digest.indexOf(":") + 1);
}
