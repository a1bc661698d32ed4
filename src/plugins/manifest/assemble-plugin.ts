/** Makes a plugin of a checked manifest, the same for every dialect. Drops and reports unusable items; the rest stays. */

import { join, resolve } from "node:path";

import type { Problem } from "../../files/problem.ts";
import type { Surroundings } from "../../packages/programs/resolve-command.ts";
import { hasConcreteAtom } from "../gates/match-atom.ts";
import { type Gate, OPEN } from "../gates/predicate.ts";
import { hookItem, NO_PARTS, type Plugin, type SkillGroup, type SkillSource } from "../plugin.ts";
import { keepEntry } from "../written-entry.ts";
import { checkChained } from "./check-chained.ts";
import { type CheckedHook, checkHook } from "./check-hook.ts";
import { checkServer } from "./check-server.ts";
import { checkPredicate, checkSubcommand } from "./check-started.ts";
import { readGate } from "./gate.ts";
import { collectInstallations, find, type NamedInstallations } from "./installations.ts";
import { readPackage, readPin, withoutPins } from "./named-sources.ts";
import { type BesideSurroundings, type Finding, type HooksBeside, isFinding, type Report, type Validated } from "./report.ts";
import type { Manifest, SkillsEntry } from "./schema.ts";

interface Assembling extends Pick<Plugin, "name" | "gate"> {
  readonly file: string;
  readonly isUngated: boolean;
  readonly widened: ReadonlySet<string>;
  readonly beside: HooksBeside | Finding | undefined;
  readonly report: Report;
  readonly written: (entry: object) => unknown;
  readonly problems: Problem[];
  readonly where: BesideSurroundings;
}

export function assemblePlugin(
  manifest: Manifest,
  { file, name, gate, isUngated, widened: settled, beside, report, written, problems, where }: Assembling,
): { readonly plugin: Plugin } & Pick<Validated, "widened"> {
  const installations = collectInstallations(manifest.installations, report, where.directory);
  const kept: Kept = (entry, item) => item && keepEntry(item, written(entry));
  const checked = manifest.hooks.flatMap((entry) => {
    const found = checkHook(entry, installations, where);
    kept(entry, found?.hook);
    return found ?? [];
  });
  if (beside !== undefined && isFinding(beside)) report(manifest, beside);
  const named = beside === undefined || isFinding(beside) ? undefined : beside;
  problems.push(...(named?.problems ?? []));
  const all = [...checked.map(({ hook }) => hook), ...(named?.hooks ?? [])];
  const hooks = all.filter((hook) => !isUngated || hook.onFailure === "closed");
  const items = itemsOf(manifest, gate, installations, where, kept);
  for (const [each, entry] of installations.entries) kept(entry, installations.sound.get(each));
  const plugin: Plugin = {
    name,
    directory: where.directory,
    manifest: file,
    hooksManifest: named?.file,
    gate,
    ...(isUngated ? { ...NO_PARTS, predicates: items.predicates } : items),
    hooks,
    installations: [...installations.sound.values()],
    files: manifest.files,
  };
  const isWide = ({ hook, isWidened }: CheckedHook) => isWidened || settled.has(hook.name);
  const widened = isUngated ? checked : checked.filter(isWide);
  return { plugin, widened: widened.length === 0 ? undefined : widened.map(({ hook }) => hookItem(hook.name)) };
}

type Kept = <T extends object>(entry: object, item: T | undefined) => T | undefined;

function itemsOf(manifest: Manifest, gate: Gate, installations: NamedInstallations, where: Surroundings, kept: Kept) {
  const sound = <E extends object, T extends object>(word: string, entries: readonly E[], check: (entry: E) => T | Finding): T[] =>
    entries.flatMap((entry): T[] => {
      const checked = check(entry);
      if (!isFinding(checked)) return [kept(entry, checked)!];
      installations.report(entry, { ...checked, message: `${checked.message}, so this ${word} is ignored` });
      return [];
    });
  const checkGroup = (entry: SkillsEntry) => {
    const group = checkSkills(entry, gate, installations);
    if (!isFinding(group) && group.source.kind === "none") installations.report(entry, NO_SOURCE);
    return group;
  };
  // The dialect with `where` reads skills in the usual folder by default.
  const hasUsual = manifest.where !== undefined && manifest.skills.length === 0 && manifest.defaults?.skills !== false;
  const usual: SkillGroup = { gate: OPEN, source: { kind: "path", path: join(where.directory, "skills"), isOptional: true } };
  const serverNames = new Set<string>();
  return {
    skills: [...sound("skill group", manifest.skills, checkGroup), ...(hasUsual ? [usual] : [])],
    servers: sound("server", manifest.mcp_servers, (entry) => {
      const server = checkServer(entry, installations, where, serverNames);
      if (!isFinding(server)) serverNames.add(server.name);
      return server;
    }),
    subcommands: Object.entries(manifest.subcommand).flatMap(
      ([word, entry]) => kept(entry, checkSubcommand(word, entry, installations, where)) ?? [],
    ),
    predicates: manifest.predicate.flatMap((entry) => kept(entry, checkPredicate(entry, installations, where)) ?? []),
    chained: sound("plugin reference", manifest.plugins, (entry) => checkChained(entry, where.directory)),
  };
}

const NO_SOURCE: Finding = {
  severity: "warning",
  failsValidation: "once allowed",
  message: "this skill group has no source, so it brings nothing",
  hint: 'set exactly one of source.path, source.git and source = "crate"',
};

function checkSkills(entry: SkillsEntry, around: Gate, named: NamedInstallations): SkillGroup | Finding {
  const gate = readGate(entry);
  if (isFinding(gate)) return gate;
  const source = sourceOf(entry.source, named.folder);
  if (isFinding(source)) return source;
  if (source.kind === "package" && source.package === undefined && ![around, gate].some(hasConcreteAtom)) {
    const written = source.path === undefined ? 'source = "crate"' : "source.crate_path";
    const message = `${written} needs at least one non-wildcard package in the gates of the group or the plugin`;
    return { key: "source", message, hint: 'name the packages that bring the skills, as in crates = ["serde"]' };
  }
  const unknown = entry.requires.map((name) => find(named, name)).find((found) => typeof found === "string");
  if (unknown !== undefined) return { key: "requires", message: unknown, hint: "declare it under [[installations]]" };
  return { gate, source, requires: entry.requires.length === 0 ? undefined : entry.requires };
}

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
  const { path, git, crate_path: inPackage, crate, subdir } = source;
  if (git !== undefined) {
    const pin = readPin(source);
    return pin !== undefined && isFinding(pin) ? pin : { kind: "git", address: git, pin, subdirectory: subdir };
  }
  const stray = withoutPins(source);
  if (stray !== undefined) return stray;
  if (path !== undefined) return { kind: "path", path: resolve(directory, path) };
  if (inPackage !== undefined) return { kind: "package", path: inPackage };
  if (crate === undefined) return { kind: "none" };
  const named = readPackage(crate);
  return isFinding(named) ? { ...named, key: ["source", "crate"] } : { kind: "package", package: named };
}
