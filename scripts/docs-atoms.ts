/** The published table of atoms (PL-9) as Markdown. The same cases are run by a test. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "./agent-tables.ts";
import { code, table } from "./markdown.ts";

interface AtomCase {
  readonly written: string;
  readonly ecosystem?: string | null;
  readonly name?: string;
  readonly requirement?: string;
  readonly metBy?: readonly string[];
  readonly notMetBy?: readonly string[];
  readonly gives?: readonly string[];
  readonly problem?: string;
}

export function atomTables(): { readonly atoms: string; readonly lists: string; readonly refused: string } {
  const cases = JSON.parse(readFileSync(join(ROOT, "test/plugins/gates/atoms.json"), "utf8")) as readonly AtomCase[];
  const atoms = cases.filter(({ name }) => name !== undefined).map(atomRow);
  const lists = cases.flatMap(({ written, gives }) => (gives === undefined ? [] : [[shown(written), versions(gives) || "nothing"]]));
  const refused = cases.flatMap(({ written, problem }) => (problem === undefined ? [] : [[shown(written), problem]]));
  return {
    atoms: table(["written", "ecosystem", "package", "requirement", "met by", "not met by"], atoms),
    lists: table(["written", "means any of"], lists),
    refused: table(["written", "message"], refused),
  };
}

function atomRow({ written, ecosystem, name = "", requirement, metBy, notMetBy }: AtomCase): readonly string[] {
  const isEvery = name === "*";
  return [
    shown(written),
    ecosystem ?? "any, or none",
    isEvery ? "every workspace" : code(name),
    requirement === undefined ? "" : code(requirement),
    versions(metBy),
    versions(notMetBy),
  ];
}

function versions(list: readonly string[] = []): string {
  return list.map(code).join(", ");
}

/** Markdown drops spaces at the ends of code, and has no empty code at all. */
function shown(text: string): string {
  if (text.trim() === "") return text === "" ? "(nothing)" : "(spaces)";
  return code(text.trim()) + (text === text.trim() ? "" : " with spaces around it");
}
