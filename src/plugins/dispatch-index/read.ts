/** Reading a dispatch index on the hook path: the header is parsed, the rest is only cut into the lines that are asked for. */

import { parseJson } from "../../canonical/json.ts";
import { INDEX_FORMAT, INDEX_VERSION, type IndexHeader, type IndexedHook, type Stamped } from "./format.ts";
import { isFresh } from "./stamp.ts";

export interface OpenIndex {
  readonly header: IndexHeader;
  /** Everything after the header line. */
  readonly body: string;
}

export interface IndexLine {
  readonly selector: string;
  /** `plugin/hook`. */
  readonly id: string;
  readonly entry: string;
}

/** The index, or `undefined` for a file that is torn, foreign or of another version. */
export function parseIndex(text: string): OpenIndex | undefined {
  const end = text.indexOf("\n");
  if (end < 0) return undefined;
  const header = parseJson(text.slice(0, end)) as unknown as IndexHeader | null | undefined;
  if (header?.format !== INDEX_FORMAT || header.version !== INDEX_VERSION) return undefined;
  const body = text.slice(end + 1);
  return body.length === header.length ? { header, body } : undefined;
}

/** Throws on a file that is damaged inside. */
export function linesOf({ header, body }: OpenIndex, section: string): readonly IndexLine[] {
  const range = Object.hasOwn(header.sections, section) ? header.sections[section] : undefined;
  if (range === undefined) return [];
  const lines: IndexLine[] = [];
  for (let start = range[0]; start < range[1];) {
    const end = body.indexOf("\n", start);
    const afterSelector = body.indexOf("\t", start);
    const afterId = body.indexOf("\t", afterSelector + 1);
    if (afterSelector < 0 || afterId < 0 || end < afterId) throw new Error("the index is damaged");
    lines.push({
      selector: body.slice(start, afterSelector),
      id: body.slice(afterSelector + 1, afterId),
      entry: body.slice(afterId + 1, end),
    });
    start = end + 1;
  }
  return lines;
}

export function entryOf(line: IndexLine): IndexedHook {
  return JSON.parse(line.entry) as IndexedHook;
}

/** Whether what every call checks is as it was; `thorough` looks at each manifest and folder as well. */
export function isIndexFresh(index: OpenIndex, programme: string, thorough: boolean): boolean {
  if (index.header.programme !== programme || !index.header.stamps.every(isFresh)) return false;
  return !thorough || (JSON.parse(index.body.slice(index.header.watched)) as Stamped[]).every(isFresh);
}
