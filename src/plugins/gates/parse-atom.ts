/** `[<ecosystem>:]<name>[<op><version>{,<op><version>}]`, or with the ecosystem's own syntax in braces: `npm:react{>=18 <20}` (PL-9). */

import { BARE, type Comparator, OPERATORS, type Requirement } from "../../packages/ecosystem.ts";
import { ecosystemOfAtom, type EcosystemOfAtom } from "./match-atom.ts";
import { type Atom, type Flaw, type Gate, isFlaw, type Predicate, printAtom } from "./predicate.ts";

/** Never throws. The requirement's text is what follows the name, so that an atom prints as it was written (I14). */
export function parseAtom(text: string): Atom | Flaw {
  const written = text.trim();
  const start = text.indexOf(written);
  if (written === "") return { problem: "a package name is empty", hint: "write a package's name, or `*` for every workspace", offset: 0 };
  if (written.length > LONGEST) return { problem: `the atom is too long (${written.length} characters)`, offset: start };
  const word = WORD.exec(written)?.[1];
  const from = word === undefined ? 0 : word.length + 1;
  const read = parseNamed(word, written.slice(from));
  return isFlaw(read) ? { ...read, offset: start + from + read.offset } : read;
}

const LONGEST = 2_000;
const WORD = /^([a-z][a-z0-9-]*):/;

/** A tilde starts a version, but in `git.sr.ht/~name/module` a part of a name. */
const NAME = /^(?:[^\s<>=^~!{},;|]|(?<=\/)~)*/;

function parseNamed(word: string | undefined, text: string): Atom | Flaw {
  const name = NAME.exec(text)?.[0] ?? "";
  const rest = text.slice(name.length);
  if (name === "*" && rest.trim() !== "")
    return { problem: "`*` takes no version", hint: "write a package's name before the version", offset: 1 };
  if (name === "*") return word === undefined ? { name: "*" } : { ecosystem: word, name: "*" };
  const ecosystem = ecosystemOfAtom(word ?? BARE);
  if (!ecosystem.isName(name)) return badName(name, text, ecosystem);
  if (rest.trim() === "") return { ecosystem: ecosystem.name, name };
  const requirement = parseRequirement(ecosystem, name, rest);
  return isFlaw(requirement)
    ? { ...requirement, offset: name.length + requirement.offset }
    : { ecosystem: ecosystem.name, name, requirement };
}

function badName(name: string, text: string, { name: ecosystem }: EcosystemOfAtom): Flaw {
  if (name.includes("(")) return { problem: `\`${text}\` is a predicate, not a package`, hint: "put it into `predicates`", offset: 0 };
  if (name === "") return { problem: "the package's name is missing", hint: "write the name first, as in `serde>=1.0`", offset: 0 };
  const at = name.lastIndexOf("@");
  const hint = at > 0 ? `put an operator before the version: \`${name.slice(0, at)}=${name.slice(at + 1)}\`` : undefined;
  return { problem: `\`${name}\` is not a valid ${ecosystem} package name`, hint, offset: 0 };
}

function parseRequirement(ecosystem: EcosystemOfAtom, name: string, text: string): Requirement | Flaw {
  const rest = text.trimStart();
  const read = rest.startsWith("{") ? parseBraces(ecosystem, rest) : parseComparators(ecosystem, name, rest);
  return isFlaw(read) ? { ...read, offset: text.length - rest.length + read.offset } : read;
}

function parseBraces(ecosystem: EcosystemOfAtom, text: string): Requirement | Flaw {
  const end = text.indexOf("}");
  if (end < 0) return { problem: "the closing brace is missing", hint: "end the requirement with `}`", offset: 0 };
  const after = text.slice(end + 1).trim();
  if (after !== "") return { problem: `unexpected text after the atom: \`${after}\``, offset: text.indexOf(after, end + 1) };
  const inner = text.slice(1, end).trim();
  if (inner === "") return { problem: "the braces are empty", hint: "remove them if any version will do", offset: 0 };
  const own = ecosystem.ownRequirement(inner);
  return "problem" in own ? { problem: own.problem, offset: 1 } : { ...own, text: `{${inner}}` };
}

function parseComparators(ecosystem: EcosystemOfAtom, name: string, text: string): Requirement | Flaw {
  const comparators: Comparator[] = [];
  let offset = 0;
  for (const part of text.split(",")) {
    const comparator = parseComparator(part.trim(), name, ecosystem.name);
    if (isFlaw(comparator)) return { ...comparator, offset: offset + part.length - part.trimStart().length };
    comparators.push(comparator);
    offset += part.length + 1;
  }
  const requirement = ecosystem.requirementOf(comparators);
  if ("problem" in requirement) return { problem: requirement.problem, offset: 0 };
  return { ...requirement, text: comparators.map(({ operator, version }) => operator + version).join(",") };
}

function parseComparator(text: string, name: string, ecosystem: string): Comparator | Flaw {
  const operator = OPERATORS.find((each) => text.startsWith(each));
  if (operator === undefined) return noOperator(text, name);
  const version = text.slice(operator.length).trim();
  if (version === "") return { problem: `a version is missing after \`${operator}\``, hint: `as in \`${name}${operator}1.0\``, offset: 0 };
  if (VERSION.test(version)) return { operator, version };
  const hint = `the operators are ${OPERATORS.join(" ")}; the syntax of ${ecosystem} itself goes into braces: \`${name}{…}\``;
  return { problem: `\`${version}\` is not a valid version`, hint, offset: 0 };
}

const VERSION = /^[0-9A-Za-z][0-9A-Za-z.+*!_-]*$/;

function noOperator(text: string, name: string): Flaw {
  const problem = text === "" ? "a version is missing after the comma" : `unexpected text after the name: \`${text}\``;
  if (/^v?\d/.test(text)) return { problem, hint: `put an operator before the version: \`${name}>=${text}\``, offset: 0 };
  if (!/^[!|;]/.test(text)) return { problem, hint: "separate packages with commas", offset: 0 };
  const hint = `the operators are ${OPERATORS.join(" ")}; an ecosystem's own syntax goes into braces: \`${name}{…}\``;
  return { problem, hint, offset: 0 };
}

/** Never throws. A part that starts with an operator belongs to the atom before it (PL-9). Empty text means no atoms. */
export function parseAtomList(value: string | readonly string[]): readonly Atom[] | Flaw {
  const atoms: Atom[] = [];
  for (const part of partsOf(value)) {
    const atom = parseAtom(part.text);
    if (isFlaw(atom)) return { ...atom, offset: part.offset + atom.offset, index: part.index };
    atoms.push(atom);
  }
  return atoms;
}

function partsOf(value: string | readonly string[]) {
  const parts: (Piece & { readonly index: number })[] = [];
  for (const [index, item] of (typeof value === "string" ? [value] : value).entries()) {
    let inBraces = false;
    const pieces = splitAtCommas(item, (letter) => {
      if (letter === "{" || letter === "}") inBraces = letter === "{";
      return !inBraces;
    });
    // A trailing comma separates nothing, and a blank text contains nothing; an empty item of a list is a mistake.
    if (pieces.at(-1)?.text.trim() === "" && (pieces.length > 1 || typeof value === "string")) pieces.pop();
    for (const { text, offset } of pieces) {
      const before = parts.at(-1);
      const isMore = OPERATORS.some((operator) => text.trimStart().startsWith(operator));
      if (before !== undefined && isMore) parts[parts.length - 1] = { ...before, text: `${before.text},${text}` };
      else parts.push({ text, index, offset });
    }
  }
  return parts;
}

export interface Piece {
  readonly text: string;
  readonly offset: number;
}

/** `isOutside` is told each letter in turn: only commas outside of brackets separate. */
export function splitAtCommas(text: string, isOutside: (letter: string) => boolean): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (!isOutside(text[at]!) || text[at] !== ",") continue;
    pieces.push({ text: text.slice(from, at), offset: from });
    from = at + 1;
  }
  return [...pieces, { text: text.slice(from), offset: from }];
}

/** Gates and atoms from JSON, which has no functions. A requirement is parsed when a version is compared. */
export function revivedGate({ dependsOn, predicates }: Gate): Gate {
  return { dependsOn: dependsOn.map(revivedAtom), predicates: predicates.map(revivedPredicate) };
}

function revivedPredicate(predicate: Predicate): Predicate {
  switch (predicate.kind) {
    case "depends-on":
      return { ...predicate, atom: revivedAtom(predicate.atom) };
    case "not":
      return { ...predicate, of: revivedPredicate(predicate.of) };
    case "any":
    case "all":
      return { ...predicate, of: predicate.of.map(revivedPredicate) };
    default:
      return predicate;
  }
}

export function revivedAtom(atom: Atom): Atom {
  if (atom.requirement === undefined) return atom;
  const { text, own } = atom.requirement;
  const parsed = () => {
    const again = parseAtom(printAtom(atom));
    return isFlaw(again) ? undefined : again.requirement;
  };
  const matches = (version: string) => parsed()?.matches(version) === true;
  return { ...atom, requirement: { text, own, matches, limits: () => parsed()?.limits() ?? [] } };
}
