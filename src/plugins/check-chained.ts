/** One `[[plugins]]` entry: a package whose own plugin is requested. */

import { allPrefixes, BARE } from "../ecosystems/prefixes.ts";
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
  const keys = Object.keys(source);
  const [key = ""] = keys;
  const reference = lookUp(source, key);
  const ecosystem = key === "crate" ? BARE : allPrefixes().find((prefix) => prefix === key);
  if (keys.length !== 1 || ecosystem === undefined || reference === undefined) {
    const known = allPrefixes().map(quotedKey).join(", ");
    const strangers = keys.filter((each) => each !== "crate" && !allPrefixes().includes(each));
    const not = strangers.length === 0 ? "" : `, not from ${strangers.map(quotedKey).join(" or ")}`;
    return {
      key: "source",
      message: `a plugin comes from one of ${known}${not}`,
      hint: `for example source.${BARE} = "widget>=1.0"; users add a folder or repository as a [[plugin-source]]`,
    };
  }
  const named = typeof reference === "string" ? readPackage(reference, ecosystem) : readTable(reference, key, ecosystem);
  return isFinding(named) ? { ...named, key: ["source", key] } : { package: named, gate };
}

function quotedKey(key: string): string {
  return `\`source.${key}\``;
}

function readTable(table: Readonly<Record<string, unknown>>, key: string, ecosystem: string) {
  const { name, version, ...rest } = table;
  const [stranger] = Object.keys(rest);
  if (typeof name === "string" && (version === undefined || typeof version === "string") && stranger === undefined) {
    return readPackage(version === undefined ? { name } : { name, version }, ecosystem);
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
