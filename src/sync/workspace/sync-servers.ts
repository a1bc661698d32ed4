/**
 * The MCP servers of a workspace come and go with its dependencies (MC-5), also between two syncs: the detached refresh brings them into the state
 * that the workspace asks for. It touches no hooks, no servers of others, and only files that the user allowed.
 */

import { AGENT_RESOLVER } from "../../agents/agent-resolver.ts";
import { resolveAgent } from "../../agents/hook-time.ts";
import { readLedger } from "../../config-files/ledger-file.ts";
import type { Ledger } from "../../config-files/ledger.ts";
import { messageOf } from "../../canonical/error-message.ts";
import { openLog } from "../../platform/log-file.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { judgePlugins } from "../../plugins/active-plugins.ts";
import { applyRegistration } from "../../registration/apply-registration.ts";
import type { FilePlan } from "../../registration/file-plan.ts";
import { planServerFiles } from "../../registration/plan-registration.ts";
import { withRegistrationLock } from "../../registration/registration-lock.ts";
import { serversNow } from "../../set-up/servers-now.ts";
import type { Gathered } from "./gather.ts";

/** Never rejects: the next `sync` does and reports what fails now. */
export async function syncServers(app: PlacedContext, gathered: Gathered): Promise<void> {
  const { config } = gathered;
  const log = () => openLog({ places: app.places, now: app.context.now, level: config.logLevel });
  try {
    const isAny = (ledger: Ledger) =>
      hasGatedServers(gathered) || ledger.files.some(({ servers = [] }) => servers.some((one) => isHere(one, gathered)));
    if (gathered.workspace === null || !isAny(readLedger(app.places.ledger))) return;
    // Usually there is nothing to do, and then no process has to wait for us.
    if ((await planHere(app, gathered, readLedger(app.places.ledger))).length === 0) return;
    const done = await withRegistrationLock(app, async () => {
      const ledger = readLedger(app.places.ledger);
      return applyRegistration({ plans: await planHere(app, gathered, ledger), ledger, places: app.places });
    });
    for (const { file, remarks } of done)
      log().write("info", [`MCP servers of ${gathered.workspace.folder} in ${file}`, ...remarks.map(({ message }) => message)].join("\n"));
  } catch (error) {
    log().write("warn", `cannot register MCP servers: ${messageOf(error)}`);
  }
}

/** Whether some server applies to this workspace alone. */
export function hasGatedServers({ loaded }: Gathered): boolean {
  return loaded.plugins.some(({ servers }) => servers.some(({ isGated, inactive }) => isGated && inactive === undefined));
}

function isHere({ workspace }: { readonly workspace?: string }, gathered: Gathered): boolean {
  return workspace !== undefined && workspace === gathered.workspace?.folder;
}

async function planHere(app: PlacedContext, gathered: Gathered, ledger: Ledger): Promise<FilePlan[]> {
  const { config, sources, loaded, workspace } = gathered;
  const { context, places } = app;
  if (workspace === null) return [];
  const registered = new Set(ledger.files.flatMap(({ agents, servers = [] }) => [...agents, ...servers.flatMap((one) => one.agents)]));
  const agents = [...new Set(config.agents.flatMap((name) => resolveAgent(name) ?? []))].filter((name) => registered.has(name));
  const everywhere = judgePlugins(sources, { config, places, context, workspace: null, agents: AGENT_RESOLVER });
  const now = await serversNow(app, {
    config,
    everywhere,
    here: { loaded, workspace },
    agents,
    scope: config.hookScope === "global" ? "user" : "project",
    project: undefined,
    ledger,
  });
  const gated = now.placed.filter(({ workspace: folder }) => folder !== undefined);
  const plans = await planServerFiles({ ...now, placed: gated }, ledger, new Date(context.now()).toISOString());
  return plans.filter(({ action }) => action !== "none" && action !== "refused");
}
