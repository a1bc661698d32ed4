/** The programs that active plugins need here, with what asked for each. Nothing that waits for consent or is inactive asks (PG-3). */

import type { Problem } from "../../files/problem.ts";
import type { PlacedContext } from "../../host/places.ts";
import { findAcquired } from "../../packages/programs/find-acquired.ts";
import { platformName } from "../../packages/programs/place.ts";
import type { Installation } from "../../packages/programs/program-source.ts";
import type { LoadedPlugin, LoadedPlugins } from "../../plugins/active-plugins.ts";
import { mayRun } from "../../plugins/consent/standings.ts";
import { whyClosed } from "../../plugins/gates/why-closed.ts";
import type { Plugin, Started } from "../../plugins/plugin.ts";
import type { Chosen } from "../../plugins/skills/chosen.ts";

export interface WantedProgram {
  readonly installation: Installation;
  readonly plugin: Plugin;
  /** The folder of a plugin that runs by consent: it takes no newer version by itself (PL-17). */
  readonly holder?: string;
  /** `hook check`, `skill deploy` … */
  readonly by: readonly string[];
  readonly required: readonly Installation[];
}

/** Those that answer predicates: gates depend on them, so they come first. */
export function predicatePrograms({ plugins }: Pick<LoadedPlugins, "plugins">): readonly WantedProgram[] {
  return plugins.filter(({ state }) => state !== "disabled").flatMap((loaded) => wantedBy(loaded, predicatesOf(loaded).map(asking)));
}

/** In the order of dispatch; what others require comes first. */
export function wantedPrograms(
  { plugins, surroundings }: Pick<LoadedPlugins, "plugins" | "surroundings">,
  skills: readonly Pick<Chosen, "skill" | "source" | "plugin" | "requires">[],
): readonly WantedProgram[] {
  return plugins.filter(isRunning).flatMap((loaded) => {
    const { plugin, source } = loaded;
    const servers = plugin.servers.filter((one) => isOpen(one, loaded, surroundings) && mayRun(loaded, "server", one));
    const own = skills.filter((one) => one.plugin === plugin.name && one.source === source);
    const isUsable = (name: string) => plugin.installations.some((one) => one.name === name && mayRun(loaded, "installation", one));
    return wantedBy(loaded, [
      ...startedIn(loaded, surroundings).map(asking),
      ...servers.flatMap((one) => (one.transport === "stdio" ? [asking([`server ${one.name}`, one])] : [])),
      ...own.map(({ skill, requires = [] }): Asking => [`skill ${skill.name}`, requires.filter(isUsable)]),
    ]);
  });
}

function isRunning(loaded: LoadedPlugin): boolean {
  return loaded.state === "active" && loaded.inactive === undefined && loaded.denied === undefined;
}

function startedIn(loaded: LoadedPlugin, surroundings: LoadedPlugins["surroundings"]): readonly (readonly [string, Started])[] {
  const { plugin, hooks } = loaded;
  const commands = plugin.subcommands.filter((one) => isOpen(one, loaded, surroundings) && mayRun(loaded, "subcommand", one));
  return [
    ...predicatesOf(loaded),
    ...hooks.filter(({ inactive }) => inactive === undefined).map(({ hook }) => [`hook ${hook.name}`, hook] as const),
    ...commands.map((one) => [`subcommand ${one.name}`, one] as const),
  ];
}

function predicatesOf(loaded: LoadedPlugin) {
  return loaded.plugin.predicates.filter((one) => mayRun(loaded, "predicate", one)).map((one) => [`predicate ${one.name}`, one] as const);
}

function isOpen({ gate }: Pick<Plugin, "gate">, { isMember }: LoadedPlugin, surroundings: LoadedPlugins["surroundings"]): boolean {
  return whyClosed(gate, { ...surroundings, isMember }) === undefined;
}

type Asking = readonly [by: string, names: readonly string[]];

function asking([by, started]: readonly [string, Pick<Started, "requirements"> & Partial<Pick<Started, "installation">>]): Asking {
  return [by, [...started.requirements, ...[started.installation ?? []].flat()]];
}

function wantedBy({ plugin, origin }: LoadedPlugin, items: readonly Asking[]): readonly WantedProgram[] {
  const named = (names: readonly string[]) => names.flatMap((name) => plugin.installations.find((one) => one.name === name) ?? []);
  const wanted = new Map<string, Pick<WantedProgram, "installation" | "required"> & { readonly by: Set<string> }>();
  const add = (installation: Installation, by: string, required: readonly Installation[]) => {
    if (installation.source === undefined) return;
    const known = wanted.get(installation.name) ?? { installation, by: new Set<string>(), required };
    known.by.add(by);
    wanted.set(installation.name, known);
  };
  for (const [by, names] of items) {
    for (const installation of named(names)) {
      const required = named(installation.requirements);
      for (const one of required) add(one, by, []);
      add(installation, by, required);
    }
  }
  return [...wanted.values()].map((one) => ({ ...one, plugin, by: [...one.by], holder: holderOf(plugin, origin) }));
}

function holderOf({ directory }: Plugin, { kind }: LoadedPlugin["origin"]): string | undefined {
  return kind === "source" ? undefined : directory;
}

export interface ProgramChange {
  readonly program: string;
  readonly source: string;
  readonly plugin: string;
  readonly by: readonly string[];
  readonly version?: string;
}

export interface ProgramsHere {
  readonly changes: readonly ProgramChange[];
  readonly problems: readonly Problem[];
  readonly left: boolean;
}

/** Reports what cannot be started although its program was acquired: nothing says which of several programs is meant, or a name is wrong. */
export function unnamedPrograms(
  { places: { cache } }: Pick<PlacedContext, "places">,
  { plugins, surroundings }: Pick<LoadedPlugins, "plugins" | "surroundings">,
): readonly Problem[] {
  return plugins.filter(isRunning).flatMap((loaded) => {
    const { plugin, origin } = loaded;
    return startedIn(loaded, surroundings).flatMap(([title, { installation: name, missing }]): readonly Problem[] => {
      const installation = missing === undefined ? undefined : plugin.installations.find((one) => one.name === name);
      if (installation === undefined) return [];
      const found = findAcquired(installation, { cache, platform: platformName(), holder: holderOf(plugin, origin) });
      return found?.state === "acquired" ? [{ severity: "error", file: plugin.manifest, message: `${title}: ${missing}` }] : [];
    });
  });
}
