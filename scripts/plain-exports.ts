/**
 * A file of the commands exports each of its names by a function, because the value may change later. Few do: a sync makes 700 such functions before
 * it begins. What is never assigned to is exported as it is, all of it at once.
 */

import { parseAst } from "rolldown/parseAst";

/** As the bundler writes it, behind everything else of the file. */
const TEXT = "`[^`$\\\\]*`";
const EXPORT = String.raw`Object\.defineProperty\(exports,"([\w$]+)",\{enumerable:!0,get:function\(\)\{return ?([\w$]+|${TEXT})\}\}\)`;
const EXPORTS = new RegExp(`${EXPORT}(?:,${EXPORT})*`, "g");

export function withPlainExports(code: string): string {
  if (!code.includes("Object.defineProperty(exports,")) return code;
  const assigned = namesAssignedIn(code);
  return code.replaceAll(EXPORTS, (written) => {
    const all = [...written.matchAll(new RegExp(EXPORT, "g"))].map(([text, name = "", local = ""]) => ({ text, name, local }));
    const plain = all.filter(({ local }) => !assigned.has(local)).map(({ name, local }) => `${name}:${local}`);
    const others = all.filter(({ local }) => assigned.has(local)).map(({ text }) => text);
    return [...(plain.length === 0 ? [] : [`Object.assign(exports,{${plain.join(",")}})`]), ...others].join(",");
  });
}

/** Wherever they are: another function may have a name of its own that is the same. */
function namesAssignedIn(code: string): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one);
    else if (isNode(node)) {
      for (const field of TARGETS.get(node.type) ?? []) for (const name of namesIn(node[field])) names.add(name);
      for (const part of Object.values(node)) visit(part);
    }
  };
  visit(parseAst(code).body);
  return names;
}

/** What is assigned to, by the type of the node. */
const TARGETS: ReadonlyMap<string, readonly string[]> = new Map([
  ["AssignmentExpression", ["left"]],
  ["UpdateExpression", ["argument"]],
  ["ForInStatement", ["left"]],
  ["ForOfStatement", ["left"]],
]);

/** Of a name, or a pattern; more of them cost a function each. */
function namesIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(namesIn);
  if (!isNode(node) || node.type === "MemberExpression") return [];
  if (node.type === "Identifier") return [String(node["name"])];
  return Object.values(node).flatMap(namesIn);
}

interface SyntaxNode extends Readonly<Record<string, unknown>> {
  readonly type: string;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
