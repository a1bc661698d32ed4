/** The attack suite as Markdown: one row per file, from its first comment and the rules in its titles. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "./agent-tables.ts";
import { code, table } from "./markdown.ts";
import { idsInSource } from "./parity-ids.ts";

const FOLDER = "test/attacks";
const COMMENT = /^\/\*\*\s*(?<text>[\s\S]*?)\s*\*\//u;

export function attacksTable(): string {
  const files = existsSync(join(ROOT, FOLDER)) ? readdirSync(join(ROOT, FOLDER)).filter((name) => name.endsWith(".test.ts")) : [];
  return table(["class", "attack", "rules"], files.toSorted().map(rowOf));
}

function rowOf(name: string): string[] {
  const text = readFileSync(join(ROOT, FOLDER, name), "utf8");
  const comment = COMMENT.exec(text)?.groups?.["text"];
  if (comment === undefined) throw new Error(`${FOLDER}/${name} does not start with a comment that describes the attack`);
  const words = comment.replaceAll(/(?:^|\s*\n)\s*\*?\s*/gu, " ").trim();
  return [code(name.replace(/(?:\.property)?\.test\.ts$/u, "")), words, [...idsInSource(text)].join(", ")];
}
