/** What a set-up has to say besides its answer, and the answer as JSON. */

import type { JsonObject } from "../canonical/json.ts";
import { type Problem, problemText } from "../documents/problem.ts";
import type { SetUpResult } from "../app/set-up-result.ts";
import type { FilePlan } from "../registration/file-plan.ts";
import type { CliContext } from "./cli-context.ts";
import type { MessageEvent } from "./reporter.ts";
import { diffText } from "./unified-diff.ts";

export function setUpValue(result: SetUpResult): JsonObject {
  const { dryRun, scope, config, programme, files, activations, unknownAgents, removed } = result;
  const value = {
    dryRun,
    scope,
    ...(config === undefined ? {} : { config: configValue(config) }),
    ...(programme === undefined ? {} : { programme }),
    files: files.map(fileValue),
    agents: activations,
    unknownAgents,
    ...(removed === undefined ? {} : { removed }),
  };
  // Interfaces name their keys, and JSON asks for any: the value itself is plain.
  return value as unknown as JsonObject;
}

function configValue({ file, action, agents, before, after }: NonNullable<SetUpResult["config"]>) {
  return { file, action, agents, diff: diffText(before, after) };
}

export function fileValue({ file, agents, scope, workspace, action, before, after, remarks }: FilePlan) {
  return {
    file,
    agents,
    scope,
    ...(workspace === undefined ? {} : { workspace }),
    action,
    diff: diffText(before, after),
    remarks: remarks.map(({ level, message, snippet }) => ({ level, message, ...(snippet === undefined ? {} : { snippet }) })),
  };
}

export function reportSetUpMessages({ report, places, calledAs }: CliContext, result: SetUpResult): void {
  const { unknownAgents, waitsForProjects, stillRegistered, movedTo, scope } = result;
  const tell = (level: MessageEvent["level"], message: string, hint?: string) =>
    report({ type: "message", level, message, ...(hint === undefined ? {} : { hint }) });
  if (stillRegistered !== undefined) {
    const left = `\`${calledAs} uninstall\` takes out what is still registered: ${stillRegistered.join(", ")}`;
    tell("note", noAgents(calledAs), stillRegistered.length === 0 ? undefined : left);
  }
  for (const name of unknownAgents) {
    tell("warning", `${places.config}: no agent is called ${JSON.stringify(name)}, so it is passed over`);
  }
  if (waitsForProjects) tell("note", `hooks are registered per project: run \`${calledAs} sync\` in each`);
  if (movedTo === undefined) return;
  // Agents are told where our directory is; a command of ours that is run without the variable looks elsewhere, and so does a project's entry.
  tell("note", "SYMPOSIUM_HOME is set here: set it in your login profile too, or other shells look for our files in ~/.symposium");
  if (scope !== "project") return;
  const message = `entries in a project look for the programme in ~/.symposium, and it is in ${movedTo}: hooks registered here do not run`;
  tell("warning", message, "unset SYMPOSIUM_HOME and run this again, or register for yourself with `--hook-scope global`");
}

export function noAgents(calledAs: string): string {
  return `no agents configured, run \`${calledAs} init\` to add one`;
}

export function warningOf(problem: Problem): MessageEvent {
  const { hint } = problem;
  return { type: "message", level: "warning", message: problemText(problem), ...(hint === undefined ? {} : { hint }) };
}
