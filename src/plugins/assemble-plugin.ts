/** Makes a plugin of a checked manifest, the same for every dialect. Drops and reports unusable items; the rest stays. */

import { join } from "node:path";

import type { Problem } from "../documents/problem.ts";
import type { Surroundings } from "../installations/resolve-command.ts";
import { type Gate, OPEN } from "../predicates/predicate.ts";
import type { AgentResolver } from "./agent-resolver.ts";
import { checkChained } from "./check-chained.ts";
import { checkHook, type CheckedHook } from "./check-hook.ts";
import { checkPredicate } from "./check-predicate.ts";
import { checkServer } from "./check-server.ts";
import { checkSkills } from "./check-skills.ts";
import { checkSubcommand } from "./check-subcommand.ts";
import type { BesideSurroundings, HooksBeside } from "./hooks-manifest/hooks-beside.ts";
import type { Manifest } from "./manifest.ts";
import { type NamedInstallations, collectInstallations } from "./named-installations.ts";
import type { Plugin, SkillGroup } from "./plugin.ts";
import { hookItem } from "./plugin-items.ts";
import { type Finding, isFinding, type Report } from "./report.ts";
import type { SkillsEntry } from "./skills-entry.ts";
import type { Validated } from "./validate.ts";
import { keepEntry } from "./written-entry.ts";

export interface Assembling {
  readonly file: string;
  readonly name: string;
  readonly gate: Gate;
  /** A gate of the plugin was dropped: only its closed hooks may apply. */
  readonly isUngated: boolean;
  /** Names of closed hooks that stay though part of them was dropped. */
  readonly widened: ReadonlySet<string>;
  /** Of the hook manifest that it names. */
  readonly beside: HooksBeside | Finding | undefined;
  readonly report: Report;
  /** The entry as it is written. */
  readonly written: (entry: object) => unknown;
  readonly problems: Problem[];
  readonly agents: AgentResolver;
  readonly where: BesideSurroundings;
}

/** Adds to `problems`. */
export function assemblePlugin(
  manifest: Manifest,
  { file, name, gate, isUngated, widened: settled, beside, report, written, problems, agents, where }: Assembling,
): { readonly plugin: Plugin } & Pick<Validated, "widened"> {
  const installations = collectInstallations(manifest.installations, report, where.directory);
  const kept: Kept = (entry, item) => item && keepEntry(item, written(entry));
  const checked = present(
    manifest.hooks.map((entry) => {
      const found = checkHook(entry, installations, agents, where);
      return found && { ...found, hook: keepEntry(found.hook, written(entry)) };
    }),
  );
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
    ...(named === undefined ? {} : { hooksManifest: named.file }),
    gate,
    hooks,
    ...(isUngated ? { ...NO_ITEMS, predicates: items.predicates } : items),
    installations: [...installations.sound.values()],
    files: manifest.files,
  };
  const isWide = ({ hook, isWidened }: CheckedHook) => isWidened || settled.has(hook.name);
  const widened = isUngated ? checked : checked.filter(isWide);
  return { plugin, ...(widened.length === 0 ? {} : { widened: widened.map(({ hook }) => hookItem(hook.name)) }) };
}

const NO_ITEMS = { skills: [], servers: [], subcommands: [], chained: [] };

/** `item` with the entry that it was made of. */
type Kept = <T extends object>(entry: object, item: T | undefined) => T | undefined;

function itemsOf(manifest: Manifest, gate: Gate, installations: NamedInstallations, where: Surroundings, kept: Kept) {
  const sound = <E extends object, T extends object>(word: string, entries: readonly E[], check: (entry: E) => T | Finding): T[] =>
    entries.flatMap((entry): T[] => {
      const checked = check(entry);
      if (!isFinding(checked)) return present([kept(entry, checked)]);
      installations.report(entry, { ...checked, message: `${checked.message}, so this ${word} is ignored` });
      return [];
    });
  const checkGroup = (entry: SkillsEntry) => {
    const group = checkSkills(entry, gate, installations);
    if (!isFinding(group) && group.source.kind === "none") installations.report(entry, NO_SOURCE);
    return group;
  };
  const serverNames = new Set<string>();
  return {
    skills: [...sound("skill group", manifest.skills, checkGroup), ...usualSkills(manifest, where)],
    servers: sound("server", manifest.mcp_servers, (entry) => {
      const server = checkServer(entry, installations, where, serverNames);
      if (!isFinding(server)) serverNames.add(server.name);
      return server;
    }),
    subcommands: present(
      Object.entries(manifest.subcommand).map(([word, entry]) => kept(entry, checkSubcommand(word, entry, installations, where))),
    ),
    predicates: present(manifest.predicate.map((entry) => kept(entry, checkPredicate(entry, installations, where)))),
    chained: sound("plugin reference", manifest.plugins, (entry) => checkChained(entry, where.directory)),
  };
}

const NO_SOURCE: Finding = {
  severity: "warning",
  failsValidation: "once allowed",
  message: "this skill group has no source, so it brings nothing",
  hint: 'set exactly one of source.path, source.git and source = "crate"',
};

/** The dialect with `where` reads skills in the usual folder by default. */
function usualSkills({ where, skills, defaults }: Manifest, { directory }: Surroundings): SkillGroup[] {
  if (where === undefined || skills.length > 0 || defaults?.skills === false) return [];
  return [{ gate: OPEN, source: { kind: "path", path: join(directory, "skills"), isOptional: true } }];
}

function present<T>(checked: readonly (T | undefined)[]): T[] {
  return checked.filter((each) => each !== undefined);
}
