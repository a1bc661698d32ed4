/**
 * A document in JSON with the places of its values. Comments and trailing commas are refused: other programs read the same file, and do not
 * take them.
 */

import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";

import { type Position, positionsIn, type Problem } from "../../files/problem.ts";
import { put } from "../../lookup.ts";
import type { Json } from "../../model/json.ts";

/** Whether a name that is twice in the object at this path is allowed in the document: then the last one counts. */
export type Forgives = (path: Path, fault: Fault) => boolean;

export function readJsonDocument(text: string, forgives: Forgives = () => false): ReadDocument {
  const positionAt = positionsIn(text);
  const faults: Fault[] = [];
  const faultOf = (...[offset, message, hint]: Parameters<Complain>): Fault => ({ position: positionAt(offset), message, hint });
  const complain: Complain = (...words) => void faults.push(faultOf(...words));
  const twiceAt =
    (path: Path): Complain =>
    (...words) => {
      if (!forgives(path, faultOf(...words))) complain(...words);
    };
  try {
    const errors: ParseError[] = [];
    const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
    for (const error of shownErrors(errors)) complainOf(error, text, complain);
    if (errors.length === 0 && root === undefined) complain(0, "the file is empty");
    const value = faults.length === 0 && root !== undefined ? valueOf(root, [], { complain, twiceAt }) : null;
    if (faults.length > 0 || root === undefined) return { ok: false, faults };
    const memberOf = membersOf((object: Node) =>
      (object.children ?? []).map(({ children }) => [children?.[0]?.value as string, children?.[1]] as const),
    );
    return { ok: true, value, positionOf: (path) => positionAt(offsetOf(root, path, memberOf)) };
  } catch {
    // The parser recurses, and a hostile file may nest without end.
    return { ok: false, faults: [{ position: positionAt(0), message: TOO_DEEP }] };
  }
}

/** Every comment, and the first other error, because most of the rest follow from it. */
function shownErrors(errors: readonly ParseError[]): ParseError[] {
  const other = errors.find((error) => !isComment(error));
  return errors.filter((error) => isComment(error) || error === other).sort((left, right) => left.offset - right.offset);
}

function isComment({ error }: ParseError): boolean {
  return printParseErrorCode(error) === "InvalidCommentToken";
}

function complainOf(error: ParseError, text: string, complain: Complain): void {
  const { offset } = error;
  if (isComment(error)) return complain(offset, "not valid JSON: JSON has no comments", "remove it");
  const comma = /,\s*$/.exec(text.slice(0, offset));
  if (comma !== null && /^[\]}]/.test(text.slice(offset))) complain(comma.index, "not valid JSON: a comma before the end", "remove it");
  else {
    // `CommaExpected` → `comma expected`.
    const words = printParseErrorCode(error.error).replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`);
    complain(offset, `not valid JSON: ${words.toLowerCase()}`);
  }
}

function valueOf(node: Node, path: Path, complaints: { readonly complain: Complain; readonly twiceAt: (path: Path) => Complain }): Json {
  const { complain, twiceAt } = complaints;
  if (path.length > MOST_LEVELS) {
    complain(node.offset, TOO_DEEP);
    return null;
  }
  if (node.type === "array") return (node.children ?? []).map((item, at) => valueOf(item, [...path, at], complaints));
  if (node.type === "number") return numberOf(node.value as number, node.offset, complain);
  if (node.type !== "object") return node.value as Json;
  const members = (node.children ?? []).map(({ children }) => ({
    key: children![0]!.value as string,
    offset: children![0]!.offset,
    value: valueOf(children![1]!, [...path, children![0]!.value as string], complaints),
  }));
  return objectOf(members, twiceAt(path));
}

/** Finds the first member of a name. An object may have thousands, and each may be asked for. */
export function membersOf<N, M>(pairsOf: (object: N) => readonly (readonly [name: string, member: M])[]) {
  const known = new Map<N, Map<string | number, M>>();
  return (object: N, name: string | number): M | undefined => {
    const members = known.get(object) ?? new Map(pairsOf(object).toReversed());
    known.set(object, members);
    return members.get(name);
  };
}

function offsetOf(root: Node, path: Path, memberOf: (object: Node, name: string) => Node | undefined): number {
  let node = root;
  for (const step of path) {
    const inner: Node | undefined = typeof step === "number" ? node.children?.[step] : memberOf(node, step);
    if (inner === undefined || (typeof step === "number") !== (node.type === "array")) break;
    node = inner;
  }
  return node.offset;
}

export type Path = readonly (string | number)[];

export type Fault = Pick<Problem, "message" | "hint"> & { readonly position: Position };

export type ReadDocument =
  | {
      readonly ok: true;
      readonly value: Json;
      /** Of the value at this path, or of the nearest one around it. */
      readonly positionOf: (path: Path) => Position;
    }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** No hook needs more, and functions that walk over a value must not run out of stack. */
export const MOST_LEVELS = 100;

/** Of YAML: a manifest of a clone is read in hook calls, and the parser takes two microseconds for a letter. Hooks in JSON may have more. */
export const MOST_LETTERS = 128 * 1024;

export const TOO_DEEP = `it is nested more than ${MOST_LEVELS} levels deep`;

export type Complain = (offset: number, message: string, hint?: string) => void;

type Member = { readonly key: string; readonly offset: number; readonly value: Json };

export function objectOf(members: readonly Member[], complain: Complain): Json {
  const made: Record<string, Json> = {};
  for (const { key, offset, value } of members) {
    if (Object.hasOwn(made, key)) complain(offset, `\`${key}\` is there twice`, "remove one of them");
    put(made, key, value);
  }
  return made;
}

export function numberOf(value: number, offset: number, complain: Complain): number {
  if (!Number.isFinite(value)) complain(offset, "this number is not finite");
  return value;
}
