/** A sync as people see it and as JSON: one answer for registration and skills, then what failed. */

import { dirname, relative } from "node:path";

import { titleOf } from "../agents/agents-by-name.ts";
import type { Context } from "../context.ts";
import { UserError } from "../errors.ts";
import { problemText } from "../files/problem.ts";
import { findWorkspace } from "../packages/find-workspace.ts";
import { ALL_MARKERS } from "../packages/markers.ts";
import type { Considered, SkillChange, SkillsResult } from "../setup/skills-result.ts";
import type { SyncResult } from "../setup/sync.ts";
import type { CliContext } from "./cli-context.ts";
import { isUnchanged, leftAlone, renderSetUp, reportSetUpMessages, setUpValue, warningOf } from "./registration-report.ts";
import { type Cell, columns } from "./terminal/layout.ts";
import { type AnswerEvent, type Ink, say } from "./terminal/reporter.ts";
import {
  counted,
  dryRunLine,
  listed,
  nextLines,
  renderOptions,
  type RenderOptions,
  shortPath,
  startSteps,
  unchangedLine,
} from "./terminal/text.ts";

/** Reports what a sync has to say besides its answer, which is handed back. */
export function reportSyncMessages(cli: CliContext, result: SyncResult): AnswerEvent {
  reportSetUpMessages(cli, result.registration);
  const { problems = [], sources = [] } = result.skills ?? {};
  // Without the hint, which users who are offline for a day know after the first sync.
  const failed = sources.flatMap(({ address, problem }) => (address === undefined || problem === undefined ? [] : [problem]));
  const short = cli.verbose ? [] : failed;
  for (const { message } of short) say(cli, "warning", message);
  // What was read of a source has the same problem as its update.
  const isShort = new Set(short.map(problemText));
  for (const problem of problems) if (!isShort.has(problemText(problem))) cli.report(warningOf(problem));
  return answerOf(cli, result);
}

/** Why a sync did not do all of what it was asked for. */
export function failureOfSync(cli: CliContext, { registration, skills, isOutside }: SyncResult): UserError | undefined {
  const left = leftAlone(registration.files, cli, registration.dryRun);
  if (left !== undefined) return left;
  if (isOutside) return outside(cli.context, cli.calledAs);
  if (skills?.state !== "busy") return undefined;
  return new UserError("BUSY", "another symposium is syncing this workspace", { hint: "wait for it to end" });
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
    return [skills?.stay ? "nothing was changed: fix what could not be loaded, and sync again" : unchangedLine(options)];
  if (dryRun) return [dryRunLine(options)];
  const counts = [
    ...(files === 0 ? [] : [counted(files, "file", "files")]),
    ...(changed === 0 ? [] : [counted(changed, "skill", "skills")]),
    ...(programs === 0 ? [] : [counted(programs, "program", "programs")]),
  ];
  const done = counts.length === 0 ? "done" : `done: ${listed(counts)} changed`;
  return [style("good", done), ...nextLines([...startSteps(registration), `run \`${calledAs} status\` to see what runs`], options)];
}

function skillsValue(result: SkillsResult, verbose: boolean) {
  const { workspace, sources, changes, unchanged, stay, considered, programs, problems, state } = result;
  return {
    workspace,
    sources: sources.map(({ name, address, state, commit }) => ({ name, address, state, commit })),
    skills: { changes, unchanged, stay },
    programs,
    events: [
      // What the Rust tool reports under the same names.
      ...changes.flatMap(({ action, skill, directory, agents }): readonly object[] => {
        if (action === "remove") return [{ event: "skill_removed", skill, dest: directory }];
        const got = action === "install" || action === "update" ? agents : [];
        return got.map((agent) => ({ event: "skill_installed", skill, agent, dest: directory }));
      }),
      ...(state === "planned" ? [] : programs.map((program) => ({ event: "program_acquired", ...program }))),
      ...(verbose ? considered : []),
    ],
    problems,
  };
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

const WORDS: Readonly<Record<SkillChange["action"], readonly [done: string, planned: string, ink: Ink]>> = {
  install: ["installed", "would install", "good"],
  update: ["updated", "would update", "good"],
  remove: ["removed", "would remove", "good"],
  keep: ["yours now", "would be yours", "caution"],
  blocked: ["left out", "left out", "bad"],
};

const WIDTH = 13;

function renderSkills({ through, ...result }: SkillsResult, options: RenderOptions): string[] {
  const { style, home } = options;
  const loading = through.flatMap(({ plugin, title, folder, takes }) => {
    const words = `${title}: loads the plugin from ${shortPath(folder, home)}`;
    const line = `${style("good", "through agent".padEnd(WIDTH))} ${style("whole", `skills of ${plugin}`)}  ${style("faint", words)}`;
    return takes.includes("skills") ? [line] : [];
  });
  return [...changeLines(result, options), ...loading];
}

function changeLines({ state, changes, unchanged, stay }: Omit<SkillsResult, "through">, options: RenderOptions): string[] {
  const { style } = options;
  if (state === "busy") return [style("caution", "skills are being synced by another process")];
  const staying =
    stay === 0 ? [] : [style("caution", `${counted(stay, "skill stays", "skills stay")} as before, because something could not be loaded`)];
  if (changes.length > 0) return [...changes.map((change) => lineOf(change, state === "planned", options)), ...staying];
  if (unchanged === 0) return staying.length > 0 ? staying : [style("faint", "no skill applies here")];
  return [style("faint", `${counted(unchanged, "skill is", "skills are")} in place`), ...staying];
}

function lineOf(change: SkillChange, isPlanned: boolean, { style, home }: RenderOptions): string {
  const { action, skill, directory, agents, from, reason } = change;
  const [done, planned, ink] = WORDS[action];
  const word = style(ink, (isPlanned ? planned : done).padEnd(WIDTH));
  const words =
    action === "install" || action === "update"
      ? `${skill}, from ${from ?? ""}, for ${agents.map(titleOf).join(", ")}`
      : `${skill}: ${shortPath(reason, home)}`;
  return `${word} ${style("whole", shortPath(directory, home))}  ${style("faint", words)}`;
}

/** What a sync decided: which plugins are active and why the others are not, and which skill goes where. */
function decisionLines({ sources, considered, changes, inPlace }: SkillsResult, { style, home }: RenderOptions): string[] {
  const block = (title: string, rows: readonly (readonly Cell[])[]) =>
    rows.length === 0 ? [] : [style("strong", title), ...columns(rows, style).map((row) => `  ${row}`)];
  const foldersOf = (skill = "") =>
    [...changes, ...inPlace].filter((one) => one.skill === skill).map(({ directory }) => shortPath(directory, home));
  const plugins = considered.filter(({ event }) => event === "plugin_considered");
  const skills = considered.filter(({ event }) => event === "skill_considered");
  const stateOf = ({ matched }: Considered): Cell => (matched ? ["good", "active"] : ["faint", "inactive"]);
  const sourceRows = sources.map(({ name, state, commit = "" }) => [name, state, commit.slice(0, 12)]);
  const pluginRows = plugins.map((one) => [stateOf(one), one.plugin ?? "", one.reason ?? `source ${one.source}`]);
  const skillRows = skills.map((one) => {
    const { plugin, source, skill = `all of ${plugin ?? source}`, reason = foldersOf(one.skill).join(", ") } = one;
    return [stateOf(one), skill, reason];
  });
  return [...block("sources", sourceRows), ...block("plugins", pluginRows), ...block("skills", skillRows)];
}

function renderPrograms({ programs, state }: Pick<SkillsResult, "programs" | "state">, { style }: RenderOptions): string[] {
  const word = style("good", (state === "planned" ? "would acquire" : "acquired").padEnd(WIDTH));
  return programs.map(({ program, source, plugin, by, version }) => {
    const what = `${program}${version === undefined ? "" : ` ${version}`}`;
    return `${word} ${style("whole", what)}  ${style("faint", `${source}, for ${by.join(", ")} of ${plugin}`)}`;
  });
}
