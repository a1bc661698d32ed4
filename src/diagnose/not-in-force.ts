/** Why a call that an agent makes now would not run the plugins' hooks: everything that can be seen from here, for all agents or for one. */

import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";

import { userPlace } from "../agents/agent-paths.ts";
import { agentNamed, titleOf } from "../agents/agents-by-name.ts";
import { resolveAgent } from "../agents/find-agent.ts";
import { activeSwitches } from "../agents/switches.ts";
import { openConsents } from "../consent/consent-book.ts";
import { tomlIn } from "../files/toml.ts";
import { thisMachine } from "../host/machine.ts";
import { namesIn } from "../host/paths.ts";
import { movedBase, recordedPlaces, standingOfPlaces } from "../host/places.ts";
import { askingOfAccepted, busyEvents } from "../index/used-events.ts";
import type { ReadPlugins } from "../plugins/plugins-read.ts";
import type { AppContext } from "../setup/app-context.ts";
import { projectAround } from "../setup/machine.ts";
import { askProgram } from "../setup/program/ask-program.ts";
import type { Registered, Registrations } from "./registrations.ts";

export interface NotInForce {
  /** Our name of the agent; absent where it is so for all of them. */
  readonly agent?: string;
  /** `not guarded`: hooks run, and something of the project runs before them. */
  readonly state: "not in force" | "not guarded";
  readonly because: string;
  readonly hint?: string;
}

type Surroundings = Omit<AppContext, "dist">;

export async function notInForce(cli: Surroundings, status: Registrations, sources: ReadPlugins): Promise<readonly NotInForce[]> {
  if (status.registrations.length === 0) return [];
  return [
    ...(await aboutProgram(cli)),
    ...aboutDirectory(cli, status),
    ...aboutRecord(cli),
    ...status.registrations.flatMap((one) => aboutEntries(cli, one)),
    ...aboutFlags(cli, status, sources),
    ...(await aboutSwitches(cli, status)),
  ];
}

async function aboutProgram({ context, places, calledAs }: Surroundings): Promise<NotInForce[]> {
  const { program } = places;
  const answer = existsSync(program) ? await askProgram(program, context.env, thisMachine()) : { silent: "is missing" };
  if (!("silent" in answer)) return [];
  const hint = `run \`${calledAs} sync\` to place it again`;
  return [off(`the program that agents call, ${program}, ${answer.silent}`, { hint })];
}

function aboutDirectory({ places }: Surroundings, { filesOfOthers }: Registrations): NotInForce[] {
  if (filesOfOthers !== undefined) return [off(filesOfOthers.message, { hint: filesOfOthers.hint })];
  try {
    accessSync(places.base, constants.R_OK | constants.W_OK | constants.X_OK);
    return [];
  } catch {
    return [off(`${places.base} cannot be read and written`, { hint: `run \`chmod u+rwx ${places.base}\`` })];
  }
}

function aboutRecord({ context, places, calledAs }: Surroundings): NotInForce[] {
  const standing = standingOfPlaces(places, context.os);
  if (standing.state === "damaged") return [off(standing.message)];
  if (standing.state === "recorded") return [];
  const { config, cache } = recordedPlaces(places.base, context.os);
  const [theirs, here] = config === places.config ? [cache, places.cache] : [config, places.config];
  return [
    off(`hook calls read ${theirs}, but the XDG variables of this shell lead to ${here}: the plugins below are not the ones that run`, {
      hint: `unset the XDG variables here, or run \`${calledAs} sync\` to make hook calls read ${here}`,
    }),
  ];
}

function aboutEntries({ context, places, calledAs }: Surroundings, one: Registered): NotInForce[] {
  const { agents, file, state, entries, scope, activations } = one;
  const hint = { hint: `run \`${calledAs} sync\` to write them again` };
  const moved = scope === "project" ? movedBase(places, context) : undefined;
  const words = [
    ...(state === "missing" ? [`${file} is gone`] : []),
    ...(state === "changed" ? [`${entries.all - entries.there} of ${entries.all} entries in ${file} were changed or removed`] : []),
    ...(moved === undefined ? [] : [`the entries in ${file} call the program in ~/.symposium, and it is in ${moved}`]),
  ];
  return [
    ...agents.flatMap((agent) => words.map((because) => off(because, { agent, ...hint }))),
    ...activations.flatMap(({ agent, because }) => because.map((why) => off(why, { agent }))),
  ];
}

/** A flag that exists though a plugin has something to do at its event ends every such call before it begins. */
function aboutFlags(
  { places, calledAs }: Surroundings,
  { registrations }: Registrations,
  { plugins, outlined }: ReadPlugins,
): NotInForce[] {
  const hint = { hint: `run \`${calledAs} sync\`` };
  const asking = [...plugins, ...outlined, ...askingOfAccepted(openConsents(places))];
  const wrong = new Map<string, string[]>();
  for (const flag of namesIn(places.idleFlags).toSorted()) {
    const dot = flag.indexOf(".");
    const [agent, event] = [flag.slice(0, dot), flag.slice(dot + 1)];
    const isUsed = dot > 0 && resolveAgent(agent) === agent && busyEvents(agent, asking).has(event);
    if (isUsed) wrong.set(agent, [...(wrong.get(agent) ?? []), event]);
  }
  const idle = [...wrong].map(([agent, events]) =>
    off(`files in ${places.idleFlags} end calls of ${events.join(", ")} before a hook runs, though a plugin has a hook for them`, {
      agent,
      ...hint,
    }),
  );
  const forUser = new Set(registrations.filter(({ scope }) => scope === "user").flatMap((one) => one.agents));
  const global = namesIn(places.globalFlags)
    .toSorted()
    .filter((agent) => !forUser.has(agent) && registrations.some((one) => one.agents.includes(agent)))
    .map((agent) => off(`${join(places.globalFlags, agent)} says that your own file calls Symposium, and it does not`, { agent, ...hint }));
  return [...idle, ...global];
}

async function aboutSwitches({ context }: Surroundings, { registrations }: Registrations): Promise<NotInForce[]> {
  const agents = new Set(registrations.flatMap((one) => one.agents));
  const root = projectAround(context);
  const place = (agent: string, path: string) => userPlace(path, agentNamed(agent).relocatedBy, context);
  const places = { parseToml: tomlIn, user: { place, parseYaml: async (text: string) => (await import("../files/yaml.ts")).yamlIn(text) } };
  // Some agents look into the folder they are started in, others into the repository's root.
  const found = await Promise.all(
    [...new Set([root ?? context.cwd, context.cwd])].map((project) => activeSwitches(agents, { ...places, project })),
  );
  return [...new Map(found.flat().map((one) => [one.says, one])).values()].map(({ agent, says, effect, file }): NotInForce => ({
    agent,
    state: effect === "off" ? "not in force" : "not guarded",
    because: says,
    hint: `read ${file} before you use ${titleOf(agent)} here`,
  }));
}

function off(because: string, more: Pick<NotInForce, "agent" | "hint"> = {}): NotInForce {
  return { state: "not in force", because, ...more };
}
