/**
 * Lists of sources in a policy. A source counts by its address or folder: the user chooses its name, and could give any source the name of an
 * allowed one. So a name counts only in the user's own policy.
 */

import { foldedName } from "../../config/same-name.ts";
import { allPrefixes } from "../../ecosystems/prefixes.ts";
import { readLocation } from "../../git/read-location.ts";
import type { PolicyLevel } from "./policy.ts";

/** Where something comes from. */
export interface ItemSource {
  /** Keys by which a policy may name it. */
  readonly ids: readonly string[];
  /** The name that the user gave it. */
  readonly name?: string;
  /** It calls itself so, and nothing proves it: a sentence for a denial. */
  readonly unproven?: string;
}

/** Words that name a source on every machine. */
const SOURCE_WORDS = ["workspace", "imported", "user-plugins", "symposium-recommendations", "*"] as const;

export function isListed({ ids, name }: ItemSource, list: readonly string[], level: PolicyLevel): boolean {
  const { keys, beginnings } = readList(list);
  if (keys.has("*") || (level === "user" && name !== undefined && list.includes(name))) return true;
  return ids.some((id) => keys.has(id) || beginnings.some((beginning) => id.startsWith(beginning)));
}

interface SourceList {
  readonly keys: ReadonlySet<string>;
  readonly beginnings: readonly string[];
}

/** Every plugin asks, and reading an address takes time. */
const known = new WeakMap<readonly string[], SourceList>();

function readList(list: readonly string[]): SourceList {
  const before = known.get(list);
  if (before !== undefined) return before;
  const beginnings = list.flatMap((entry) => openBeginning(entry) ?? []);
  const read = { keys: new Set(list.filter((entry) => openBeginning(entry) === undefined).map(sourceKey)), beginnings };
  known.set(list, read);
  return read;
}

/** Entries that can match nothing at this level. */
export function unusableEntries(list: readonly string[], level: PolicyLevel): readonly string[] {
  if (level === "user") return [];
  return list.filter((entry) => !(SOURCE_WORDS as readonly string[]).includes(entry) && !/[/:\\]/.test(entry));
}

/** Only a whole part may be open: `https://github.com/my-org*` would match `my-org-evil` as well. */
function openBeginning(entry: string): string | undefined {
  if (!/[/:\\]\*$/.test(entry)) return undefined;
  const any = sourceKey(`${entry.slice(0, -1)}x`);
  return any.endsWith("x") ? any.slice(0, -1) : undefined;
}

/** All spellings of one repository or package have one key. */
export function sourceKey(text: string): string {
  if (allPrefixes().some((prefix) => text.startsWith(`${prefix}:`))) return foldedName(text);
  const read = /[/\\]/.test(text) ? readLocation(text, {}) : undefined;
  return read?.ok === true ? read.key : text;
}
