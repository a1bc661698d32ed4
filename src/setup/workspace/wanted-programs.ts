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
  /** The installations that it requires, which come before it. */
  readonly required: readonly Installation[];
}

/** Those that answer predicates: gates depend on them, so they come first. */
export function predicatePrograms({ plugins }: Pick<LoadedPlugins, "plugins">): readonly WantedProgram[] {
  return plugins
    .filter(({ state }) => state !== "disabled")
    .flatMap((loaded) =>
      wantedBy(
        loaded,
        loaded.plugin.predicates.filter((one) => mayRun(loaded, "predicate", one)).map((one) => asking(`predicate ${one.name}`, one)),
      ),
    );
}

/** In the order of dispatch; what others require comes first. */
export function wantedPrograms(
  { plugins, surroundings }: Pick<LoadedPlugins, "plugins" | "surroundings">,
  skills: readonly Pick<Chosen, "skill" | "source" | "plugin" | "requires">[],
): readonly WantedProgram[] {
  return plugins.filter(isRunning).flatMap((loaded) => {
    const { plugin, source } = loaded;
    const isOpen = openHere(loaded, surroundings);
    const own = skills.filter((one) => one.plugin === plugin.name && one.source === source);
    return wantedBy(loaded, [
      ...startedIn(loaded, surroundings).map(([by, started]) => asking(by, started)),
      ...plugin.servers
        .filter((one) => isOpen(one) && mayRun(loaded, "server", one))
        .flatMap((one) => (one.transport === "stdio" ? asking(`server ${one.name}`, one) : [])),
      ...own.map(({ skill, requires = [] }) => ({
        by: `skill ${skill.name}`,
        names: requires.filter((name) => plugin.installations.some((one) => one.name === name && mayRun(loaded, "installation", one))),
      })),
    ]);
  });
}

function isRunning(loaded: LoadedPlugin): boolean {
  return loaded.state === "active" && loaded.inactive === undefined && loaded.denied === undefined;
}

/** What a plugin starts here, with its title. */
function startedIn(loaded: LoadedPlugin, surroundings: LoadedPlugins["surroundings"]): readonly (readonly [string, Started])[] {
  const { plugin, hooks } = loaded;
  const isOpen = openHere(loaded, surroundings);
  return [
    ...plugin.predicates.filter((one) => mayRun(loaded, "predicate", one)).map((one) => [`predicate ${one.name}`, one] as const),
    ...hooks.filter(({ inactive }) => inactive === undefined).map(({ hook }) => [`hook ${hook.name}`, hook] as const),
    ...plugin.subcommands
      .filter((one) => isOpen(one) && mayRun(loaded, "subcommand", one))
      .map((one) => [`subcommand ${one.name}`, one] as const),
  ];
}

function openHere({ isMember }: LoadedPlugin, surroundings: LoadedPlugins["surroundings"]) {
  return ({ gate }: Pick<Plugin, "gate">) => whyClosed(gate, { ...surroundings, isMember }) === undefined;
}

interface Asking {
  readonly by: string;
  /** Of installations. */
  readonly names: readonly string[];
}

function asking(
  by: string,
  { installation, requirements }: Pick<Started, "requirements"> & Partial<Pick<Started, "installation">>,
): Asking {
  return { by, names: [...requirements, ...(installation === undefined ? [] : [installation])] };
}

function wantedBy({ plugin, origin }: LoadedPlugin, items: readonly Asking[]): readonly WantedProgram[] {
  const named = (name: string) => plugin.installations.find((one) => one.name === name);
  const wanted = new Map<
    string,
    { readonly installation: Installation; readonly by: Set<string>; readonly required: readonly Installation[] }
  >();
  const want = (installation: Installation | undefined, by: string) => {
    if (installation === undefined) return;
    const required = installation.requirements.flatMap((name) => named(name) ?? []);
    for (const one of required) add(one, by, []);
    add(installation, by, required);
  };
  const add = (installation: Installation, by: string, required: readonly Installation[]) => {
    if (installation.source === undefined) return;
    const known = wanted.get(installation.name) ?? { installation, by: new Set<string>(), required };
    known.by.add(by);
    wanted.set(installation.name, known);
  };
  for (const { by, names } of items) for (const name of names) want(named(name), by);
  const holder = origin.kind === "source" ? {} : { holder: plugin.directory };
  return [...wanted.values()].map(({ installation, by, required }) => ({ installation, plugin, by: [...by], required, ...holder }));
}

export interface ProgramChange {
  readonly program: string;
  readonly source: string;
  readonly plugin: string;
  /** What asked for it. */
  readonly by: readonly string[];
  /** Absent before it is known. */
  readonly version?: string;
}

export interface ProgramsHere {
  /** Acquired now, or in a dry run missing. */
  readonly changes: readonly ProgramChange[];
  readonly problems: readonly Problem[];
  /** Something is missing. */
  readonly left: boolean;
}

/** The programs that answer predicates: gates depend on the answers, so they come before the questions. */
interface AnsweringPrograms extends ProgramsHere {
  /** Tries each program once; whether there is a new one. */
  readonly acquire: (loaded: LoadedPlugins) => Promise<boolean>;
}

export function answeringPrograms(
  acquire: (wanted: readonly WantedProgram[]) => Promise<ProgramsHere>,
  mayAcquire: boolean,
): AnsweringPrograms {
  const tried = new Set<string>();
  const changes: ProgramChange[] = [];
  const problems: Problem[] = [];
  const result = {
    changes,
    problems,
    left: false,
    acquire: async (loaded: LoadedPlugins) => {
      const wanted = mayAcquire ? predicatePrograms(loaded).filter((one) => !tried.has(keyOf(one))) : [];
      if (wanted.length === 0) return false;
      for (const one of wanted) tried.add(keyOf(one));
      const now = await acquire(wanted);
      changes.push(...now.changes);
      problems.push(...now.problems);
      result.left ||= now.left;
      return now.changes.length > 0;
    },
  };
  return result;
}

function keyOf({ plugin, installation }: WantedProgram): string {
  return `${plugin.manifest}\n${installation.name}`;
}

/** Reports what cannot be started although its program was acquired: nothing says which of several programs is meant, or a name is wrong. */
export function unnamedPrograms(
  { places }: Pick<PlacedContext, "places">,
  { plugins, surroundings }: Pick<LoadedPlugins, "plugins" | "surroundings">,
): readonly Problem[] {
  return plugins.filter(isRunning).flatMap((loaded) =>
    startedIn(loaded, surroundings).flatMap(([title, { installation, missing }]): readonly Problem[] => {
      if (missing === undefined || !isAcquired(loaded, installation, places.cache)) return [];
      return [{ severity: "error", file: loaded.plugin.manifest, message: `${title}: ${missing}` }];
    }),
  );
}

function isAcquired({ plugin, origin }: LoadedPlugin, name: string, cache: string): boolean {
  const installation = plugin.installations.find((one) => one.name === name);
  const holder = origin.kind === "source" ? undefined : plugin.directory;
  return installation !== undefined && findAcquired(installation, { cache, platform: platformName(), holder })?.state === "acquired";
}
