/** Finds members by keys and positions. */

import type { Place } from "../editor.ts";
import type { Steps } from "./shape.ts";
import type { JsoncContainer, JsoncDocument, JsoncMember, JsoncValue } from "./tree.ts";

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
export function allAt(document: JsoncDocument, place: Place): Found[] {
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
