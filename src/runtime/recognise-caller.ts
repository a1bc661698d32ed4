/** Which agent is really calling (RT-23): agents read each other's hook files, so the entry's name is only the first candidate. */

import type { HookTime } from "../agents/agent.ts";
import type { JsonObject } from "../canonical/json.ts";
import type { Environment } from "../context.ts";
import type { IndexHeader } from "../plugins/dispatch-index/format.ts";
import type { Call, HookServices } from "./hook-services.ts";

/** The agent of the registered entry; a host without another name is called by its own. */
export function entryOf({ agent }: Call, services: HookServices): Promise<HookTime> | undefined {
  return agent === undefined ? undefined : services.loadHookTime(services.resolveAgent(agent) ?? agent);
}

export interface Recognised {
  readonly caller: HookTime;
  /** Who else may be calling, as far as the payload and the environment tell. */
  readonly others: readonly HookTime[];
  /** The payload has the caller's shape alone, and no mark of the entry's agent is in the environment. */
  readonly isByShape: boolean;
  /** A mark speaks for the caller as well. */
  readonly isCertain: boolean;
}

/** Among the agents that read the entry's file the payload's shape decides; marks in the environment only break ties. */
export function recogniseCaller(entry: HookTime, payload: JsonObject, services: HookServices): Recognised | Promise<Recognised> {
  const isSure = services.readersOf(entry.name).length === 0 || entry.recognise(payload, services.context.env) === "shape";
  return isSure ? { caller: entry, others: [], isByShape: true, isCertain: true } : recogniseAmongReaders(entry, payload, services);
}

async function recogniseAmongReaders(entry: HookTime, payload: JsonObject, services: HookServices): Promise<Recognised> {
  const { env } = services.context;
  const candidates = [entry, ...(await loadReaders(entry, services))];
  const verdicts = candidates.map((agent) => ({ agent, verdict: agent.recognise(payload, env) }));
  const byShape = verdicts.filter(({ verdict }) => verdict === "shape");
  const claims = byShape.length > 0 ? byShape : verdicts.filter(({ verdict }) => verdict === "mark");
  const [only, ...more] = claims;
  const caller = only === undefined || more.length > 0 ? entry : only.agent;
  const possible = claims.length > 0 ? [entry, ...claims.map(({ agent }) => agent)] : candidates;
  const isByShape = byShape.length === 1 && !isMarked(entry, env);
  const isOnlyEntry = only?.agent === entry && more.length === 0;
  return {
    caller,
    others: isOnlyEntry ? [] : [...new Set(possible)].filter((agent) => agent !== caller),
    isByShape,
    isCertain: isByShape && isMarked(caller, env),
  };
}

/** Whether the environment alone speaks for an agent. */
function isMarked(agent: HookTime, env: Environment): boolean {
  return agent.recognise({}, env) === "mark";
}

/** The agents that read the entry's file too. */
export async function loadReaders({ name }: HookTime, services: HookServices): Promise<readonly HookTime[]> {
  const loaded = await Promise.all(services.readersOf(name).map((reader) => services.loadHookTime(reader)));
  return loaded.filter((reader) => reader !== undefined);
}

/** The other entry in this project, or the user's, that is to answer this caller: its own, if it has one. */
export async function entryElsewhere(
  caller: HookTime,
  entry: HookTime,
  header: IndexHeader,
  services: HookServices,
  project: string,
): Promise<string | undefined> {
  if (caller === entry) return undefined;
  const { answeringEntry, registeredEntry } = await import("./answering-entry.ts");
  const registered = registeredEntry(caller.name, header.registrations);
  if (registered !== undefined) return registered === entry.name ? undefined : registered;
  // Entries also come with a cloned project, and no ledger has them.
  const files = await services.hookFilesOf(caller.name);
  if (files === undefined) return undefined;
  const isUsers = isForUser(entry.name, header);
  const answering = answeringEntry(caller.name, isUsers ? { ...files, project: [] } : files, services.context, isUsers ? "" : project);
  return answering === entry.name ? undefined : answering;
}

/** Then no project's file may silence it: what is registered there may never be run. */
function isForUser(entry: string, { registrations }: IndexHeader): boolean {
  return registrations.some((each) => each.entry === entry && each.scope === "user");
}
