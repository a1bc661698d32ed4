/**
 * Registers events that a plugin of a fetched source newly uses as soon as the source is there (RG-3), not only at the next `sync`: until
 * then such a hook would never be called. It removes nothing and adds no agent: the user should see that.
 */

import { registeredEvents } from "../agents/registered-events.ts";
import { resolveAgent } from "../agents/hook-time.ts";
import { AGENT_RESOLVER } from "../agents/agent-resolver.ts";
import type { Config } from "../config/config.ts";
import { readLedger } from "../config-files/ledger-file.ts";
import type { Ledger, LedgerFile } from "../config-files/ledger.ts";
import { openLog } from "../platform/log-file.ts";
import type { PlacedContext } from "../platform/places.ts";
import { loadPlugins } from "../plugins/active-plugins.ts";
import { askingOfAccepted } from "../plugins/consent/standings.ts";
import { usedEvents } from "../plugins/dispatch-index/used-events.ts";
import { withRegistrationLock } from "./registration-lock.ts";
import { activationsOf } from "./activation.ts";
import { applyRegistration } from "./apply-registration.ts";
import type { FilePlan } from "./file-plan.ts";
import { orderFor } from "./plan-registration.ts";
import { recordedEvents } from "./plan-entries.ts";
import { planFile } from "./plan-file.ts";
import { agentOf } from "./own-hook-file.ts";
import { entriesFor } from "./wanted-files.ts";
import { entriesContext } from "./entries-context.ts";

/** Never rejects: the next `sync` does and reports what fails now. */
export async function registerAskedEvents(app: PlacedContext, config: Config): Promise<void> {
  try {
    // Usually there is nothing to do, and then no process has to wait for us.
    if (planAsked(app, config, readLedger(app.places.ledger)).length === 0) return;
    const done = await withRegistrationLock(app, async () => {
      const ledger = readLedger(app.places.ledger);
      return applyRegistration({ plans: planAsked(app, config, ledger), ledger, places: app.places });
    });
    logRegistered(app, config, done);
  } catch (error) {
    log(app, config).write("warn", `cannot register events: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function planAsked(app: PlacedContext, config: Config, ledger: Ledger): FilePlan[] {
  const { context, places } = app;
  const scope = config.hookScope === "global" ? "user" : "project";
  const configured = new Set(config.agents.flatMap((name) => resolveAgent(name) ?? []));
  const files = ledger.files.filter((file) => file.scope === scope && file.agents.some((agent) => configured.has(agent)));
  if (files.length === 0) return [];
  const { plugins, asleep, consents } = loadPlugins({ config, places, workspace: null, agents: AGENT_RESOLVER, context });
  const asking = [...plugins, ...asleep, ...askingOfAccepted(consents)];
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
  const wanted = {
    file,
    agents,
    scope,
    ...(workspace === undefined ? {} : { workspace }),
    content: { kind: "entries", entries },
  } as const;
  return [planFile(orderFor(wanted, { hooks: wanted, recorded, date: new Date(app.context.now()).toISOString() }))];
}

/** No user is watching; `status` shows what each agent waits for. */
function logRegistered(app: PlacedContext, config: Config, done: readonly FilePlan[]): void {
  const { write } = log(app, config);
  for (const { file, record, after, remarks } of done) {
    const waiting = record === undefined || after === null ? [] : activationsOf(record, after, entriesContext(app));
    const until = waiting.flatMap((one) => one.until.map((what) => `${one.title}: not active until ${what}`));
    write("info", [`registered events that a plugin newly uses in ${file}`, ...until, ...remarks.map(({ message }) => message)].join("\n"));
  }
}

function log({ context, places }: PlacedContext, { logLevel }: Config) {
  return openLog({ places, now: context.now, level: logLevel });
}
