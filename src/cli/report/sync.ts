/** A sync as people see it and as JSON: one answer for registration and skills, then what failed. */

import { dirname, relative } from "node:path";

import type { SkillChange, SkillsResult } from "../../app/skills-result.ts";
import type { SyncResult } from "../../app/sync.ts";
import type { Context } from "../../context.ts";
import { findWorkspace } from "../../ecosystems/find-workspace.ts";
import { ALL_MARKERS } from "../../ecosystems/markers.ts";
import { problemText } from "../../documents/problem.ts";
import { UserError } from "../../errors.ts";
import type { CliContext } from "../cli-context.ts";
import { counted } from "../render/counted.ts";
import { dryRunLine, nextLines, startSteps, unchangedLine } from "../render/last-lines.ts";
import { leftAlone } from "../left-alone.ts";
import { listed } from "../render/listed.ts";
import { decisionLines } from "../render/decisions.ts";
import { type RenderOptions, renderOptions } from "../render/options.ts";
import { isUnchanged, renderSetUp } from "../render/set-up.ts";
import { renderPrograms } from "../render/programs.ts";
import { renderSkills } from "../render/skills.ts";
import { reportSetUpMessages, setUpValue, warningOf } from "./set-up.ts";
import type { AnswerEvent } from "./reporter.ts";

/** Reports what a sync has to say besides its answer, which is handed back. */
export function reportSyncMessages(cli: CliContext, result: SyncResult): AnswerEvent {
  reportSetUpMessages(cli, result.registration);
  const { problems = [], sources = [] } = result.skills ?? {};
  // Without the hint, which users who are offline for a day know after the first sync.
  const short = cli.verbose
    ? []
    : sources.flatMap(({ address, problem }) => (address === undefined || problem === undefined ? [] : [problem]));
  for (const { message } of short) cli.report({ type: "message", level: "warning", message });
  // What was read of a source has the same problem as its update.
  const isShort = new Set(short.map((problem) => problemText(problem)));
  for (const problem of problems) if (!isShort.has(problemText(problem))) cli.report(warningOf(problem));
  return answerOf(cli, result);
}

/** Why a sync did not do all of what it was asked for. */
export function failureOfSync(cli: CliContext, { registration, skills, isOutside }: SyncResult): UserError | undefined {
  const left = leftAlone(registration.files, cli, registration.dryRun);
  if (left !== undefined) return left;
  if (isOutside) return outside(cli.context, cli.calledAs);
  return skills?.state === "busy"
    ? new UserError("BUSY", "another symposium is syncing this workspace", { hint: "wait for it to end" })
    : undefined;
}

function answerOf(cli: CliContext, result: SyncResult): AnswerEvent {
  const { registration, skills } = result;
  const text: AnswerEvent["text"] = (style) => {
    const options = renderOptions(cli, style, registration.dryRun);
    return [
      ...(skills !== undefined && cli.verbose ? decisionLines(skills, options) : []),
      ...renderSetUp(registration, options),
      ...(skills === undefined ? [] : [...renderPrograms(skills, options), ...renderSkills(skills, options)]),
      ...(registration.stillRegistered === undefined && failureOfSync(cli, result) === undefined ? lastLines(result, options) : []),
    ];
  };
  const value = { ...setUpValue(registration), ...(skills && skillsValue(skills, cli.verbose)) };
  return { type: "answer", value, text, isReport: true };
}

function lastLines({ registration, skills }: SyncResult, options: RenderOptions): string[] {
  const { style, dryRun, calledAs } = options;
  const program = registration.program === undefined || registration.program.change === "none" ? 0 : 1;
  const files = registration.files.filter(({ action }) => action !== "none").length + program;
  const changed = skills?.changes.filter(({ action }) => action !== "blocked").length ?? 0;
  const programs = skills?.programs.length ?? 0;
  if (isUnchanged(registration) && (skills?.changes.length ?? 0) === 0 && programs === 0)
    return [
      skills === undefined || skills.stay === 0
        ? unchangedLine(options)
        : "nothing was changed: fix what could not be loaded, and sync again",
    ];
  if (dryRun) return [dryRunLine(options)];
  const counts = [
    ...(files === 0 ? [] : [counted(files, "file", "files")]),
    ...(changed === 0 ? [] : [counted(changed, "skill", "skills")]),
    ...(programs === 0 ? [] : [counted(programs, "program", "programs")]),
  ];
  const done = counts.length === 0 ? "done" : `done: ${listed(counts)} changed`;
  return [style("good", done), ...nextLines([...startSteps(registration), `run \`${calledAs} status\` to see what runs`], options)];
}

function skillsValue(
  { workspace, sources, changes, unchanged, stay, considered, programs, problems, state }: SkillsResult,
  verbose: boolean,
) {
  return {
    workspace,
    sources: sources.map(({ name, address, state, commit }) => ({ name, address, state, commit })),
    skills: { changes, unchanged, stay },
    programs,
    events: [
      ...changes.flatMap(eventsOf),
      ...(state === "planned" ? [] : programs.map((program) => ({ event: "program_acquired", ...program }))),
      ...(verbose ? considered : []),
    ],
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
  const nothing = `there is none of ${[...ALL_MARKERS, ".git"].join(", ")} in ${cwd}${end}`;
  const message = `not in a workspace: ${found === null ? nothing : `${found} is your home folder or above it, which never counts as a workspace`}`;
  const hint = `run it in a project; \`${calledAs} sync --user\` installs skills that apply everywhere into your home folder`;
  return new UserError("NO-WORKSPACE", message, { hint });
}
