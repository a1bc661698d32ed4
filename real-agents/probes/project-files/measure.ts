/** Puts one question: the user's hook before a tool notes its environment, and whether it was called at all is the answer. */

import { join } from "node:path";

import { ownHookFile } from "../../../src/agents/registrable.ts";
import { install } from "../../install.ts";
import { PROMPT, type Recipe } from "../../recipes/recipe.ts";
import { put, read, runAgent, type Folders } from "../../sandbox.ts";
import { shellWord } from "../../shell-word.ts";
import { registerEntries } from "../record.ts";
import { homeOf, variablesOf, type ProjectQuestion, type ProjectQuestions } from "./question.ts";

export interface ProjectAnswer {
  readonly what: string;
  readonly hook: "runs" | "does not run" | "the agent stops";
  /** The tool that the model asked for ran. */
  readonly tool: boolean;
  /** Variables that have the project's value in the hook's process. */
  readonly variables: readonly string[];
  /** The shell that ran the hook had read the project's file first. */
  readonly shellFile: boolean;
  /** A program of the project ran around the hook, or in its place. */
  readonly theirs: boolean;
}

export async function askProject({ recipe, before }: ProjectQuestions, one: ProjectQuestion, folder: string): Promise<ProjectAnswer> {
  const run = await runAgent({
    recipe,
    installed: install(recipe),
    folder,
    options: { prompt: PROMPT, permission: "bypass", ...(one.untrusted === true ? { untrusted: true } : {}) },
    script: () => ({ steps: [{ calls: [recipe.calls.shell("echo ran > marker.txt")] }], final: "All done." }),
    // As from a user's terminal: without it bash takes a hook's stdin for a network connection, and reads other files first.
    moreEnv: () => ({ SHLVL: "1" }),
    prepare: (folders) => {
      put(join(folders.project, "bash-env.sh"), "export PROBE_SHELL_FILE=read\n");
      for (const name of ["wrapper", "sh", "bash", "env"])
        put(join(folders.project, "theirs", name), `#!/bin/sh\necho "$*" >> ${shellWord(theirsIn(folders))}\n`, 0o755);
      for (const [path, text] of Object.entries(one.files(folders))) put(join(folders.project, path), text);
      registerNote(recipe, before, folders);
    },
  });
  const noted = read(notesIn(run)).split("\n").filter(Boolean);
  const wanted = { ...variablesOf(run), ...homeOf(run) };
  return {
    what: one.what,
    hook: run.requests.length === 0 ? "the agent stops" : noted.includes(`event=${before}`) ? "runs" : "does not run",
    tool: read(join(run.project, "marker.txt")) !== "",
    variables: Object.entries(wanted).flatMap(([name, value]) => (noted.includes(`${name}=${value}`) ? [name] : [])),
    shellFile: noted.includes("PROBE_SHELL_FILE=read"),
    theirs: read(theirsIn(run)).includes(NOTE),
  };
}

const NOTE = "note.sh";

function notesIn({ root }: Folders): string {
  return join(root, "environment.txt");
}

function theirsIn({ root }: Folders): string {
  return join(root, "theirs-ran.txt");
}

/** A script of `sh`, which reads no file of the folder it is started in. */
function registerNote(recipe: Recipe, before: string, folders: Folders): void {
  const { file, content } = ownHookFile(recipe.name).registration;
  const script = join(folders.root, NOTE);
  const notes = shellWord(notesIn(folders));
  put(script, `#!/bin/sh\n{ echo "event=$1"; /usr/bin/env; } >> ${notes}\n`, 0o755);
  const place = join(folders.home, file.user);
  if (content.kind === "entries") registerEntries(content, recipe, place, `/bin/sh ${shellWord(script)}`);
  else put(place, pluginCalling(script, before));
}

/** It keeps the mark by which our own file acts once, because a project may set that as well. */
function pluginCalling(script: string, event: string): string {
  return `import { spawnSync } from "node:child_process";
export const symposium = async ({ directory }) => {
  const loaded = (globalThis[Symbol.for("symposium")] ??= new Set());
  if (loaded.has(directory)) return {};
  loaded.add(directory);
  return { "tool.execute.before": async () => void spawnSync("/bin/sh", ${JSON.stringify([script, event])}) };
};
`;
}
