/** Finds rule and acceptance IDs in titles of tests and in `rule` and `covers` fields of tables. */

import { parseAst } from "rolldown/parseAst";

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const TESTS = new Set(["test", "it", "describe"]);
const NOT_RUN = new Set(["skip", "todo"]);
const FIELDS = new Set(["rule", "covers"]);

/** IDs named by the tests and tables of one TypeScript file. */
export function idsInSource(text: string): ReadonlySet<string> {
  const found: string[] = [];
  visit(parseAst(text, { lang: "ts" }), found);
  return new Set(found.flatMap(idsIn));
}

/** IDs named by `rule` and `covers` fields anywhere in a JSON file. */
export function idsInTable(text: string): ReadonlySet<string> {
  const found: string[] = [];
  JSON.parse(text, (key, value: unknown) => {
    if (FIELDS.has(key)) found.push(...[value].flat().filter((item) => typeof item === "string"));
    return value;
  });
  return new Set(found.flatMap(idsIn));
}

/** `RT-10`, `F1` and ranges such as `F23–F25`, wherever they stand as words of their own. */
export function idsIn(title: string): string[] {
  return [...title.matchAll(/(?<![\w-])(?:((?:RT|PL|RG|PG|MC|IX|AP|DG|RL)-)(\d+)|([A-M])(\d{1,3})(?:[–-]\3(\d{1,3}))?)(?![\w-])/g)].flatMap(
    (match) => {
      const [, page, number, letter, first, last] = match;
      if (page !== undefined) return [`${page}${number}`];
      const from = Number(first);
      return Array.from({ length: Number(last ?? first) - from + 1 }, (_, step) => `${letter}${from + step}`);
    },
  );
}

function visit(value: unknown, found: string[]): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, found);
  } else if (isNode(value)) {
    if (value.type === "CallExpression" && isTest(value["callee"])) found.push(...titlesIn((value["arguments"] as unknown[])[0]));
    if (value.type === "CallExpression" && isSkipped(value["callee"])) return;
    if (value.type === "Property" && FIELDS.has(keyOf(value))) found.push(...listedIn(value["value"]));
    for (const child of Object.values(value)) visit(child, found);
  }
}

/** `test`, `test.each(…)`, `describe.skipIf(…)`, but nothing that is never run. */
function isTest(callee: unknown): boolean {
  const chain = chainOf(callee);
  return TESTS.has(chain[0] ?? "") && !chain.some((name) => NOT_RUN.has(name));
}

/** What stands inside a skipped `describe` is not run either. */
function isSkipped(callee: unknown): boolean {
  const chain = chainOf(callee);
  return TESTS.has(chain[0] ?? "") && chain.some((name) => NOT_RUN.has(name));
}

function chainOf(callee: unknown): string[] {
  if (!isNode(callee)) return [];
  if (callee.type === "Identifier") return [String(callee["name"])];
  if (callee.type === "CallExpression") return chainOf(callee["callee"]);
  if (callee.type !== "MemberExpression") return [];
  const property = callee["property"];
  return [...chainOf(callee["object"]), isNode(property) ? String(property["name"]) : ""];
}

function keyOf(property: Node): string {
  const key = property["key"];
  return isNode(key) ? String(key["name"] ?? key["value"]) : "";
}

/** The fixed parts of a string, a template or a sum of them. */
function titlesIn(value: unknown): string[] {
  if (!isNode(value)) return [];
  if (value.type === "Literal") return [String(value["value"])];
  if (value.type === "TemplateLiteral") return (value["quasis"] as Node[]).map((part) => (part["value"] as { cooked: string }).cooked);
  if (value.type === "BinaryExpression") return [...titlesIn(value["left"]), ...titlesIn(value["right"])];
  return [];
}

function listedIn(value: unknown): string[] {
  const isList = isNode(value) && value.type === "ArrayExpression";
  return isList ? (value["elements"] as unknown[]).flatMap(titlesIn) : titlesIn(value);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}
