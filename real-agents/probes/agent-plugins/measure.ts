/** Runs an agent with packages in place: which skills the model is told of and under which name, which servers start and with which variables, which hooks run. */

import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";

import { parse as parseToml, stringify as tomlOf } from "smol-toml";

import { install } from "../../install.ts";
import { json, PROMPT } from "../../recipes/recipe.ts";
import { foldersIn, put, read, runAgent, type Folders, type RunResult } from "../../sandbox.ts";
import { merged, placeOf } from "../servers/measure.ts";
import { hookNote, putPackage, putSkill, skillMark, startNote } from "./package.ts";
import type { PackageQuestion, PackageQuestions, PlacedPackage } from "./question.ts";

export interface PackageAnswer {
  readonly skill: string;
  readonly server: string;
  readonly hooks: string;
}

export interface Asked {
  readonly answers: readonly PackageAnswer[];
  readonly ended: string;
}

export async function askPackages({ recipe }: PackageQuestions, one: PackageQuestion, folder: string): Promise<Asked> {
  const run = await runAgent({
    recipe,
    installed: install(recipe),
    folder,
    options: { prompt: PROMPT, permission: "bypass", ...(one.untrusted === true ? { untrusted: true } : {}) },
    script: () => ({ steps: [{ calls: [recipe.calls.shell("sleep 4")] }], final: "All done." }),
    prepare: (folders) => {
      for (const each of one.packages) putPackage(each, folders);
      for (const [path, added] of Object.entries(one.settings ?? {})) putSettings(path, added, folders);
      for (const copy of one.copies ?? []) putSkill(placeOf(copy, folders), one.packages[0]?.name ?? "");
      if (one.moves !== undefined) renameSync(join(folders.home, one.moves.folder), join(folders.root, "moved"));
    },
    moreEnv: ({ root }) => (one.moves === undefined ? {} : { [one.moves.variable]: join(root, "moved") }),
    moreArgs: (one.moreArgs ?? []).map((argument) => filled(argument, foldersIn(folder))),
  });
  const turns = run.requests.map(({ body }) => JSON.stringify(body)).filter((text) => /"(tools|functionDeclarations)":\[\{/.test(text));
  return {
    answers: one.packages.map((each) => answerOf(each, turns, run)),
    ended: `${turns.length} requests, ${run.timedOut ? "never ended" : `exit ${run.exit}`}`,
  };
}

function answerOf({ name, hooks = {} }: PlacedPackage, turns: readonly string[], run: RunResult): PackageAnswer {
  return {
    skill: skillAnswer(name, turns[0] ?? ""),
    server: serverAnswer(name, turns, run),
    hooks:
      Object.keys(hooks)
        .map((path) => `\`${path}\` ${existsSync(hookNote(run, name, path)) ? "ran" : "did not run"}`)
        .join(", ") || "none there",
  };
}

function skillAnswer(name: string, turn: string): string {
  const times = turn.split(skillMark(name)).length - 1;
  if (times === 0) return "not listed";
  const names = new Set(textsIn(JSON.parse(turn)).match(new RegExp(`(?<![\\w/.-])(?:[a-z-]+:)?skill-${name}(?![\\w/.-])`, "g")));
  return `listed${times === 1 ? "" : ` ${times}×`} as ${[...names].map((one) => `\`${one}\``).join(", ")}`;
}

function textsIn(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null ? Object.values(value).map(textsIn).join("\n") : "";
}

function serverAnswer(name: string, turns: readonly string[], { root, home, project }: Folders): string {
  const note = read(startNote({ root }, name)).trimEnd();
  if (note === "") return "not started";
  const told = note.replaceAll(project, "(project)").replaceAll(home, "~").replaceAll(root, "(run)").replaceAll("\n", ", ");
  const text = turns.join("\n");
  const tool = new RegExp(`[A-Za-z0-9_-]*ping_${name}`).exec(text)?.[0];
  const search = text.includes(`server-${name}`) || text.includes(`server_${name}`) ? "named to the model" : "not offered";
  return `started (${told}); ${tool === undefined ? search : `tool \`${tool}\``}`;
}

function putSettings(path: string, added: Readonly<Record<string, unknown>>, folders: Folders): void {
  const place = placeOf(path, folders);
  const table = JSON.parse(filled(JSON.stringify(added), folders)) as Record<string, unknown>;
  const old = read(place);
  if (path.endsWith(".toml")) put(place, tomlOf(merged(parseToml(old), table) as never));
  else put(place, json(merged(JSON.parse(old || "{}"), table)));
}

function filled(text: string, { root, home, project }: Folders): string {
  return text.replaceAll("{home}", home).replaceAll("{project}", project).replaceAll("{root}", root);
}
