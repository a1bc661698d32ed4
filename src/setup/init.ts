/** `init`: which agents are used and where; config, program and agents' files are brought into that state. */

import { existsSync } from "node:fs";

import { userPlace } from "../agents/agent-paths.ts";
import { resolveAgent } from "../agents/find-agent.ts";
import { AGENTS } from "../agents/list.ts";
import type { Agent } from "../agents/setup.ts";
import type { Context } from "../context.ts";
import { UserError } from "../errors.ts";
import type { Config } from "../files/config.ts";
import { readLedger } from "../files/ledger.ts";
import type { Problem } from "../files/problem.ts";
import { findProgram, realFiles } from "../host/command-line.ts";
import { hasHooks, loadPlugins } from "../plugins/active-plugins.ts";
import { type AppContext, checkHome } from "./app-context.ts";
import { agentMeant, type ConfigWish, planConfig, unknownAgent, writeConfig } from "./config-edits.ts";
import { type InitOutcome, type InitResult, initResult } from "./init-result.ts";
import { applyMachine, planMachine } from "./machine.ts";
import { withRegistrationLock } from "./registration-lock.ts";
import { leave } from "./uninstall.ts";

export interface InitRequest {
  readonly change?: ConfigChange;
  readonly dryRun?: boolean;
  readonly configOnly?: boolean;
  /** Called for each mistake in the config, before anything is changed. */
  readonly onProblem?: (problem: Problem) => void;
}

/** What is absent stays as it is configured. Agents go by any of their names. */
export interface ConfigChange {
  /** These and no others. */
  readonly agents?: readonly string[] | undefined;
  readonly addAgents?: readonly string[] | undefined;
  readonly removeAgents?: readonly string[] | undefined;
  readonly hookScope?: Config["hookScope"] | undefined;
  readonly autoUpdate?: Config["autoUpdate"] | undefined;
  /** Whether the plugins of the recommendations source are used. */
  readonly recommendations?: boolean | undefined;
  readonly mcpServer?: boolean | undefined;
}

export async function init(app: AppContext, request: InitRequest = {}): Promise<InitResult> {
  checkHome(app.context);
  return request.dryRun === true ? initLocked(app, request) : withRegistrationLock(app, () => initLocked(app, request));
}

async function initLocked(
  app: AppContext,
  { change = {}, dryRun = false, configOnly = false, onProblem }: InitRequest,
): Promise<InitResult> {
  const { context, places } = app;
  const configPlan = planConfig(places.config, (now) => changed(app, now, change));
  const { config, problems } = configPlan;
  for (const problem of problems) onProblem?.(problem);
  const base = { config, configPlan, dryRun };
  if (config.agents.length === 0 && !configPlan.hadAgents) {
    if (!dryRun) writeConfig(configPlan);
    return withoutAgents(app, base);
  }
  // Without agents nothing is used any more: everything goes, as with `uninstall`.
  if (config.agents.length === 0) {
    const done = await leave(app, { dryRun, purge: false }, () => !dryRun && writeConfig(configPlan));
    return initResult(app, { ...base, removed: done.removed, done });
  }
  const loaded = loadPlugins({ config, places, workspace: null, context });
  const whole = await planMachine(app, { config, configPlan, loaded });
  const plan = configOnly ? { ...whole, files: [], servers: [] } : whole;
  const done = dryRun ? undefined : await applyMachine(app, plan);
  return initResult(app, { ...base, plan, done, configOnly, hasHooks: hasHooks(loaded) });
}

/** Nothing is done and nothing goes: only removing the last agent and `uninstall` take things away. */
export function withoutAgents(app: AppContext, about: Pick<InitOutcome, "config" | "configPlan" | "dryRun">): InitResult {
  return { ...initResult(app, { ...about, removed: [] }), stillRegistered: readLedger(app.places.ledger).files.map(({ file }) => file) };
}

function changed({ calledAs }: AppContext, now: Config, change: ConfigChange): ConfigWish {
  const { addAgents = [], removeAgents = [], agents: chosen = now.agents } = change;
  const {
    hookScope = now.hookScope,
    autoUpdate = now.autoUpdate,
    recommendations = now.recommendations,
    mcpServer = now.mcpServer,
  } = change;
  // A name in the config file may be misspelt: it can still be kept or removed.
  for (const name of [...addAgents, ...[...chosen, ...removeAgents].filter((one) => !now.agents.includes(one))]) {
    if (resolveAgent(name) === undefined) throw unknownAgent(name);
  }
  const removed = new Set(removeAgents.map(agentMeant));
  const known = new Set(chosen.map(agentMeant));
  const added = addAgents.filter((name) => !known.has(agentMeant(name)) && known.add(agentMeant(name)));
  const agents = [...chosen, ...added].filter((name) => !removed.has(agentMeant(name)));
  const saysAgents = change.agents !== undefined || addAgents.length + removeAgents.length > 0;
  if (agents.length === 0 && !saysAgents) {
    const hint = `add one with \`${calledAs} init --add-agent claude\`; --remove-agent, --hook-scope, --auto-update, --recommendations and --mcp-server change the rest`;
    throw new UserError("NO-AGENTS", "no agent is configured", { hint, exitCode: 2 });
  }
  return { agents, hookScope, autoUpdate, recommendations, mcpServer };
}

/** Agents that seem to be used on this machine: their folder is in the home, or their program on PATH. */
export function foundAgents(context: Context): Agent[] {
  return AGENTS.filter(({ relocatedBy, registration: { signs } }) => {
    const hasFolder = signs.folders.some((path) => existsSync(userPlace(path, relocatedBy, context)));
    return hasFolder || signs.programs.some((word) => findProgram(word, context.os, context.env, realFiles) !== undefined);
  });
}
