/** The questions of `init` at a terminal (RG-17, RG-18). The only file that loads the prompts. */

import { confirm, isCancel, multiselect, type Option, select } from "@clack/prompts";

import type { SetUpRequest } from "../app/set-up.ts";
import { REGISTRABLE } from "../agents/registrable.ts";
import { resolveAgent } from "../agents/resolve.ts";
import type { Config } from "../config/config.ts";
import { readConfig } from "../config/read-config.ts";
import { foundAgents } from "../set-up/found-agents.ts";
import { projectAround } from "../set-up/set-up.ts";
import type { CliContext, Terminal } from "./cli-context.ts";

/** A config that cannot be read is not asked about: whoever uses the choice reports it. */
export async function askSetUp(
  { context, places }: CliContext,
  terminal: Terminal,
): Promise<Pick<SetUpRequest, "change" | "configOnly"> | "cancelled"> {
  const read = readConfig(places.config);
  if (!read.ok) return {};
  const { config } = read;
  const agents = await askAgents(
    config,
    foundAgents(context).map(({ facts }) => facts.name),
    terminal,
  );
  if (agents === undefined) return "cancelled";
  if (agents.length === 0) return { change: { agents } };
  const hookScope = await askOne("Where should hooks be registered?", SCOPES, config.hookScope, terminal);
  if (hookScope === undefined) return "cancelled";
  const autoUpdate = await askOne("What about newer versions?", UPDATES, config.autoUpdate, terminal);
  if (autoUpdate === undefined) return "cancelled";
  const change = { agents, hookScope, autoUpdate };
  const project = hookScope === "project" ? projectAround(context) : undefined;
  return project === undefined || (await askProject(project, terminal)) ? { change } : { change, configOnly: true };
}

/** Configured agents keep the names they have in the file. */
async function askAgents({ agents }: Config, found: readonly string[], terminal: Terminal): Promise<string[] | undefined> {
  const nameOf = (agent: string, otherwise: string) => agents.find((name) => resolveAgent(name) === agent) ?? otherwise;
  const options = REGISTRABLE.map(({ facts, registration }) => ({
    value: nameOf(facts.name, registration.configName ?? facts.name),
    label: facts.title,
    ...(found.includes(facts.name) ? { hint: "found on this machine" } : {}),
  }));
  const isChosen = ({ value }: { readonly value: string }) =>
    agents.includes(value) || (agents.length === 0 && found.includes(resolveAgent(value) ?? ""));
  const answer = await multiselect({
    ...terminal,
    message: "Which agents do you use? (space to select, enter to confirm)",
    options,
    initialValues: options.filter(isChosen).map(({ value }) => value),
    required: false,
  });
  return isCancel(answer) ? undefined : answer;
}

const SCOPES: Option<Config["hookScope"]>[] = [
  { value: "global", label: "Globally (recommended)", hint: "in your home folder, for every project" },
  { value: "project", label: "Per project", hint: "in the project's own files" },
];

const UPDATES: Option<Config["autoUpdate"]>[] = [
  { value: "on", label: "Auto-update (recommended)" },
  { value: "warn", label: "Warn when there is one" },
  { value: "off", label: "Off" },
];

async function askOne<T>(message: string, options: Option<T>[], initialValue: T, terminal: Terminal): Promise<T | undefined> {
  const answer = await select<T>({ ...terminal, message, options, initialValue });
  return isCancel(answer) ? undefined : answer;
}

async function askProject(project: string, terminal: Terminal): Promise<boolean> {
  const answer = await confirm({ ...terminal, message: `Register in this project now? (${project})`, initialValue: true });
  return !isCancel(answer) && answer;
}
