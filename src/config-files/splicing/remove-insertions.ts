/** Removes earlier insertions: the exact bytes where they are unchanged, else what has the same value; what the user changed stays. */

import type { Insertion, RemoveOptions } from "../editor.ts";
import type { Format, ParsedText } from "./format.ts";

export interface RemovedInsertions {
  readonly text: string;
  readonly missing: readonly Insertion[];
  readonly replaced: readonly Insertion[];
  readonly kept: readonly Insertion[];
}

/** Containers that are not empty at their turn are checked again at the end, the innermost first. */
export function removeInsertions<Parsed extends ParsedText, Ours>(
  format: Format<Parsed, Ours>,
  text: string,
  insertions: readonly Insertion[],
  { placeholder }: RemoveOptions,
): RemovedInsertions {
  let now = format.parse(text);
  const missing = new Set<Insertion>();
  const replaced = new Set<Insertion>();
  const kept = new Set(insertions.filter((insertion) => !isEntry(insertion)));
  const cutContainer = (container: Insertion) => {
    const after = format.cutContainer(now, container);
    if (after === undefined) return;
    now = after;
    kept.delete(container);
  };
  for (const insertion of format.order(now, insertions)) {
    const ours = isEntry(insertion) ? format.find(now, insertion) : undefined;
    if (!isEntry(insertion)) cutContainer(insertion);
    else if (ours === undefined) missing.add(insertion);
    else if (placeholder !== undefined && format.isFollowed(now, ours, insertion)) {
      now = format.hold(now, ours, placeholder);
      replaced.add(insertion);
    } else now = format.cut(now, ours, insertion);
  }
  for (const container of [...kept].sort((left, right) => right.path.length - left.path.length)) cutContainer(container);
  const among = (some: ReadonlySet<Insertion>) => insertions.filter((insertion) => some.has(insertion));
  return { text: now.text, missing: among(missing), replaced: among(replaced), kept: among(kept) };
}

export function isEntry({ kind }: Insertion): boolean {
  return kind === "key" || kind === "item";
}
