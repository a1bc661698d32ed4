/** One `[[plugins]]` entry: another plugin, in a package, a repository or a folder of this one (PL-28). */

import { isAbsolute, resolve } from "node:path";

import { gitAddress } from "../../files/git/address.ts";
import { isAtOrBelow } from "../../host/bounds.ts";
import { lookUp } from "../../lookup.ts";
import { BARE } from "../../packages/ecosystem.ts";
import { allPrefixes } from "../../packages/list.ts";
import type { Atom } from "../gates/predicate.ts";
import type { ChainedPlugin, ChainedSource } from "../plugin.ts";
import { readGate } from "./gate.ts";
import { type GitTable, readPackage, readPin, withoutPins } from "./named-sources.ts";
import { type Finding, isFinding } from "./report.ts";
import type { ChainedEntry } from "./schema.ts";

const OF_GIT: readonly string[] = ["branch", "tag", "rev", "subdir"];

export function checkChained(entry: ChainedEntry, directory: string): ChainedPlugin | Finding {
  const gate = readGate(entry);
  if (isFinding(gate)) return gate;
  const source = sourceOf(entry.source, directory);
  return isFinding(source) ? source : { source, gate };
}

function sourceOf(source: ChainedEntry["source"], directory: string): ChainedSource | Finding {
  const keys = Object.keys(source).filter((key) => !OF_GIT.includes(key));
  const [key = ""] = keys;
  if (keys.length !== 1) return noSource(keys);
  if (key === "git") return repository(source.git ?? "", source, directory);
  const stray = withoutPins(source);
  if (stray !== undefined) return stray;
  if (key === "path") return folder(source.path ?? "", directory);
  const ecosystem = key === "crate" ? BARE : allPrefixes().find((prefix) => prefix === key);
  const reference = lookUp<unknown>(source, key) as string | Readonly<Record<string, unknown>> | undefined;
  if (ecosystem === undefined || reference === undefined) return noSource(keys);
  const named = typeof reference === "string" ? readPackage(reference, ecosystem) : readTable(reference, key, ecosystem);
  return isFinding(named) ? { ...named, key: ["source", key] } : { kind: "package", package: named };
}

function noSource(keys: readonly string[]): Finding {
  const known = [...allPrefixes(), "git", "path"];
  const strangers = keys.filter((each) => each !== "crate" && !known.includes(each));
  const not = strangers.length === 0 ? "" : `, not from ${strangers.map(quotedKey).join(" or ")}`;
  return {
    key: "source",
    message: `a plugin comes from one of ${known.map(quotedKey).join(", ")}${not}`,
    hint: `for example source.${BARE} = "widget>=1.0"`,
  };
}

/** Relative paths start at the plugin's folder. */
function repository(address: string, source: GitTable, directory: string): ChainedSource | Finding {
  const pin = readPin(source);
  if (pin !== undefined && isFinding(pin)) return pin;
  const { branch, tag, rev, subdir } = source;
  const read = gitAddress(address, { branch, tag, rev, subdir, base: directory });
  if (read.ok) return { kind: "git", address: read.address };
  return { key: ["source", "git"], message: `source.git: ${read.message}`, hint: read.hint };
}

function folder(path: string, directory: string): ChainedSource | Finding {
  const full = resolve(directory, path);
  if (path !== "" && !isAbsolute(path) && !path.includes("\0") && full !== directory && isAtOrBelow(full, directory))
    return { kind: "path", path: full };
  const hint = 'for example source.path = "extras"; a repository is source.git';
  return { key: ["source", "path"], message: "source.path must be a folder inside the plugin's own", hint };
}

function quotedKey(key: string): string {
  return `\`source.${key}\``;
}

function readTable(table: Readonly<Record<string, unknown>>, key: string, ecosystem: string): Atom | Finding {
  const { name, version, ...rest } = table;
  const [stranger] = Object.keys(rest);
  if (typeof name === "string" && (version === undefined || typeof version === "string") && stranger === undefined)
    return readPackage({ name, version }, ecosystem);
  if (name !== undefined || stranger === undefined) {
    const hint = `for example source.${key} = { name = "widget", version = "1" }`;
    return { message: "the table must have `name` and may have `version`, both strings", hint };
  }
  // `{ widget = "1" }`, as in Cargo's own tables: the hint says how to write it, because `widget1` would be another crate (H90).
  const wanted = lookUp(table, stranger);
  const inVersion = typeof wanted === "string" ? `, version = ${JSON.stringify(wanted)}` : "";
  return {
    message: "a table of dependencies is not valid here",
    hint: `write source.${key} = { name = ${JSON.stringify(stranger)}${inVersion} }`,
  };
}
