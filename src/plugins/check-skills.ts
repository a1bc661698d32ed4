/** Checks one skill group of a manifest: its gate, and the one place its skills come from (PL-8). */

import { resolve } from "node:path";

import { hasConcreteAtom } from "../predicates/named-packages.ts";
import type { Gate } from "../predicates/predicate.ts";
import { readGate } from "./gate.ts";
import { readPin, withoutPins } from "./git-reference.ts";
import { find, type NamedInstallations } from "./named-installations.ts";
import { readPackage } from "./package-reference.ts";
import type { SkillGroup, SkillSource } from "./plugin.ts";
import { type Finding, isFinding } from "./report.ts";
import type { SkillsEntry } from "./skills-entry.ts";

/** `around` is the plugin's own gate. */
export function checkSkills(entry: SkillsEntry, around: Gate, named: NamedInstallations): SkillGroup | Finding {
  const gate = readGate(entry);
  if (isFinding(gate)) return gate;
  const source = sourceOf(entry.source, named.folder);
  if (isFinding(source)) return source;
  if (source.kind === "package" && source.package === undefined && ![around, gate].some(hasConcreteAtom)) return namesNone(source.path);
  const unknown = entry.requires.map((name) => find(named, name)).find((found) => typeof found === "string");
  if (typeof unknown === "string") return { key: "requires", message: unknown, hint: "declare it under [[installations]]" };
  return { gate, source, ...(entry.requires.length === 0 ? {} : { requires: entry.requires }) };
}

type SourceTable = Exclude<SkillsEntry["source"], string | undefined>;

function sourceOf(source: SkillsEntry["source"], directory: string): SkillSource | Finding {
  if (source === undefined) return { kind: "none" };
  if (source === "crate") return { kind: "package" };
  if (typeof source === "string") {
    const hint = `write \`source = "crate"\`, or \`source.path = "${source}"\` for a folder of the plugin`;
    return { key: "source", message: `unknown source shorthand \`${source}\``, hint };
  }
  const set = (["path", "git", "crate_path", "crate"] as const).filter((key) => source[key] !== undefined);
  if (set.length > 1) {
    const names = set.map((key) => `source.${key}`).join(" and ");
    return { key: "source", message: `${names} are mutually exclusive`, hint: "make a [[skills]] group of each" };
  }
  if (source.path !== undefined) return withoutPins(source) ?? { kind: "path", path: resolve(directory, source.path) };
  if (source.git !== undefined) return gitSource(source.git, source);
  return withoutPins(source) ?? packageSource(source);
}

function gitSource(address: string, source: SourceTable): SkillSource | Finding {
  const pin = readPin(source);
  if (pin !== null && isFinding(pin)) return pin;
  const subdirectory = source.subdir === undefined ? {} : { subdirectory: source.subdir };
  return { kind: "git", address, ...(pin === null ? {} : { pin }), ...subdirectory };
}

function packageSource({ crate_path: path, crate }: SourceTable): SkillSource | Finding {
  if (path !== undefined) return { kind: "package", path };
  if (crate === undefined) return { kind: "none" };
  const named = readPackage(crate);
  return isFinding(named) ? { ...named, key: ["source", "crate"] } : { kind: "package", package: named };
}

function namesNone(path: string | undefined): Finding {
  const written = path === undefined ? 'source = "crate"' : "source.crate_path";
  const message = `${written} needs at least one non-wildcard package in the gates of the group or the plugin`;
  return { key: "source", message, hint: 'name the packages that bring the skills, as in crates = ["serde"]' };
}
