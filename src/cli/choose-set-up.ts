/** Which agents, which scope: from flags, from answers at a terminal, or as it is configured (RG-17, RG-18). */

import { resolveAgent } from "../agents/resolve.ts";
import type { Config } from "../config/config.ts";
import { UserError } from "../errors.ts";
import type { ConfigWish } from "../sync/plan-config.ts";
import type { CliContext } from "./cli-context.ts";
import { unknownAgent } from "../app/unknown-agent.ts";

export interface SetUpFlags {
  readonly addAgent?: readonly string[];
  readonly removeAgent?: readonly string[];
  readonly hookScope?: Config["hookScope"];
  readonly autoUpdate?: Config["autoUpdate"];
}

export interface Choice {
  readonly change: (now: Config) => ConfigWish;
  /** The files of agents wait for a later `sync`. */
  readonly configOnly?: true;
}

export async function chooseSetUp(cli: CliContext, flags: SetUpFlags): Promise<Choice | "cancelled"> {
  const { addAgent = [], removeAgent = [] } = flags;
  for (const name of [...addAgent, ...removeAgent]) if (resolveAgent(name) === undefined) throw unknownAgent(name);
  const saysAgents = addAgent.length + removeAgent.length > 0;
  if (!saysAgents && flags.hookScope === undefined && flags.autoUpdate === undefined && cli.terminal !== undefined) {
    const { askSetUp } = await import("./ask-set-up.ts");
    return askSetUp(cli, cli.terminal);
  }
  const change = (now: Config): ConfigWish => {
    const agents = withoutAgents(withAgents(now.agents, addAgent), removeAgent);
    if (agents.length === 0 && !saysAgents) throw nothingChosen(cli);
    return { agents, hookScope: flags.hookScope ?? now.hookScope, autoUpdate: flags.autoUpdate ?? now.autoUpdate };
  };
  return { change };
}

function withAgents(present: readonly string[], added: readonly string[]): string[] {
  const agents = [...present];
  for (const name of added) if (!agents.some((other) => meansSame(other, name))) agents.push(name);
  return agents;
}

function withoutAgents(present: readonly string[], removed: readonly string[]): string[] {
  return present.filter((name) => !removed.some((other) => meansSame(other, name)));
}

function meansSame(one: string, other: string): boolean {
  return (resolveAgent(one) ?? one) === (resolveAgent(other) ?? other);
}

function nothingChosen({ calledAs }: CliContext): UserError {
  const hint = `say which, for example \`${calledAs} init --add-agent claude\`; --remove-agent, --hook-scope and --auto-update change the rest`;
  return new UserError("NO-AGENTS", "no agent is configured, and there is no terminal to ask on", { hint, exitCode: 2 });
}
