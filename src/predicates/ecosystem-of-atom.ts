/** What the prefix of an atom decides: how names are spelled, and what a requirement means. */

import type { Ecosystem, Requirement } from "../ecosystems/ecosystem.ts";
import { ecosystemNamed } from "../ecosystems/list.ts";
import { lookUp, tableOf } from "../lookup.ts";

export type EcosystemOfAtom = Pick<Ecosystem, "name" | "isName" | "foldName" | "requirementOf" | "ownRequirement">;

/** The ecosystem of an atom without a prefix. */
export const BARE = "cargo";

/** Every prefix has one: an atom of an ecosystem that this version does not read is valid, but no workspace meets it. */
export function ecosystemOfAtom(word: string): EcosystemOfAtom {
  return ecosystemNamed(word) ?? unread(word);
}

/** Whether this version can find the dependencies of such atoms at all. */
export function isRead(word: string): boolean {
  return ecosystemNamed(word) !== undefined;
}

function unread(word: string): EcosystemOfAtom {
  return {
    name: word,
    isName: (text) => (lookUp(NAMES, word) ?? ANY_NAME).test(text),
    foldName: (name) => name,
    requirementOf: (comparators) => neverMet(comparators.map(({ operator, version }) => operator + version).join(",")),
    ownRequirement: neverMet,
  };
}

const NAMES = tableOf({
  go: /^[A-Za-z0-9][\w.~-]*(\/[\w.~-]+)*$/,
  npm: /^(@[\w.~-]+\/)?[A-Za-z0-9_-][\w.~-]*$/,
  pypi: /^[A-Za-z0-9]([\w.-]*[A-Za-z0-9])?$/,
});
const ANY_NAME = /^[\w@][\w@./~+-]*$/;

function neverMet(text: string): Requirement {
  return { text, matches: () => false, limits: () => [] };
}
