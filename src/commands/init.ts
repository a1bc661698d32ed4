/** `init`: chooses agents, and brings config, program and agents' files into that state. */

import { confirm, isCancel, multiselect, type Option, select } from "@clack/prompts";
import { buildCommand } from "@stricli/core";

import { resolveAgent } from "../agents/find-agent.ts";
import { AGENTS } from "../agents/list.ts";
import { UserError } from "../errors.ts";
import { type Config, readConfig } from "../files/config.ts";
import { printable } from "../model/safe-text.ts";
import { workspaceFolder } from "../packages/workspace-folder.ts";
import { RECOMMENDATIONS } from "../plugins/sources/configured.ts";
import type { InitResult } from "../setup/init-result.ts";
import { type ConfigChange, foundAgents, init, type InitRequest } from "../setup/init.ts";
import { projectAround } from "../setup/machine.ts";
import type { CliContext, Terminal } from "./cli-context.ts";
import { oneOf, repeatable, toggle } from "./parameters.ts";
import { isUnchanged, leftAlone, renderSetUp, reportSetUpMessages, setUpValue, warningOf } from "./registration-report.ts";
import { firstSteps } from "./status.ts";
import { dryRunLine, listed, nextLines, renderOptions, type RenderOptions, startSteps, unchangedLine } from "./terminal/text.ts";

interface InitFlags {
  readonly addAgent?: readonly string[];
  readonly removeAgent?: readonly string[];
  readonly hookScope?: Config["hookScope"];
  readonly autoUpdate?: Config["autoUpdate"];
  readonly recommendations?: "on" | "off";
  readonly mcpServer?: "on" | "off";
  readonly dryRun: boolean;
  readonly yes: boolean;
}

export const initCommand = buildCommand<InitFlags, [], CliContext>({
  docs: {
    brief: "Choose your agents and register hooks with them",
    fullDescription:
      "Writes config.toml, places the hook program in ~/.symposium, and registers it with each agent. Symposium changes nothing else in agents' files.\n" +
      "At a terminal it asks what the flags do not say, and shows the plan before it writes.",
    customUsage: ["", "--add-agent claude --add-agent gemini", "--remove-agent gemini", "--hook-scope project", "--yes", "--dry-run"],
  },
  parameters: {
    aliases: { y: "yes" },
    flags: {
      addAgent: repeatable("agent", "Add an agent (repeatable)"),
      removeAgent: repeatable("agent", "Remove an agent (repeatable)"),
      hookScope: oneOf(["global", "project"], "Register in your home folder or in the project (default: global)"),
      autoUpdate: oneOf(["on", "warn", "off"], "Install new versions, only report them, or never check (default: on)"),
      recommendations: oneOf(["on", "off"], "Use the plugins that the Symposium project recommends (default: on)"),
      mcpServer: oneOf(["on", "off"], "Register Symposium's own MCP server with each agent (default: on)"),
      yes: toggle("Write without asking; without agents in config.toml, take those found on this machine"),
      dryRun: toggle("Print what would change, and change nothing; -v prints the differences"),
    },
  },
  async func({ dryRun, yes, addAgent: addAgents, removeAgent: removeAgents, recommendations, mcpServer, ...others }) {
    const change = { addAgents, removeAgents, recommendations: isOn(recommendations), mcpServer: isOn(mcpServer), ...others };
    await runInit(this, { change, dryRun, yes });
  },
});

function isOn(word: "on" | "off" | undefined): boolean | undefined {
  return word === undefined ? undefined : word === "on";
}

/** `init`: asks what the flags do not say, shows the plan, writes, and prints what to do next. */
interface InitOrder {
  readonly change: ConfigChange;
  readonly dryRun: boolean;
  /** No question is asked. */
  readonly yes: boolean;
}

export async function runInit(cli: CliContext, { change, dryRun, yes }: InitOrder): Promise<void> {
  const terminal = yes ? undefined : cli.terminal;
  const questions = terminal && { ...(await import("./init.ts")), terminal };
  const isSaid = Object.values(change).some((value) => value !== undefined);
  const choice = isSaid ? { change } : ((await questions?.askSetUp(cli, questions.terminal)) ?? { change: yes ? agentsThere(cli) : {} });
  const onProblem: InitRequest["onProblem"] = (problem) => cli.report(warningOf(problem));
  const plan = questions === undefined || dryRun ? undefined : await init(cli, { ...choice, dryRun: true, onProblem });
  const isShown = plan !== undefined && !isUnchanged(plan);
  if (isShown) {
    cli.report({ type: "preview", text: (style) => renderSetUp(plan, renderOptions(cli, style, true)) });
    await questions?.askToWrite(questions.terminal);
  }
  const result = await init(cli, { dryRun, ...choice, onProblem: plan === undefined ? onProblem : undefined });
  reportSetUpMessages(cli, result);
  const failure = leftAlone(result.files, cli, dryRun);
  const workspace = questions === undefined || failure !== undefined || result.files.length === 0 ? null : workspaceFolder(cli.context);
  const isSynced = workspace !== null && (await questions?.askToSync(workspace, questions.terminal)) === true;
  try {
    if (isSynced) await (await import("./sync.ts")).runSync(cli, {});
  } finally {
    cli.report({
      type: "answer",
      value: setUpValue(result),
      isReport: true,
      text: (style) => {
        const options = renderOptions(cli, style, dryRun);
        const changes = isShown ? [] : renderSetUp(result, options);
        return failure === undefined ? [...changes, ...lastLines(result, options, laterSteps(cli, result, isSynced))] : changes;
      },
    });
  }
  if (failure !== undefined) throw failure;
}

/** Those that are configured stay; otherwise those found on this machine. */
function agentsThere({ context, places }: CliContext): ConfigChange {
  const read = readConfig(places.config);
  if (!read.ok || read.config.agents.length > 0) return {};
  const agents = foundAgents(context).map(({ name, registration }) => registration.configName ?? name);
  return agents.length === 0 ? {} : { agents };
}

/** A first hook before anything else, where there is none. */
function laterSteps(cli: CliContext, { hasHooks }: InitResult, isSynced: boolean): readonly string[] {
  return [
    ...(hasHooks === false ? firstSteps(cli) : []),
    ...(isSynced ? [] : [`run \`${cli.calledAs} sync\` in a project to install its skills`]),
    `run \`${cli.calledAs} status\` to see what runs`,
  ];
}

function lastLines(result: InitResult, options: RenderOptions, later: readonly string[]): string[] {
  const { style, calledAs, dryRun } = options;
  if (result.stillRegistered !== undefined) return [];
  if (isUnchanged(result)) return [unchangedLine(options)];
  if (dryRun) return [dryRunLine(options)];
  if (result.removed !== undefined)
    return [style("good", "done: no agent calls Symposium now"), ...nextLines([`run \`${calledAs} init\` to add one`], options)];
  const agents = [...new Set(result.activations.map(({ title }) => title))];
  const done = agents.length === 0 ? "done" : `done: ${listed(agents)} ${agents.length === 1 ? "calls" : "call"} Symposium now`;
  return [style("good", done), ...nextLines([...startSteps(result), ...later], options)];
}

/** Throws where the user presses Ctrl-C. A config that cannot be read is not asked about: the use case reports it. */
export async function askSetUp({ context, places }: CliContext, terminal: Terminal): Promise<Pick<InitRequest, "change" | "configOnly">> {
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
    hint: found.includes(name) ? "found on this machine" : undefined,
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
