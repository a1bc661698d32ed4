/** Which agent is really calling (RT-23): agents read each other's hook files, so the entry's name is only the first candidate. */

import type { HookTime } from "../agents/agent.ts";
import type { JsonObject } from "../canonical/json.ts";
import type { IndexHeader } from "../plugins/dispatch-index/format.ts";
import type { Call, HookServices } from "./hook-services.ts";

/** The agent of the registered entry; a host without another name is called by its own. */
export function entryOf({ agent }: Call, services: HookServices): Promise<HookTime> | undefined {
  return agent === undefined ? undefined : services.loadHookTime(services.resolveAgent(agent) ?? agent);
}

/** Among the agents that read the entry's file the payload's shape decides; marks in the environment only break ties. */
export function recogniseCaller(entry: HookTime, payload: JsonObject, services: HookServices): HookTime | Promise<HookTime> {
  const isSure = services.readersOf(entry.name).length === 0 || entry.recognise(payload, services.context.env) === "shape";
  return isSure ? entry : recogniseAmongReaders(entry, payload, services);
}

async function recogniseAmongReaders(entry: HookTime, payload: JsonObject, services: HookServices): Promise<HookTime> {
  const candidates = [entry, ...(await loadReaders(entry, services))];
  const verdicts = candidates.map((agent) => ({ agent, verdict: agent.recognise(payload, services.context.env) }));
  const byShape = verdicts.filter(({ verdict }) => verdict === "shape");
  const [only, ...more] = byShape.length > 0 ? byShape : verdicts.filter(({ verdict }) => verdict === "mark");
  return only === undefined || more.length > 0 ? entry : only.agent;
}

/** The agents that read the entry's file too. */
export async function loadReaders({ name }: HookTime, services: HookServices): Promise<readonly HookTime[]> {
  const loaded = await Promise.all(services.readersOf(name).map((reader) => services.loadHookTime(reader)));
  return loaded.filter((reader) => reader !== undefined);
}

/** Whether another entry in this project, or the user's, answers this caller instead: its own, if it has one. */
export async function answersElsewhere(
  caller: HookTime,
  entry: HookTime,
  header: IndexHeader,
  services: HookServices,
  project: string,
): Promise<boolean> {
  if (caller.name === entry.name) return false;
  const answering =
    registeredEntry(caller.name, header) ??
    (await entryInFiles(caller.name, services, isForUser(entry.name, header) ? undefined : project));
  return answering !== undefined && answering !== entry.name;
}

/** By the same rule as in the files: the caller's own entry, else the first that serves it. */
function registeredEntry(caller: string, { registrations }: IndexHeader): string | undefined {
  let first: string | undefined;
  for (const { agent, entry } of registrations) {
    if (agent === caller && entry === caller) return entry;
    if (agent === caller) first ??= entry;
  }
  return first;
}

/** Then no project's file may silence it: what is registered there may never be run. */
function isForUser(entry: string, { registrations }: IndexHeader): boolean {
  return registrations.some((each) => each.entry === entry && each.scope === "user");
}

/** For callers without a ledger entry: entries also come with a cloned project. */
async function entryInFiles(caller: string, services: HookServices, project: string | undefined): Promise<string | undefined> {
  const files = await services.hookFilesOf(caller);
  if (files === undefined) return undefined;
  const { answeringEntry } = await import("./answering-entry.ts");
  return answeringEntry(caller, project === undefined ? { ...files, project: [] } : files, services.context, project ?? "");
}
