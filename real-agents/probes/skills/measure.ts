/** Puts the questions about skills to one agent: which skills stand in the model's requests, how often, and from which request on. */

import { mkdirSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { PROMPT } from "../../recipes/recipe.ts";
import { put, type Folders } from "../../sandbox.ts";
import { shellWord } from "../../shell-word.ts";
import { probe, type NativeAnswer, type Probed } from "../probe.ts";
import { markOf, type PlacedSkill, type SkillAgent, type SkillChange, type SkillQuestion, type SkillRun } from "./question.ts";

/** The answers by question. */
export type SkillAnswers = ReadonlyMap<string, string>;

const NEXT = "Please work on in another session.";

export async function measureSkills(agent: SkillAgent, run: SkillRun, base: string): Promise<SkillAnswers> {
  const { recipe, start } = agent;
  const { change } = run;
  const byHook = change?.by === "hook" ? change : undefined;
  const command = (folders: Folders) => (change?.by === "command" ? commandFor(folders, change) : "echo ran > marker.txt");
  const seen = await probe(
    recipe,
    {
      name: run.name,
      ...run.by,
      ...(run.files === undefined ? {} : { files: run.files }),
      prepare: (folders) => prepare(folders, run),
      steps: (folders) => [{ calls: [recipe.calls.shell(command(folders))] }],
      ...(byHook === undefined ? {} : { answers: (folders) => ({ [start]: answerFor(folders, byHook) }) }),
      ...(change === undefined ? {} : { then: { prompt: NEXT } }),
    },
    base,
  );
  return new Map(run.asks.map((one) => [one.question, answer(one, seen, change !== undefined)]));
}

function prepare(folders: Folders, { skills, links = {}, by }: SkillRun): void {
  mkdirSync(join(folders.project, by?.below ?? "."), { recursive: true });
  for (const skill of skills) place(folders, skill);
  for (const [path, target] of Object.entries(links)) link(join(folders.project, path), target);
}

function place(folders: Folders, { at, linkedTo, files = {}, ...skill }: PlacedSkill): void {
  const folder = pathOf(folders, linkedTo ?? at);
  put(join(folder, "SKILL.md"), textOf({ at, ...skill }));
  for (const [name, text] of Object.entries(files)) put(join(folder, name), text);
  if (linkedTo !== undefined) link(pathOf(folders, at), folder);
}

function link(path: string, target: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

function pathOf({ home, project }: Folders, at: string): string {
  return at.startsWith("~/") ? join(home, at.slice(2)) : join(project, at);
}

function textOf({ at, name = basename(at), plain }: PlacedSkill): string {
  if (plain === true) return `${markOf(at)}\n`;
  return ["---", ...(name === null ? [] : [`name: ${name}`]), `description: ${markOf(at)}`, "---", "", "Read this.", ""].join("\n");
}

function answerFor(folders: Folders, { come, go, say }: SkillChange): NativeAnswer {
  return {
    ...(say === undefined ? {} : { stdout: say }),
    writes: Object.fromEntries(come.map((at) => [join(pathOf(folders, at), "SKILL.md"), textOf({ at })])),
    removes: go.map((at) => pathOf(folders, at)),
  };
}

/** Copies, because what a command says stands in the next request. */
function commandFor(folders: Folders, { come, go }: SkillChange): string {
  const spare = (at: string) => join(folders.root, "spare", basename(at));
  for (const at of come) put(join(spare(at), "SKILL.md"), textOf({ at }));
  return [
    ...come.map((at) => `cp -R ${shellWord(spare(at))} ${shellWord(pathOf(folders, at))}`),
    ...go.map((at) => `rm -r ${shellWord(pathOf(folders, at))}`),
  ].join("; ");
}

function answer({ of }: SkillQuestion, seen: Probed, changes: boolean): string {
  const turns = seen.requests.map(({ body }) => JSON.stringify(body)).filter((text) => /"(tools|functionDeclarations)":\[\{/.test(text));
  if (turns.length === 0) return `no request, exit ${seen.exit}`;
  if (changes) return whenListed(turns, markOf(of[0] ?? ""));
  const listed = of.filter((at) => timesIn(turns[0] ?? "", at) > 0);
  if (listed.length === 0) return "no";
  if (of.length === 1) return timesOf(turns[0] ?? "", of[0] ?? "");
  return listed.map((at) => `\`${at}\``).join(" and ");
}

function timesOf(turn: string, at: string): string {
  const times = timesIn(turn, at);
  return times === 1 ? "yes" : `yes (${times}×)`;
}

function timesIn(turn: string, at: string): number {
  return turn.split(markOf(at)).length - 1;
}

/** The requests of both sessions in which it stands. */
function whenListed(turns: readonly string[], mark: string): string {
  const first = turns.filter((turn) => turn.includes(PROMPT) && !turn.includes(NEXT));
  const next = turns.filter((turn) => turn.includes(NEXT));
  const requests = first.flatMap((turn, place) => (turn.includes(mark) ? [`request ${place + 1}`] : []));
  const words = [...requests, ...(next.some((turn) => turn.includes(mark)) ? ["next session"] : [])];
  return words.join(", ") || "never";
}
