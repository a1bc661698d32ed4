/** `init`: chooses agents, and brings config, program and agents' files into that state. */

import { readConfig } from "../files/config.ts";
import { workspaceFolder } from "../packages/workspace-folder.ts";
import type { InitResult } from "../setup/init-result.ts";
import { type ConfigChange, foundAgents, init, type InitRequest } from "../setup/init.ts";
import type { CliContext } from "./cli-context.ts";
import { command, oneOf, repeatable, toggle } from "./command.ts";
import { isUnchanged, leftAlone, renderSetUp, reportSetUpMessages, setUpValue, warningOf } from "./registration-report.ts";
import { firstSteps } from "./status.ts";
import { runSync } from "./sync.ts";
import { askSetUp, askToSync, askToWrite } from "./terminal/questions.ts";
import { tell } from "./terminal/reporter.ts";
import { dryRunLine, listed, nextLines, renderOptions, type RenderOptions, startSteps, unchangedLine } from "./terminal/text.ts";

export const initCommand = command({
  brief: "Choose your agents and register hooks with them",
  about:
    "Writes config.toml, places the hook program in ~/.symposium, and registers it with each agent. Symposium changes nothing else in agents' files.\n" +
    "At a terminal it asks what the flags do not say, and shows the plan before it writes.",
  examples: ["", "--add-agent claude --add-agent gemini", "--remove-agent gemini", "--hook-scope project", "--yes", "--dry-run"],
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
  async run(cli, { dryRun, yes, addAgent: addAgents, removeAgent: removeAgents, recommendations, mcpServer, ...others }) {
    const change = { addAgents, removeAgents, recommendations: isOn(recommendations), mcpServer: isOn(mcpServer), ...others };
    const terminal = yes ? undefined : cli.terminal;
    const isSaid = Object.values(change).some((value) => value !== undefined);
    const choice: Pick<InitRequest, "change" | "configOnly"> = isSaid
      ? { change }
      : terminal === undefined
        ? { change: yes ? foundHere(cli) : {} }
        : await askSetUp(cli, terminal);
    const onProblem: InitRequest["onProblem"] = (problem) => cli.report(warningOf(problem));
    const plan = terminal === undefined || dryRun ? undefined : await init(cli, { ...choice, dryRun: true, onProblem });
    const isShown = plan !== undefined && !isUnchanged(plan);
    if (isShown && terminal !== undefined) {
      cli.report({ type: "preview", text: (style) => renderSetUp(plan, renderOptions(cli, style, true)) });
      await askToWrite(terminal);
    }
    const result = await init(cli, { dryRun, ...choice, onProblem: plan === undefined ? onProblem : undefined });
    reportSetUpMessages(cli, result);
    const failure = leftAlone(result.files, cli, dryRun);
    const workspace = terminal === undefined || failure !== undefined || result.files.length === 0 ? null : workspaceFolder(cli.context);
    const isSynced = workspace !== null && terminal !== undefined && (await askToSync(workspace, terminal));
    try {
      if (isSynced) await runSync(cli, {});
    } finally {
      tell(cli, setUpValue(result), (style) => {
        const options = renderOptions(cli, style, dryRun);
        const changes = isShown ? [] : renderSetUp(result, options);
        const later = [
          ...(result.hasHooks === false ? firstSteps(cli) : []),
          ...(isSynced ? [] : [`run \`${cli.calledAs} sync\` in a project to install its skills`]),
          `run \`${cli.calledAs} status\` to see what runs`,
        ];
        return failure === undefined ? [...changes, ...lastLines(result, options, later)] : changes;
      });
    }
    if (failure !== undefined) throw failure;
  },
});

function isOn(word: "on" | "off" | undefined): boolean | undefined {
  return word && word === "on";
}

/** Those that are configured stay; otherwise those found on this machine. */
function foundHere({ context, places }: CliContext): ConfigChange {
  const read = readConfig(places.config);
  const isOpen = read.ok && read.config.agents.length === 0;
  const agents = isOpen ? foundAgents(context).map(({ name, registration }) => registration.configName ?? name) : [];
  return agents.length === 0 ? {} : { agents };
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
