/** One `[[plugins]]` entry: a package whose own plugin is requested. */

import { readGate } from "./gate.ts";
import type { ChainedEntry } from "./manifest.ts";
import { readPackage } from "./package-reference.ts";
import type { ChainedPlugin } from "./plugin.ts";
import { type Finding, isFinding } from "./report.ts";
import { lookUp } from "../lookup.ts";

export function checkChained(entry: ChainedEntry): ChainedPlugin | Finding {
  const { source } = entry;
  const gate = readGate(entry);
  if (isFinding(gate)) return gate;
  const key = source.cargo === undefined && source.crate !== undefined ? "crate" : "cargo";
  const reference = source[key];
  const strangers = Object.keys(source).filter((each) => each !== key);
  if (reference === undefined || strangers.length > 0) {
    const message = `a plugin comes from \`source.cargo\`${strangers.length === 0 ? "" : `, not from ${strangers.map((each) => `\`source.${each}\``).join(" or ")}`}`;
    return {
      key: "source",
      message,
      hint: 'for example source.cargo = "widget>=1.0"; users add a folder or repository as a [[plugin-source]]',
    };
  }
  const named = typeof reference === "string" ? readPackage(reference) : readTable(reference, key);
  return isFinding(named) ? { ...named, key: ["source", key] } : { package: named, gate };
}

function readTable(table: Readonly<Record<string, unknown>>, key: string) {
  const { name, version, ...rest } = table;
  const [stranger] = Object.keys(rest);
  if (typeof name === "string" && (version === undefined || typeof version === "string") && stranger === undefined) {
    return readPackage(version === undefined ? { name } : { name, version });
  }
  return notATable(table, key, stranger);
}

/** `{ widget = "1" }`, as in Cargo's own tables: the hint says how to write it, because `widget1` would be another crate (H90). */
function notATable(table: Readonly<Record<string, unknown>>, key: string, stranger: string | undefined): Finding {
  const version = stranger === undefined ? undefined : lookUp(table, stranger);
  if (table["name"] !== undefined || stranger === undefined) {
    const hint = `for example source.${key} = { name = "widget", version = "1" }`;
    return { message: "the table must have `name` and may have `version`, both strings", hint };
  }
  const rewritten = [
    `name = ${JSON.stringify(stranger)}`,
    ...(typeof version === "string" ? [`version = ${JSON.stringify(version)}`] : []),
  ];
  return { message: "a table of dependencies is not valid here", hint: `write source.${key} = { ${rewritten.join(", ")} }` };
}
