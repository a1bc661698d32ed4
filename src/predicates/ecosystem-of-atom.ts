/** What the word in front of an atom decides: how names are spelt, and what a requirement means. */

import { cargoRequirement, requirementOfAtom } from "../ecosystems/cargo/requirement.ts";
import type { Ecosystem, Requirement } from "../ecosystems/ecosystem.ts";

export type EcosystemOfAtom = Pick<Ecosystem, "name" | "isName" | "foldName" | "requirementOf" | "ownRequirement">;

/** The ecosystem of an atom without a word in front. */
export const BARE = "cargo";

/** Every word has one: an atom of an ecosystem that this version does not read is sound, and no workspace meets it. */
export function ecosystemOfAtom(word: string): EcosystemOfAtom {
  if (word === CARGO.name) return CARGO;
  return {
    name: word,
    isName: (text) => (NAMES[word] ?? ANY_NAME).test(text),
    foldName: (name) => name,
    requirementOf: (comparators) => requirementOfNone(comparators.map(({ operator, version }) => operator + version).join(",")),
    ownRequirement: requirementOfNone,
  };
}

const CARGO: EcosystemOfAtom = {
  name: "cargo",
  isName: (text) => /^[A-Za-z0-9_-]+$/.test(text),
  foldName: (name) => name.replaceAll("_", "-"),
  requirementOf: requirementOfAtom,
  ownRequirement: cargoRequirement,
};

const NAMES: Readonly<Record<string, RegExp>> = {
  go: /^[A-Za-z0-9][\w.~-]*(\/[\w.~-]+)*$/,
  npm: /^(@[\w.~-]+\/)?[A-Za-z0-9_-][\w.~-]*$/,
  pypi: /^[A-Za-z0-9]([\w.-]*[A-Za-z0-9])?$/,
};
const ANY_NAME = /^[\w@][\w@./~+-]*$/;

function requirementOfNone(text: string): Requirement {
  return { text, matches: () => false };
}
