/** What a set-up has to say besides its answer, and the answer as JSON. */

import { quotedPath } from "../../platform/quoted-path.ts";
import { agentLike } from "../../app/agent-like.ts";
import { type Problem, problemText } from "../../documents/problem.ts";
import type { SetUpResult } from "../../app/set-up-result.ts";
import type { AcquireProgress } from "../../installations/program-source.ts";
import type { FilePlan } from "../../registration/file-plan.ts";
import type { CliContext } from "../cli-context.ts";
import type { MessageEvent } from "./reporter.ts";
import { progressText } from "../render/progress.ts";
import { shortPath } from "../render/short-path.ts";
import { diffText } from "../render/unified-diff.ts";

export function setUpValue({ dryRun, scope, config, program, files, activations, servers, unknownAgents, removed }: SetUpResult) {
  const shownConfig = config && {
    file: config.file,
    action: config.action,
    agents: config.agents,
    ...(config.recommendations === undefined ? {} : { recommendations: config.recommendations }),
    diff: diffText(config.before, config.after),
  };
  return { dryRun, scope, config: shownConfig, program, files: files.map(fileValue), agents: activations, servers, unknownAgents, removed };
}

export function fileValue({ file, agents, scope, workspace, action, record, before, after, remarks }: FilePlan) {
  const servers = record?.servers?.map(({ name }) => name);
  return { file, agents, scope, workspace, ...(servers === undefined ? {} : { servers }), action, diff: diffText(before, after), remarks };
}

export function reportSetUpMessages(cli: CliContext, result: SetUpResult): void {
  const { report, places, calledAs } = cli;
  const { unknownAgents, waitsForProjects, stillRegistered, movedTo, scope, files, program } = result;
  const tell = (level: MessageEvent["level"], message: string, hint?: string) => report({ type: "message", level, message, hint });
  if (stillRegistered !== undefined) {
    const left = `\`${calledAs} uninstall\` removes what is still registered: ${stillRegistered.join(", ")}`;
    tell("note", noAgents(calledAs), stillRegistered.length === 0 ? undefined : left);
  }
  for (const name of unknownAgents) {
    const near = agentLike(name);
    const meant = near === undefined ? "" : `did you mean \`${near}\`? `;
    const remove = `\`${calledAs} init --remove-agent ${quotedPath(name)}\` removes it`;
    tell("warning", `${places.config}: unknown agent ${JSON.stringify(name)} is ignored`, `${meant}${remove}`);
  }
  if (program?.trouble !== undefined) tell("warning", `hooks do not run: ${program.trouble}`);
  reportRemarks(cli, files);
  if (waitsForProjects) tell("note", `hooks are registered per project: run \`${calledAs} sync\` in each`);
  if (movedTo === undefined) return;
  // What is registered names the directory; a command without the variable uses ~/.symposium, and so does a project's entry.
  tell("note", "SYMPOSIUM_HOME is set here: set it in your login profile too, or Symposium uses ~/.symposium in other shells");
  if (scope !== "project") return;
  const message = `entries in a project call the program in ~/.symposium, and it is in ${movedTo}: hooks registered here do not run`;
  tell("warning", message, "unset SYMPOSIUM_HOME and run this again, or register for yourself with `--hook-scope global`");
}

/** Warnings about agents' files. */
export function reportRemarks({ report, context }: CliContext, files: readonly FilePlan[]): void {
  for (const { file, remarks } of files) {
    for (const { level, message } of remarks) {
      if (level === "warning") report({ type: "message", level, message: `${shortPath(file, context.home)}: ${message}` });
    }
  }
}

export function noAgents(calledAs: string): string {
  return `no agents configured, run \`${calledAs} init\` to add one`;
}

export function warningOf(problem: Problem): MessageEvent {
  return { type: "message", level: "warning", message: problemText(problem), hint: problem.hint };
}

/** What a use case is handed to say what it is at, and what is wrong in the config. */
export function listeners({ report }: Pick<CliContext, "report">) {
  return {
    onProgress: (message: string, isRoutine = false) => report({ type: "message", level: isRoutine ? "detail" : "note", message }),
    onDetail: (progress: AcquireProgress) => report({ type: "progress", text: (width) => progressText(progress, width) }),
    onProblem: (problem: Problem) => report(warningOf(problem)),
  };
}
