/**
 * Events that a plugin of a fetched source newly asks for are registered when the source is there (RG-3), not only by the next `sync`: until
 * then such a hook would never be called. Nothing is taken out here, and no agent is added: that is for the user to see.
 */

import { registeredEvents } from "../agents/registered-events.ts";
import { resolveAgent } from "../agents/resolve.ts";
import { AGENT_WORDS } from "../agents/agent-words.ts";
import type { Config } from "../config/config.ts";
import { readLedger } from "../config-files/ledger-file.ts";
import type { Ledger, LedgerFile } from "../config-files/ledger.ts";
import type { Context } from "../context.ts";
import { openLog } from "../platform/log-file.ts";
import type { Places } from "../platform/places.ts";
import { loadPlugins } from "../plugins/active-plugins.ts";
import { usedEvents } from "../plugins/dispatch-index/used-events.ts";
import { withRegistrationLock } from "./registration-lock.ts";
import { activationsOf } from "./activation.ts";
import { applyRegistration } from "./apply.ts";
import type { FilePlan } from "./file-plan.ts";
import { orderFor } from "./plan.ts";
import { recordedEvents } from "./plan-entries.ts";
import { planFile } from "./plan-file.ts";
import { agentOf } from "./shells.ts";
import { entriesFor } from "./wanted-files.ts";
import { writtenOn } from "./written-on.ts";

interface RegistrationContext {
  readonly context: Context;
  readonly places: Places;
}

/** Never rejects: what cannot be done now, the next `sync` does and tells. */
export async function registerAskedEvents(world: RegistrationContext, config: Config): Promise<void> {
  try {
    // Mostly there is nothing to do, and then nobody has to wait for us.
    if (planAsked(world, config, readLedger(world.places.ledger)).length === 0) return;
    const done = await withRegistrationLock(world, async () => {
      const ledger = readLedger(world.places.ledger);
      return applyRegistration({ plans: planAsked(world, config, ledger), ledger, places: world.places });
    });
    tell(world, config, done);
  } catch (error) {
    log(world, config).write("warn", `events could not be registered: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function planAsked(world: RegistrationContext, config: Config, ledger: Ledger): FilePlan[] {
  const { context, places } = world;
  const scope = config.hookScope === "global" ? "user" : "project";
  const configured = new Set(config.agents.flatMap((name) => resolveAgent(name) ?? []));
  const files = ledger.files.filter((file) => file.scope === scope && file.agents.some((agent) => configured.has(agent)));
  if (files.length === 0) return [];
  const { plugins } = loadPlugins({ config, places, workspace: null, agents: AGENT_WORDS, context });
  return files.flatMap((recorded) => planOne(world, recorded, usedEvents(recorded.agents[0] ?? "", plugins)));
}

function planOne(world: RegistrationContext, recorded: LedgerFile, asked: ReadonlySet<string>): FilePlan[] {
  const agent = agentOf(recorded);
  if (agent?.registration.content.kind !== "entries") return [];
  const now = new Set(recordedEvents(recorded));
  const isNew = registeredEvents(agent.facts, agent.registration, asked).some((event) => !now.has(event));
  if (!isNew) return [];
  const used = new Set([...asked, ...now]);
  const { file, agents, scope, workspace } = recorded;
  const entries = entriesFor(agent, { scope, used, ...writtenOn(world) });
  const wanted = {
    file,
    agents,
    scope,
    ...(workspace === undefined ? {} : { workspace }),
    content: { kind: "entries", entries },
  } as const;
  return [planFile(orderFor(wanted, wanted, recorded, { date: new Date(world.context.now()).toISOString() }))];
}

/** Nobody watches; `status` says what each agent waits for. */
function tell(world: RegistrationContext, config: Config, done: readonly FilePlan[]): void {
  const { write } = log(world, config);
  for (const { file, record, after, remarks } of done) {
    const waiting = record === undefined || after === null ? [] : activationsOf(record, after, writtenOn(world));
    const until = waiting.flatMap((one) => one.until.map((what) => `${one.title}: not active until ${what}`));
    write(
      "info",
      [`registered events that a plugin newly asks for in ${file}`, ...until, ...remarks.map(({ message }) => message)].join("\n"),
    );
  }
}

function log({ context, places }: RegistrationContext, { logLevel }: Config) {
  return openLog({ places, now: context.now, level: logLevel });
}
