/** What the prefix of an atom decides: how names are spelled, and what a requirement means. */

import type { Ecosystem, Requirement } from "../ecosystems/ecosystem.ts";
import { ecosystemNamed } from "../ecosystems/list.ts";

export type EcosystemOfAtom = Pick<Ecosystem, "name" | "isName" | "foldName" | "requirementOf" | "ownRequirement">;

/** Every prefix has one: an atom of an ecosystem that this version does not read is valid, but no workspace meets it. */
export function ecosystemOfAtom(word: string): EcosystemOfAtom {
  return ecosystemNamed(word) ?? unread(word);
}

/** Whether this version can find the dependencies of such atoms at all. */
export function isRead(word: string): boolean {
  return ecosystemNamed(word) !== undefined;
}

const ANY_NAME = /^[\w@][\w@./~+-]*$/;

function unread(word: string): EcosystemOfAtom {
  return {
    name: word,
    isName: (text) => ANY_NAME.test(text),
    foldName: (name) => name,
    requirementOf: (comparators) => neverMet(comparators.map(({ operator, version }) => operator + version).join(",")),
    ownRequirement: neverMet,
  };
}

function neverMet(text: string): Requirement {
  return { text, own: text, matches: () => false, limits: () => [] };
}
