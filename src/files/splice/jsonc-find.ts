/**
 * Finds values in a JSONC document: by keys and positions, and what an earlier edit inserted by its exact text, or else by its value, because
 * the user may have reformatted it.
 */

import { attempt } from "../../errors.ts";
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
  return place.reduce((found: Found | undefined, key) => found && inside(found, key)[0], top(document));
}

/** Includes values hidden by a duplicate key; the one that counts comes first. */
function allAt(document: JsoncDocument, place: Place): Found[] {
  const root = top(document);
  return place.reduce((found: Found[], key) => found.flatMap((outer) => inside(outer, key)), root === undefined ? [] : [root]);
}

/** The value at these positions. */
export function foundBySteps(document: JsoncDocument, steps: Steps): Found | undefined {
  return steps.reduce((found: Found | undefined, step) => found && membersOf(found)[step], top(document));
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

type Part = { readonly value: Json; readonly before: string };

/** What an earlier edit inserted: by its exact text, or else by its value, because the user may have reformatted it. */
export function findOurs(document: JsoncDocument, insertion: Insertion): OursFound | undefined {
  const { text = "", shares } = insertion;
  const written = attempt(() => parseJsonc(`{"value":${text}}`));
  const [ours] = written?.root?.members.map(({ value }) => jsonOf(value)) ?? [];
  if (written === undefined || ours === undefined) return undefined;
  const places = allAt(document, insertion.path);
  const candidates = insertion.kind === "key" ? places : places.filter(({ value }) => value.type === "array").flatMap(membersOf);
  const exact = candidates.find(({ value }) => document.text.slice(value.start, value.end) === text);
  if (exact !== undefined) return { found: exact, isExact: true };
  const equal = candidates.find(({ value }) => sameJson(jsonOf(value), ours));
  if (equal !== undefined) return { found: equal, isExact: false };

  if (shares === undefined) return undefined;
  const sharing = candidates.find(({ value }) => isSharing(jsonOf(value), ours, shares));
  return sharing && { found: sharing, isExact: false, shared: { key: shares, parts: partsOf(written, shares) } };
}

function partsOf(document: JsoncDocument, shares: string): Part[] {
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
