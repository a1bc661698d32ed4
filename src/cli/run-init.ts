/** `init`: asks what the flags do not say, shows the plan, writes, and prints what to do next. */

import { type ConfigChange, setUp, type SetUpRequest } from "../app/set-up.ts";
import type { SetUpResult } from "../app/set-up-result.ts";
import { workspaceFolder } from "../app/workspace-folder.ts";
import { readConfig } from "../config/read-config.ts";
import { foundAgents } from "../set-up/found-agents.ts";
import type { CliContext } from "./cli-context.ts";
import { startSteps, dryRunLine, nextLines, unchangedLine } from "./render/last-lines.ts";
import { firstSteps } from "./next-steps.ts";
import { leftAlone } from "./left-alone.ts";
import { listed } from "./render/listed.ts";
import { type RenderOptions, renderOptions } from "./render/options.ts";
import { isUnchanged, renderSetUp } from "./render/set-up.ts";
import { reportSetUpMessages, setUpValue, warningOf } from "./report/set-up.ts";

export interface InitOrder {
  readonly change: ConfigChange;
  readonly dryRun: boolean;
  /** No question is asked. */
  readonly yes: boolean;
}

export async function runInit(cli: CliContext, { change, dryRun, yes }: InitOrder): Promise<void> {
  const terminal = yes ? undefined : cli.terminal;
  const questions = terminal && { ...(await import("./ask-set-up.ts")), terminal };
  const isSaid = Object.values(change).some((value) => value !== undefined);
  const choice = isSaid ? { change } : ((await questions?.askSetUp(cli, questions.terminal)) ?? { change: yes ? agentsThere(cli) : {} });
  const onProblem: SetUpRequest["onProblem"] = (problem) => cli.report(warningOf(problem));
  const plan = questions === undefined || dryRun ? undefined : await setUp(cli, { ...choice, dryRun: true, onProblem });
  const isShown = plan !== undefined && !isUnchanged(plan);
  if (isShown) {
    cli.report({ type: "preview", text: (style) => renderSetUp(plan, renderOptions(cli, style, true)) });
    await questions?.askToWrite(questions.terminal);
  }
  const result = await setUp(cli, { dryRun, ...choice, ...(plan === undefined ? { onProblem } : {}) });
  reportSetUpMessages(cli, result);
  const failure = leftAlone(result.files, cli, dryRun);
  const workspace = questions === undefined || failure !== undefined || result.files.length === 0 ? null : workspaceFolder(cli.context);
  const isSynced = workspace !== null && (await questions?.askToSync(workspace, questions.terminal)) === true;
  try {
    if (isSynced) await (await import("./run-sync.ts")).runSync(cli, {});
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
function laterSteps(cli: CliContext, { hasHooks }: SetUpResult, isSynced: boolean): readonly string[] {
  return [
    ...(hasHooks === false ? firstSteps(cli) : []),
    ...(isSynced ? [] : [`run \`${cli.calledAs} sync\` in a project to install its skills`]),
    `run \`${cli.calledAs} status\` to see what runs`,
  ];
}

function lastLines(result: SetUpResult, options: RenderOptions, later: readonly string[]): string[] {
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
