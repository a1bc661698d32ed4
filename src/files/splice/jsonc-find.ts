/**
 * Finds values in a JSONC document: by keys and positions, and what an earlier edit inserted by its exact text, or else by its value, because
 * the user may have reformatted it.
 */

import { isObject, type Json, sameJson } from "../../model/json.ts";
import type { Insertion, Place } from "../editor.ts";
import { type JsoncContainer, type JsoncDocument, type JsoncMember, type JsoncValue, jsonOf, parseJsonc } from "./jsonc-document.ts";

/** A member with the containers around it, outermost first; the last one is its own. */
export interface Found {
  readonly containers: readonly JsoncContainer[];
  readonly steps: Steps;
  readonly value: JsoncValue;
}

/** The value at a place; the last of duplicate keys counts. */
export function foundAt(document: JsoncDocument, place: Place): Found | undefined {
  let found = top(document);
  for (const key of place) found = found === undefined ? undefined : inside(found, key)[0];
  return found;
}

/** Includes values hidden by a duplicate key; the one that counts comes first. */
function allAt(document: JsoncDocument, place: Place): Found[] {
  const root = top(document);
  let found = root === undefined ? [] : [root];
  for (const key of place) found = found.flatMap((outer) => inside(outer, key));
  return found;
}

/** The value at these positions. */
export function foundBySteps(document: JsoncDocument, steps: Steps): Found | undefined {
  let found = top(document);
  for (const step of steps) found = found === undefined ? undefined : membersOf(found)[step];
  return found;
}

/** The members of a container; none for a scalar. */
export function membersOf(outer: Found): (Found & { readonly member: JsoncMember })[] {
  const container = outer.value;
  if (container.type === "scalar") return [];
  return container.members.map((member, index) => ({
    member,
    containers: [...outer.containers, container],
    steps: [...outer.steps, index],
    value: member.value,
  }));
}

/** The value with its key; the top of the document is not a member. */
export function memberOf({ containers, steps }: Found): JsoncMember | undefined {
  const step = steps.at(-1);
  return step === undefined ? undefined : containers.at(-1)?.members[step];
}

function top({ root }: JsoncDocument): Found | undefined {
  return root === undefined ? undefined : { containers: [], steps: [], value: root };
}

function inside(outer: Found, key: string | number): Found[] {
  const members = membersOf(outer);
  if (typeof key === "number") return outer.value.type === "array" ? members.slice(key, key + 1) : [];
  return outer.value.type === "object" ? members.filter(({ member }) => member.key === key).toReversed() : [];
}

/** Positions of members, from the top of the document. */
export type Steps = readonly number[];

export interface OursFound {
  readonly found: Found;
  /** Whether it is exactly the bytes that were inserted. */
  readonly isExact: boolean;
  /** Our parts, with the white space before each, to be removed from a list that others use too. */
  readonly shared?: { readonly key: string; readonly parts: readonly Part[] };
}

interface Part {
  readonly value: Json;
  readonly before: string;
}

/** What an earlier edit inserted: by its exact text, or else by its value, because the user may have reformatted it. */
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
