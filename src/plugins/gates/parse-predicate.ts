/** Predicates as manifests and skills write them: function calls, `any(depends-on(serde), env(CI))`. */

import { similarWord } from "../../files/similar-word.ts";
import { lookUp } from "../../lookup.ts";
import { parseAtom, parseAtomList, type Piece, splitAtCommas } from "./parse-atom.ts";
import { type Flaw, isFlaw, type Predicate } from "./predicate.ts";

/** Never throws. The argument is everything between the first parenthesis and the last, trimmed. */
export function parsePredicate(text: string): Predicate | Flaw {
  if (text.length > LONGEST) return { problem: `the predicate is too long (${text.length} characters)`, offset: 0 };
  return parseNested(text, 0);
}

/** A list of texts, or one text with commas. All of them must hold. */
export function parsePredicateList(value: string | readonly string[]): readonly Predicate[] | Flaw {
  const predicates: Predicate[] = [];
  for (const [index, item] of (typeof value === "string" ? [value] : value).entries()) {
    if (typeof value === "string" && item.trim() === "") continue;
    const read = parseItem(item);
    if (isFlaw(read)) return { ...read, index };
    predicates.push(...read);
  }
  return predicates;
}

/** A command may contain unpaired parentheses, so a text that does not split into calls is tried as one call. */
function parseItem(item: string): readonly Predicate[] | Flaw {
  if (item.length > LONGEST) return parseEach([{ text: item, offset: 0 }], parsePredicate);
  const parts = splitOutsideParentheses(item);
  const calls = parts.filter(({ text }, at) => text.trim() !== "" || at === 0 || at < parts.length - 1);
  if (calls.some(({ text }) => !CALL.test(text.trim()))) {
    const whole = parsePredicate(item);
    if (!isFlaw(whole)) return [whole];
  }
  return parseEach(calls, parsePredicate);
}

export const BUILT_IN = ["depends-on", "shell", "path_exists", "env", "workspace-member", "not", "any", "all", "crate"] as const;

export function isCustomName(name: string): boolean {
  return CUSTOM.test(name) && !(BUILT_IN as readonly string[]).includes(name);
}

const LONGEST = 20_000;
const DEEPEST = 50;
const CUSTOM = /^[A-Za-z][A-Za-z0-9_]*$/;
const CALL = /^[\w-]+\s*\([^]*\)$/;

type ReadArgument = (argument: string, depth: number) => Predicate | Flaw;

const READ: Readonly<Record<(typeof BUILT_IN)[number], ReadArgument>> = {
  "depends-on": readDependsOn,
  // In one release `depends-on` has this name (PL-5).
  crate: readDependsOn,
  shell: (command) =>
    command === "" ? { problem: "`shell` needs a command", hint: "as in `shell(test -f x)`", offset: 0 } : { kind: "shell", command },
  path_exists: (path) => ({ kind: "path-exists", path }),
  env: readEnv,
  "workspace-member": (argument) =>
    argument === "" ? { kind: "workspace-member" } : { problem: "`workspace-member` takes no argument", offset: 0 },
  not: (argument, depth) => {
    const of = parseChildren("not", argument, depth);
    if (isFlaw(of)) return of;
    const [only, second] = of;
    if (only === undefined || second !== undefined) return { problem: "`not` takes one predicate", hint: "as in `not(any(…))`", offset: 0 };
    return { kind: "not", of: only };
  },
  any: combination("any"),
  all: combination("all"),
};

function parseNested(text: string, depth: number): Predicate | Flaw {
  const written = text.trim();
  const start = text.length - text.trimStart().length;
  const open = written.indexOf("(");
  if (open <= 0 || !written.endsWith(")")) return notACall(written, open, start);
  if (depth > DEEPEST) return { problem: `predicates are nested more than ${DEEPEST} deep`, offset: start };
  const name = written.slice(0, open).trimEnd();
  const inner = written.slice(open + 1, -1);
  const argument = inner.trim();
  const read = lookUp(READ, name)?.(argument, depth);
  if (read === undefined) return isCustomName(name) ? { kind: "custom", name, argument } : noSuchName(name, start);
  return isFlaw(read) ? { ...read, offset: start + open + 1 + inner.length - inner.trimStart().length + read.offset } : read;
}

function notACall(text: string, open: number, offset: number): Flaw {
  if (text === "") return { problem: "a predicate is empty", hint: "as in `depends-on(serde)`", offset };
  if (open > 0) return { problem: `\`${text}\` does not end with a parenthesis`, hint: "close the predicate with `)`", offset };
  const hint = isFlaw(parseAtom(text))
    ? "write a predicate as a call, as in `env(CI)`"
    : `write \`depends-on(${text})\`, or put it into \`depends-on\``;
  return { problem: `\`${text}\` is not a valid predicate`, hint, offset };
}

function noSuchName(name: string, offset: number): Flaw {
  const meant = similarWord(name, BUILT_IN);
  const hint = meant === undefined ? "a name has letters, digits and `_`, and begins with a letter" : `did you mean \`${meant}\`?`;
  return { problem: `\`${name}\` is not a valid predicate name`, hint, offset };
}

function readDependsOn(argument: string): Predicate | Flaw {
  const atoms = parseAtomList(argument);
  if (isFlaw(atoms)) return atoms;
  const [atom, second] = atoms;
  if (atom === undefined) return { problem: "`depends-on` needs a package", hint: "as in `depends-on(serde)`", offset: 0 };
  if (second === undefined) return { kind: "depends-on", atom };
  return { problem: "`depends-on` takes one package", hint: "write `any(depends-on(…), depends-on(…))`", offset: 0 };
}

function readEnv(argument: string): Predicate | Flaw {
  const equals = argument.indexOf("=");
  const name = (equals < 0 ? argument : argument.slice(0, equals)).trim();
  if (name === "" || /[\s(),\0]/.test(name))
    return { problem: `\`${name}\` is not a valid variable name`, hint: "as in `env(CI)` or `env(CI=true)`", offset: 0 };
  return equals < 0 ? { kind: "env", name } : { kind: "env", name, value: argument.slice(equals + 1).trim() };
}

function combination(kind: "any" | "all"): ReadArgument {
  return (argument, depth) => {
    const of = parseChildren(kind, argument, depth);
    return isFlaw(of) ? of : { kind, of };
  };
}

function parseChildren(name: string, argument: string, depth: number): readonly Predicate[] | Flaw {
  if (argument === "") return { problem: `\`${name}\` needs a predicate`, hint: `as in \`${name}(env(CI))\``, offset: 0 };
  return parseEach(splitOutsideParentheses(argument), (text) => parseNested(text, depth + 1));
}

function parseEach(parts: readonly Piece[], parse: (text: string) => Predicate | Flaw): readonly Predicate[] | Flaw {
  const read: Predicate[] = [];
  for (const { text, offset } of parts) {
    const predicate = parse(text);
    if (isFlaw(predicate)) return { ...predicate, offset: offset + predicate.offset };
    read.push(predicate);
  }
  return read;
}

function splitOutsideParentheses(text: string): readonly Piece[] {
  let depth = 0;
  return splitAtCommas(text, (letter) => {
    if (letter === "(") depth += 1;
    else if (letter === ")") depth -= 1;
    return depth <= 0;
  });
}
