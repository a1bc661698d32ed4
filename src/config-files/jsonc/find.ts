/** Finds what an earlier edit inserted: by its exact text, or else by its value, because the user may have reformatted it. */

import { isObject, type Json, sameJson } from "../../canonical/json.ts";
import type { Insertion } from "../editor.ts";
import { allAt, type Found, foundAt, membersOf } from "./places.ts";
import { type JsoncDocument, jsonOf, type JsoncValue, parseJsonc } from "./tree.ts";

export interface OursFound {
  readonly found: Found;
  /** Whether it is exactly the bytes that were inserted. */
  readonly isExact: boolean;
  /** Our parts, with the white space before each, to be removed from a list that others use too. */
  readonly shared?: { readonly key: string; readonly parts: readonly Part[] };
}

export interface Part {
  readonly value: Json;
  readonly before: string;
}

export function findOurs(document: JsoncDocument, insertion: Insertion): OursFound | undefined {
  const text = insertion.text ?? "";
  const ours = valueIn(text);
  if (ours === undefined) return undefined;
  const places = allAt(document, insertion.path);
  const candidates = insertion.kind === "key" ? places : places.filter(({ value }) => value.type === "array").flatMap(membersOf);
  const exact = candidates.find(({ value }) => document.text.slice(value.start, value.end) === text);
  if (exact !== undefined) return { found: exact, isExact: true };
  const equal = candidates.find(({ value }) => sameJson(jsonOf(value), ours.json));
  if (equal !== undefined) return { found: equal, isExact: false };

  const { shares } = insertion;
  if (shares === undefined) return undefined;
  const parts = partsOf(ours, shares);
  const sharing = candidates.find(({ value }) => isSharing(jsonOf(value), ours.json, shares));
  return sharing === undefined ? undefined : { found: sharing, isExact: false, shared: { key: shares, parts } };
}

interface Ours {
  readonly json: Json;
  readonly node: JsoncValue;
  readonly document: JsoncDocument;
}

function valueIn(text: string): Ours | undefined {
  try {
    const document = parseJsonc(`{"value":${text}}`);
    const node = document.root?.members[0]?.value;
    return node && { json: jsonOf(node), node, document };
  } catch {
    return undefined;
  }
}

function partsOf({ document }: Ours, shares: string): Part[] {
  const list = foundAt(document, ["value", shares]);
  if (list === undefined) return [];
  return membersOf(list).map(({ value }) => ({
    value: jsonOf(value),
    before: /(?<![ \t\r\n])[ \t\r\n]*$/.exec(document.text.slice(0, value.start))?.[0] ?? "",
  }));
}

/** Whether an item is ours except for what others added to its list. */
function isSharing(item: Json, ours: Json, shares: string): boolean {
  if (!isObject(item) || !isObject(ours)) return false;
  const { [shares]: list, ...rest } = item;
  const { [shares]: oursIn, ...oursRest } = ours;
  if (!Array.isArray(list) || !Array.isArray(oursIn) || !sameJson(rest, oursRest)) return false;
  const others: Json[] = [...(list as readonly Json[])];
  return (oursIn as readonly Json[]).every((part) => {
    const at = others.findIndex((other) => sameJson(other, part));
    if (at >= 0) others.splice(at, 1);
    return at >= 0;
  });
}
