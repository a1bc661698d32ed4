/**
 * What the detached refresh registers between two syncs: events that a plugin of a fetched source newly uses (RG-3), and MCP servers that come
 * and go with a workspace's dependencies (MC-5). It removes no hooks, adds no agent, and touches only files that the user allowed: the user
 * should see the rest.
 */

import { resolveAgent } from "../../agents/find-agent.ts";
import { registeredEvents } from "../../agents/registered-calls.ts";
import { messageOf } from "../../errors.ts";
import type { Config } from "../../files/config.ts";
import { recordedEvents } from "../../files/find-ours.ts";
import { type Ledger, type LedgerFile, readLedger } from "../../files/ledger.ts";
import { openLog } from "../../host/log-file.ts";
import type { PlacedContext } from "../../host/places.ts";
import { askingOfAccepted, usedEvents } from "../../index/used-events.ts";
import type { Workspace } from "../../packages/workspace.ts";
import { judgePlugins, loadPlugins } from "../../plugins/active-plugins.ts";
import { serversNow } from "../mcp-servers/servers-now.ts";
import { withRegistrationLock } from "../registration-lock.ts";
import type { Gathered } from "../workspace/gather.ts";
import { activationsOf } from "./activation.ts";
import { applyRegistration } from "./apply-registration.ts";
import type { FilePlan } from "./file-plan.ts";
import { agentOf } from "./our-entries.ts";
import { planFile } from "./plan-file.ts";
import { planServerFiles } from "./plan-registration.ts";
import { entriesContext, entriesFor } from "./wanted-files.ts";

/** Logs what each agent waits for, because no user is watching; `status` shows it too. */
export async function registerAskedEvents(app: PlacedContext, config: Config): Promise<void> {
  const lines = ({ file, record, after }: FilePlan) => {
    const waiting = record === undefined || after === null ? [] : activationsOf(record, after, entriesContext(app));
    const until = waiting.flatMap((one) => one.until.map((what) => `${one.title}: not active until ${what}`));
    return [`registered events that a plugin newly uses in ${file}`, ...until];
  };
  await register(app, config, "events", async (ledger) => planAsked(app, config, ledger), lines);
}

export async function syncServers(app: PlacedContext, gathered: Gathered): Promise<void> {
  const { config, workspace } = gathered;
  if (workspace === null) return;
  const isAny = ({ files }: Ledger) =>
    hasGatedServers(gathered) || files.some(({ servers = [] }) => servers.some((one) => one.workspace === workspace.folder));
  const plan = async (ledger: Ledger) => (isAny(ledger) ? planHere(app, gathered, workspace, ledger) : []);
  await register(app, config, "MCP servers", plan, ({ file }) => [`MCP servers of ${workspace.folder} in ${file}`]);
}

/** Never rejects: the next `sync` does and reports what fails now. `lines` gives the first lines of the log about a file. */
async function register(
  app: PlacedContext,
  { logLevel }: Config,
  what: string,
  plan: (ledger: Ledger) => Promise<readonly FilePlan[]>,
  lines: (done: FilePlan) => readonly string[],
): Promise<void> {
  const { context, places } = app;
  const log = () => openLog({ places, now: context.now, level: logLevel });
  try {
    // Usually there is nothing to do, and then no process has to wait for us.
    if ((await plan(readLedger(places.ledger))).length === 0) return;
    const done = await withRegistrationLock(app, async () => {
      const ledger = readLedger(places.ledger);
      return applyRegistration({ plans: await plan(ledger), ledger, places });
    });
    for (const one of done) log().write("info", [...lines(one), ...one.remarks.map(({ message }) => message)].join("\n"));
  } catch (error) {
    log().write("warn", `cannot register ${what}: ${messageOf(error)}`);
  }
}

function planAsked(app: PlacedContext, config: Config, ledger: Ledger): FilePlan[] {
  const { context, places } = app;
  const scope = config.hookScope === "global" ? "user" : "project";
  const configured = new Set(config.agents.flatMap((name) => resolveAgent(name) ?? []));
  const files = ledger.files.filter((file) => file.scope === scope && file.agents.some((agent) => configured.has(agent)));
  if (files.length === 0) return [];
  const { plugins, outlined, consents } = loadPlugins({ config, places, workspace: null, context });
  const asking = [...plugins, ...outlined, ...askingOfAccepted(consents)];
  return files.flatMap((recorded) => planOne(app, recorded, usedEvents(recorded.agents[0] ?? "", asking)));
}

function planOne(app: PlacedContext, recorded: LedgerFile, asked: ReadonlySet<string>): FilePlan[] {
  const agent = agentOf(recorded);
  if (agent?.registration.content.kind !== "entries") return [];
  const now = new Set(recordedEvents(recorded));
  const isNew = registeredEvents(agent, agent.registration, asked).some((event) => !now.has(event));
  if (!isNew) return [];
  const used = new Set([...asked, ...now]);
  const { file, agents, scope, workspace } = recorded;
  const entries = entriesFor(agent, { scope, used, ...entriesContext(app) });
  const hooks = { file, agents, scope, workspace, content: { kind: "entries", entries } } as const;
  return [planFile({ identity: recorded, hooks, recorded, date: new Date(app.context.now()).toISOString() })];
}

export function hasGatedServers({ loaded }: Gathered): boolean {
  return loaded.plugins.some(({ servers }) => servers.some(({ isGated, inactive }) => isGated && inactive === undefined));
}

async function planHere(app: PlacedContext, gathered: Gathered, workspace: Workspace, ledger: Ledger): Promise<FilePlan[]> {
  const { config, sources, loaded } = gathered;
  const { context, places } = app;
  const registered = new Set(ledger.files.flatMap(({ agents, servers = [] }) => [...agents, ...servers.flatMap((one) => one.agents)]));
  const agents = [...new Set(config.agents.flatMap((name) => resolveAgent(name) ?? []))].filter((name) => registered.has(name));
  const everywhere = judgePlugins(sources, { config, places, context, workspace: null });
  const scope = config.hookScope === "global" ? "user" : "project";
  const now = await serversNow(app, { config, everywhere, here: { loaded, workspace }, agents, scope, project: undefined, ledger });
  const gated = now.placed.filter(({ workspace: folder }) => folder !== undefined);
  const plans = await planServerFiles({ ...now, placed: gated }, ledger, new Date(context.now()).toISOString());
  return plans.filter(({ action }) => action !== "none" && action !== "refused");
}
