/** A sync as people see it and as JSON: one answer for registration and skills, then what failed. */

import { dirname, relative } from "node:path";

import type { SkillChange, SkillsResult } from "../app/skills-result.ts";
import type { SyncResult } from "../app/sync.ts";
import type { Context } from "../context.ts";
import { findWorkspace } from "../ecosystems/find-workspace.ts";
import { ALL_MARKERS } from "../ecosystems/markers.ts";
import { UserError } from "../errors.ts";
import type { CliContext } from "./cli-context.ts";
import { leftAlone } from "./left-alone.ts";
import { renderOptions } from "./render-options.ts";
import { lastLine, isUnchanged, renderSetUp } from "./render-set-up.ts";
import { renderSkills } from "./render-skills.ts";
import { reportSetUpMessages, setUpValue, warningOf } from "./report-set-up.ts";
import type { AnswerEvent } from "./reporter.ts";

/** Reports what a sync has to say besides its answer, which is handed back. */
export function reportSyncMessages(cli: CliContext, result: SyncResult): AnswerEvent {
  reportSetUpMessages(cli, result.registration);
  for (const problem of result.skills?.problems ?? []) cli.report(warningOf(problem));
  return answerOf(cli, result);
}

/** Why a sync did not do all of what it was asked for. */
export function failureOfSync(cli: CliContext, { registration, skills, isOutside }: SyncResult): UserError | undefined {
  const left = leftAlone(registration.files, registration);
  if (left !== undefined) return left;
  if (isOutside) return outside(cli.context, cli.calledAs);
  return skills?.state === "busy"
    ? new UserError("BUSY", "another symposium is syncing this workspace", { hint: "wait for it to end" })
    : undefined;
}

function answerOf(cli: CliContext, { registration, skills }: SyncResult): AnswerEvent {
  const { dryRun } = registration;
  const isDone = isUnchanged(registration) && (skills === undefined || (skills.state !== "busy" && skills.changes.length === 0));
  const text: AnswerEvent["text"] = (style) => {
    const options = renderOptions(cli, style, dryRun);
    const parts = [renderSetUp(registration, options, true), skills && renderSkills(skills, options), lastLine(isDone, options)];
    return parts.filter((part) => part !== undefined && part !== "").join("\n");
  };
  return { type: "answer", value: { ...setUpValue(registration), ...(skills && skillsValue(skills, cli.verbose)) }, text };
}

function skillsValue({ workspace, sources, changes, unchanged, stay, considered, problems }: SkillsResult, verbose: boolean) {
  return {
    workspace,
    sources: sources.map(({ name, address, state, commit }) => ({ name, address, state, commit })),
    skills: { changes, unchanged, stay },
    events: [...changes.flatMap(eventsOf), ...(verbose ? considered : [])],
    problems,
  };
}

/** What the Rust tool reports under the same names. */
function eventsOf({ action, skill, directory, agents }: SkillChange): readonly object[] {
  if (action === "remove") return [{ event: "skill_removed", skill, dest: directory }];
  if (action !== "install" && action !== "update") return [];
  return agents.map((agent) => ({ event: "skill_installed", skill, agent, dest: directory }));
}

function outside({ cwd, home }: Context, calledAs: string): UserError {
  const found = findWorkspace(cwd);
  const isBelowHome = !relative(home, cwd).startsWith("..") && cwd !== home;
  const end = isBelowHome ? ` and the folders above it, up to ${home}` : cwd === dirname(cwd) ? "" : " and the folders above it";
  const nothing = `there is no ${ALL_MARKERS.join(" or ")} and no .git in ${cwd}${end}`;
  const message = `not in a workspace: ${found === null ? nothing : `${found} is your home folder or above it, which is none whatever lies in it`}`;
  const hint = `run it in a project; \`${calledAs} sync --user\` installs skills that apply everywhere into your home folder`;
  return new UserError("NO-WORKSPACE", message, { hint });
}
