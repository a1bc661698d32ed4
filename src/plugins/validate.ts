/** Turns the text of a manifest into a plugin. Drops and reports unusable parts; the rest stays. */

import { basename, join } from "node:path";

import type { Problem } from "../documents/problem.ts";
import { readBySchema } from "../documents/read-by-schema.ts";
import { readToml, type Toml } from "../documents/toml.ts";
import type { Surroundings } from "../installations/resolve-command.ts";
import { type Gate, OPEN } from "../predicates/predicate.ts";
import type { AgentResolver } from "./agent-resolver.ts";
import { checkChained } from "./check-chained.ts";
import { checkHook, type CheckedHook } from "./check-hook.ts";
import { checkPredicate } from "./check-predicate.ts";
import { checkServer } from "./check-server.ts";
import { checkSkills } from "./check-skills.ts";
import { checkSubcommand } from "./check-subcommand.ts";
import { hasGate, readGate } from "./gate.ts";
import { type BesideSurroundings, hooksBeside } from "./hooks-manifest/hooks-beside.ts";
import { isHookManifestName } from "./hooks-manifest/manifest-file.ts";
import { manifestPlugin } from "./hooks-manifest/manifest-plugin.ts";
import { type NamedInstallations, collectInstallations } from "./named-installations.ts";
import { Manifest } from "./manifest.ts";
import type { Plugin, SkillGroup } from "./plugin.ts";
import { hookItem } from "./plugin-items.ts";
import { settlePolicies } from "./settle-policies.ts";
import { type Finding, isFinding, type Report } from "./report.ts";
import type { SkillsEntry } from "./skills-entry.ts";

export interface Validated {
  /** Absent when all of it is unusable. */
  readonly plugin?: Plugin;
  /** No gate at any level, so only the user's `use` activates it. */
  readonly isDormant?: boolean;
  readonly problems: readonly Problem[];
  /** Hooks that are closed on failure and stay though part of them is unusable: they apply more widely. */
  readonly widened?: readonly string[];
}

/** Whatever the text, it throws only what `withYamlManifests` handles. `carrier` is the name of a plugin without one. */
export function validateManifest(
  file: string,
  text: string,
  agents: AgentResolver,
  where: BesideSurroundings,
  carrier?: string,
): Validated {
  if (isHookManifestName(file)) return manifestPlugin(file, text, where.os);
  const toml = readToml(text);
  if (!toml.ok) {
    const { ok: _, ...wrong } = toml;
    return { problems: [{ severity: "error", file, ...wrong }] };
  }
  return validateTable(file, toml, agents, where, carrier);
}

/** The same for a manifest that is a table in another file, and for one that takes its name from its container. */
export function validateTable(
  file: string,
  toml: Toml & { ok: true },
  agents: AgentResolver,
  where: BesideSurroundings,
  carrier?: string,
): Validated {
  const settled = settlePolicies(file, toml);
  const { value: manifest, problems: found, pathOf } = readBySchema(Manifest, file, settled.toml);
  const problems = [...settled.problems, ...found];
  if (manifest === undefined) return { problems };
  const report: Report = (item, { severity = "error", key = [], ...rest }) => {
    problems.push({ severity, file, position: toml.positionOf([...pathOf(item), ...[key].flat()]), ...rest });
  };
  const read = readGate(manifest);
  if (isFinding(read)) {
    const consequence = settled.hasClosed ? "so only its hooks that are closed on failure apply" : "so this plugin is ignored";
    report(manifest, { ...read, message: `${read.message}, ${consequence}` });
    if (!settled.hasClosed) return { problems };
  }
  const gate = isFinding(read) ? OPEN : read;
  const isUngated = isFinding(read) || settled.isUngated;
  // A manifest with `where` takes both from its folder.
  const given = manifest.name ?? carrier ?? (manifest.where === undefined ? undefined : basename(where.directory));
  if (given === undefined) {
    const consequence = settled.hasClosed ? "the plugin is named after its folder" : "this plugin is ignored";
    report(manifest, { key: "name", message: `\`name\` is missing, so ${consequence}`, hint: 'for example name = "my-plugin"' });
    if (!settled.hasClosed) return { problems };
  }
  const name = given ?? basename(where.directory);
  const installations = collectInstallations(manifest.installations, report, where.directory);
  const checked = present(manifest.hooks.map((entry) => checkHook(entry, installations, agents, where)));
  const beside = manifest["hooks-manifest"] === undefined ? undefined : hooksBeside(manifest["hooks-manifest"], where);
  if (beside !== undefined && isFinding(beside)) report(manifest, beside);
  const named = beside === undefined || isFinding(beside) ? undefined : beside;
  problems.push(...(named?.problems ?? []));
  const all = [...checked.map(({ hook }) => hook), ...(named?.hooks ?? [])];
  const hooks = all.filter((hook) => !isUngated || hook.onFailure === "closed");
  const items = itemsOf(manifest, gate, installations, where);
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
  const isWide = ({ hook, isWidened }: CheckedHook) => isWidened || settled.widened.has(hook.name);
  const widened = isUngated ? checked : checked.filter(isWide);
  return {
    plugin,
    isDormant: !hasGate(manifest) && !isUngated,
    problems,
    ...(widened.length === 0 ? {} : { widened: widened.map(({ hook }) => hookItem(hook.name)) }),
  };
}

const NO_ITEMS = { skills: [], servers: [], subcommands: [], chained: [] };

function itemsOf(manifest: Manifest, gate: Gate, installations: NamedInstallations, where: Surroundings) {
  const sound = <E extends object, T extends object>(word: string, entries: readonly E[], check: (entry: E) => T | Finding): T[] =>
    entries.flatMap((entry): T[] => {
      const checked = check(entry);
      if (!isFinding(checked)) return [checked];
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
    subcommands: present(Object.entries(manifest.subcommand).map(([word, entry]) => checkSubcommand(word, entry, installations, where))),
    predicates: present(manifest.predicate.map((entry) => checkPredicate(entry, installations, where))),
    chained: sound("plugin reference", manifest.plugins, (entry) => checkChained(entry, where.directory)),
  };
}

const NO_SOURCE: Finding = {
  severity: "warning",
  message: "this skill group has no source, so it brings nothing",
  hint: 'set one of source.path, source.git and source = "crate"',
};

/** The dialect with `where` reads skills in the usual folder by default. */
function usualSkills({ where, skills, defaults }: Manifest, { directory }: Surroundings): SkillGroup[] {
  if (where === undefined || skills.length > 0 || defaults?.skills === false) return [];
  return [{ gate: OPEN, source: { kind: "path", path: join(directory, "skills"), isOptional: true } }];
}

function present<T>(checked: readonly (T | undefined)[]): T[] {
  return checked.filter((each) => each !== undefined);
}
