/** The questions of `init` at a terminal (RG-17, RG-18). The only file that loads the prompts. */

import { confirm, isCancel, multiselect, type Option, select } from "@clack/prompts";

import type { SetUpRequest } from "../app/set-up.ts";
import { AGENTS } from "../agents/list.ts";
import { resolveAgent } from "../agents/hook-time.ts";
import type { Config } from "../config/config.ts";
import { readConfig } from "../config/read-config.ts";
import { UserError } from "../errors.ts";
import { printable } from "../platform/printable.ts";
import { RECOMMENDATIONS } from "../plugins/sources/configured-git.ts";
import { foundAgents } from "../set-up/found-agents.ts";
import { projectAround } from "../set-up/set-up.ts";
import type { CliContext, Terminal } from "./cli-context.ts";

/** Throws where the user presses Ctrl-C. A config that cannot be read is not asked about: the use case reports it. */
export async function askSetUp({ context, places }: CliContext, terminal: Terminal): Promise<Pick<SetUpRequest, "change" | "configOnly">> {
  const read = readConfig(places.config);
  if (!read.ok) return {};
  const { config } = read;
  const found = foundAgents(context).map(({ name }) => name);
  const agents = await askAgents(config, found, terminal);
  if (agents.length === 0) return { change: { agents } };
  const hookScope = await askOne("Where should hooks be registered?", SCOPES, config.hookScope, terminal);
  const autoUpdate = await askOne("Check for new versions of Symposium?", UPDATES, config.autoUpdate, terminal);
  const recommendations = await askYes(
    `Use the plugins that the Symposium project recommends? (${RECOMMENDATIONS.git})`,
    terminal,
    config.recommendations,
  );
  const mcpServer = await askYes("Register Symposium's own MCP server with these agents?", terminal, config.mcpServer);
  const change = { agents, hookScope, autoUpdate, recommendations, mcpServer };
  const project = hookScope === "project" ? projectAround(context) : undefined;
  const isNow = project === undefined || (await askYes(`Register in this project now? (${printable(project)})`, terminal));
  return isNow ? { change } : { change, configOnly: true };
}

/** Throws where the answer is no. */
export async function askToWrite(terminal: Terminal): Promise<void> {
  if (!(await askYes("Write these changes?", terminal))) throw cancelled(1);
}

/** Everything is written by now, so that Ctrl-C is a no like any other. */
export async function askToSync(workspace: string, terminal: Terminal): Promise<boolean> {
  const message = `Sync this project now, to install the skills of its dependencies? (${printable(workspace)})`;
  const answer = await confirm({ ...terminal, message, initialValue: true });
  return !isCancel(answer) && answer;
}

function cancelled(exitCode: 1 | 130): UserError {
  return new UserError("CANCELLED", "nothing was written", { exitCode });
}

function answered<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw cancelled(130);
  return answer as Exclude<T, symbol>;
}

/** Configured agents keep the names they have in the file. */
async function askAgents({ agents }: Config, found: readonly string[], terminal: Terminal): Promise<string[]> {
  const nameOf = (agent: string, otherwise: string) => agents.find((name) => resolveAgent(name) === agent) ?? otherwise;
  const options = AGENTS.map(({ name, title, registration }) => ({
    value: nameOf(name, registration.configName ?? name),
    label: title,
    ...(found.includes(name) ? { hint: "found on this machine" } : {}),
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
  return answered(answer);
}

const SCOPES: Option<Config["hookScope"]>[] = [
  { value: "global", label: "Globally (recommended)", hint: "in your home folder, for every project" },
  { value: "project", label: "Per project", hint: "in the project's own files" },
];

const UPDATES: Option<Config["autoUpdate"]>[] = [
  { value: "on", label: "Yes, install them", hint: "once a day, in the background" },
  { value: "warn", label: "Yes, report them", hint: "`self-update` installs" },
  { value: "off", label: "No" },
];

async function askOne<T extends string>(message: string, options: Option<T>[], initialValue: T, terminal: Terminal): Promise<T> {
  return answered(await select<T>({ ...terminal, message, options, initialValue }));
}

async function askYes(message: string, terminal: Terminal, initialValue = true): Promise<boolean> {
  return answered(await confirm({ ...terminal, message, initialValue }));
}
