/**
 * The one place that decides which plugins exist and which are active. Everything that shows, runs or installs what
 * plugins bring asks here, so that all commands agree.
 */

import type { Problem } from "../documents/problem.ts";
import { workspaceState } from "../platform/workspace-state.ts";
import { definedOnce } from "../predicates/defined-once.ts";
import type { AnswersPlace } from "../predicates/answer-freshness.ts";
import { type Answers, openAnswers } from "../predicates/open-answers.ts";
import type { PredicateSurroundings } from "../predicates/surroundings.ts";
import { type PluginState, verdictOn } from "./enablement.ts";
import { type JudgedHook, judgeHooks } from "./judge-hooks.ts";
import { type ReadPlugin, type ReadPlugins, readPlugins, type ReadRequest } from "./read-plugins.ts";

export interface LoadedPlugin extends Omit<ReadPlugin, "isDormant"> {
  readonly state: PluginState;
  /** Why it is inactive; absent when it is active. */
  readonly inactive?: string;
  readonly hooks: readonly JudgedHook[];
}

export interface LoadedPlugins extends Omit<ReadPlugins, "plugins"> {
  /** In the order of dispatch. */
  readonly plugins: readonly LoadedPlugin[];
  /** What every gate here is evaluated against. */
  readonly surroundings: PredicateSurroundings;
  readonly answers: AnswersOnDisk;
}

/** The answers of predicates' programs, and where they are stored. */
export interface AnswersOnDisk {
  readonly file: string;
  readonly place: AnswersPlace;
  readonly answers: Answers;
}

/** Reads local files only. Never throws: problems are part of the result. */
export function loadPlugins(request: ReadRequest): LoadedPlugins {
  return judgePlugins(readPlugins(request), request);
}

/** The same for plugins already loaded, after something that gates depend on may have changed. */
export function judgePlugins(read: ReadPlugins, request: ReadRequest): LoadedPlugins {
  const { workspace, context, places, config } = request;
  const definitions = definedOnce(definitionsIn(read.plugins));
  const folder = workspace?.folder ?? context.cwd;
  const file = workspaceState(places, workspace?.folder ?? places.base).answers;
  const { env, os, now } = context;
  const place: AnswersPlace = { env, os, now, folder, definitions: definitions.kept };
  const answers = openAnswers(file, place);
  const { answered, definedNames } = answers;
  const surroundings: PredicateSurroundings = {
    env,
    os,
    workspace,
    folder,
    isMember: false,
    checkedPaths: new Set(),
    answered,
    definedNames,
  };
  const judged = read.plugins.map((plugin) => judgePlugin(plugin, surroundings));
  const plugins = judged.map((each) => each.plugin);
  return {
    ...read,
    plugins,
    surroundings,
    answers: { file, place, answers },
    problems: [
      ...read.problems,
      ...judged.flatMap(({ problem }) => problem ?? []),
      ...namesakes(plugins),
      ...definitions.warnings.map((warning): Problem => ({ severity: "warning", file: places.config, ...warning })),
    ],
  };

  function judgePlugin({ isDormant, ...plugin }: ReadPlugin, around: PredicateSurroundings) {
    const { isMember } = plugin;
    const own = { ...around, isMember };
    const { state, reason, problem } = verdictOn(plugin.plugin, isDormant && !isMember, { config, surroundings: own });
    const hooks = judgeHooks(plugin.plugin, own, isMember ? NEEDS_CONSENT : state === "inactive" ? undefined : reason);
    return { plugin: { ...plugin, state, ...(reason === undefined ? {} : { inactive: reason }), hooks }, problem };
  }
}

const NEEDS_CONSENT = "comes with the workspace, and this version does not run plugins of a workspace";

/** Only of sources that the user configured: a workspace's own plugins run nothing (PL-16). */
function definitionsIn(plugins: readonly ReadPlugin[]) {
  return plugins
    .filter(({ isMember }) => !isMember)
    .flatMap(({ plugin }) => plugin.predicates.map(({ name, command }) => ({ plugin: plugin.name, name, command })));
}

/** Source and name identify a plugin, so both stay; but readers of a trace should know. */
function namesakes(plugins: readonly LoadedPlugin[]): Problem[] {
  const first = new Map<string, LoadedPlugin>();
  return plugins.flatMap((loaded): Problem[] => {
    const { name, manifest } = loaded.plugin;
    const other = first.get(name);
    if (other === undefined) first.set(name, loaded);
    if (other === undefined) return [];
    const message = `another plugin is also named \`${name}\`: ${other.plugin.manifest}`;
    return [{ severity: "warning", file: manifest, message, hint: "both are used; rename one of them" }];
  });
}
