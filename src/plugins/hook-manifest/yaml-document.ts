/** A manifest in YAML 1.2 with the core schema: what it says can also be said in JSON. Programs load it when it is called: few manifests are in YAML. */

import { type Alias, isAlias, isMap, isScalar, isSeq, type Node, type Pair, type YAMLError, type YAMLMap } from "yaml";

import { positionsIn } from "../../files/problem.ts";
import { yamlDocuments } from "../../files/yaml.ts";
import type { Json } from "../../model/json.ts";
import {
  type Complain,
  type Fault,
  membersOf,
  MOST_LETTERS,
  MOST_LEVELS,
  numberOf,
  objectOf,
  type Path,
  type ReadDocument,
  TOO_DEEP,
} from "./json-document.ts";

/** Without merge keys, which the core schema does not have. We look for duplicate keys: the parser compares each with each. */
const DIALECT = {
  version: "1.2",
  schema: "core",
  merge: false,
  uniqueKeys: false,
  stringKeys: true,
  prettyErrors: false,
  logLevel: "silent",
} as const;

/** A few lines of aliases can stand for billions of values. */
const MOST_IN_ALIASES = 10_000;

export function readYamlDocument(text: string): ReadDocument {
  if (text.length > MOST_LETTERS) {
    const message = `a hook manifest in YAML may have ${MOST_LETTERS / 1024} KiB, and this one has ${Math.ceil(text.length / 1024)}`;
    return { ok: false, faults: [{ position: { line: 1, column: 1 }, message, hint: "write it in JSON, or divide it" }] };
  }
  const positionAt = positionsIn(text);
  const tooDeep = { ok: false, faults: [{ position: { line: 1, column: 1 }, message: TOO_DEEP }] } as const;
  const faults: Fault[] = [];
  const complain: Complain = (offset, message, hint) => void faults.push({ position: positionAt(offset), message, hint });
  try {
    const documents = yamlDocuments(text, DIALECT);
    if (documents === undefined) return tooDeep;
    const [document, second] = documents;
    // An unknown tag is only a warning to the parser, which then guesses.
    const error = document?.errors[0] ?? document?.warnings[0];
    if (error !== undefined) complain(error.pos[0], `not valid YAML: ${wordsOf(error)}`);
    else if (second !== undefined) complain(second.range?.[0] ?? 0, "the file contains more than one document");
    else if (document === undefined || document.contents === null) complain(0, "the file is empty");
    if (document === undefined || faults.length > 0) return { ok: false, faults };
    const root = document.contents as Node;
    const reader: Reader = { complain, anchors: new Map(), resolved: new Map(), inAliases: 0, aliases: 0, isEndless: false };
    const value = valueOf(root, 0, reader);
    if (faults.length > 0) return { ok: false, faults };
    const memberOf = membersOf((map: YAMLMap) => pairsIn(map).map(({ key, value }) => [keyOf(key), value] as const));
    return { ok: true, value, positionOf: (path) => positionAt(offsetOf(root, path, reader, memberOf)) };
  } catch {
    // The parser recurses, and a hostile file may nest without end.
    return tooDeep;
  }
}

function wordsOf({ message }: YAMLError): string {
  if (/call stack/i.test(message)) return TOO_DEEP;
  const [line = ""] = message.split("\n", 1);
  return line.slice(0, 1).toLowerCase() + line.slice(1);
}

interface Reader {
  readonly complain: Complain;
  /** The latest value of each name so far. The parser would search the whole document for each alias. */
  readonly anchors: Map<string, Node>;
  readonly resolved: Map<Alias, Node>;
  /** How many aliases are open here, and how many values they have given so far. */
  aliases: number;
  inAliases: number;
  /** One complaint is enough: aliases may lead there thousands of times. */
  isEndless: boolean;
}

function valueOf(node: Node | null | undefined, level: number, reader: Reader): Json {
  const { complain, anchors, resolved } = reader;
  const offset = offsetIn(node);
  if (reader.aliases > 0) reader.inAliases += 1;
  if (reader.isEndless) return null;
  if (level > MOST_LEVELS || reader.inAliases > MOST_IN_ALIASES) {
    reader.isEndless = true;
    complain(offset, level > MOST_LEVELS ? TOO_DEEP : "its aliases expand to too many values");
    return null;
  }
  if (isAlias(node)) {
    const meant = resolved.get(node) ?? anchors.get(node.source);
    if (meant === undefined) complain(offset, `there is no anchor \`&${node.source}\` before it`);
    else resolved.set(node, meant);
    reader.aliases += 1;
    const value = valueOf(meant, level + 1, reader);
    reader.aliases -= 1;
    return value;
  }
  if (node?.anchor !== undefined) anchors.set(node.anchor, node);
  if (isSeq(node)) return node.items.map((item) => valueOf(item as Node | null, level + 1, reader));
  if (isMap(node)) {
    const members = pairsIn(node).map(({ key, value }) => {
      // What an author wants to inherit may be what makes a hook a guard.
      if (keyOf(key) === "<<" && isInherited(value)) complain(offsetIn(key), "YAML 1.2 does not have merge keys", "write the fields out");
      return { key: keyOf(key), offset: offsetIn(key), value: valueOf(value, level + 1, reader) };
    });
    return objectOf(members, complain);
  }
  const value: unknown = isScalar(node) ? node.value : null;
  return typeof value === "number" ? numberOf(value, offset, complain) : (value as Json);
}

function pairsIn({ items }: YAMLMap): readonly Pair<Node, Node | null>[] {
  return items as readonly Pair<Node, Node | null>[];
}

function isInherited(value: Node | null): boolean {
  return isAlias(value) || (isSeq(value) && value.items.some(isAlias));
}

function keyOf(key: Node): string {
  return isScalar(key) ? String(key.value) : "";
}

function offsetIn(node: Node | null | undefined): number {
  return node?.range?.[0] ?? 0;
}

type MemberOf = (map: YAMLMap, name: string | number) => Node | null | undefined;

function offsetOf(root: Node, path: Path, { resolved }: Reader, memberOf: MemberOf): number {
  let node: Node | null | undefined = root;
  let offset = offsetIn(node);
  for (const step of path) {
    if (isSeq(node) && typeof step === "number") node = node.items[step] as Node | undefined;
    else if (isMap(node)) node = memberOf(node, step);
    else break;
    if (node === undefined || node === null) break;
    offset = offsetIn(node);
    if (isAlias(node)) node = resolved.get(node);
  }
  return offset;
}
