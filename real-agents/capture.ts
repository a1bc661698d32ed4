/**
 * Payloads as the real agents send them (RT-32): a hook at every event that the agent knows records what it is given. Values are as sent, with the
 * paths of the run replaced.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { TYPESCRIPT } from "../scripts/run-typescript.ts";
import { ownHookFile } from "../src/agents/agents-by-name.ts";
import { type HookEntries, listOf } from "../src/agents/setup.ts";
import type { Entry } from "../src/files/editor.ts";
import { jsoncEditor } from "../src/files/editors.ts";
import { install } from "./install.ts";
import type { Step } from "./model-server/script.ts";
import { PROMPT, type Permission, type Recipe, type Folders } from "./recipes/recipe.ts";
import { lines, put, read, runAgent, type RunResult } from "./sandbox.ts";
import { shellWord } from "./shell-word.ts";

export interface CaptureList {
  readonly recipe: Recipe;
  readonly captures: readonly Capture[];
}

export interface Capture extends Session {
  readonly name: string;
  readonly permission?: Permission;
  /** What the hook answers at an event, in the agent's own form. */
  readonly answers?: Answers;
  /** Files of the project, by path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly mcp?: boolean;
  readonly moreEnv?: Readonly<Record<string, string>>;
  /** A second session in the same home and project. */
  readonly then?: Session;
  /** File name without `.json`, which begins with the event → text by which the payload is found; the first one is kept. */
  readonly keep: Readonly<Record<string, string>>;
}

interface Session {
  readonly prompt?: string;
  readonly steps?: (folders: Folders) => readonly Step[];
  readonly moreArgs?: readonly string[];
}

export type Answers = Readonly<Record<string, NativeAnswer>>;

export interface NativeAnswer {
  readonly stdout?: unknown;
  readonly exit?: number;
  /** Answer only payloads that contain this text. */
  readonly onlyIf?: string;
}

export interface Recorded {
  readonly event: string;
  readonly payload: string;
}

export interface Captured {
  /** File name without `.json`. */
  readonly name: string;
  /** `undefined` when the agent did not call a hook there. */
  readonly payload: unknown;
  /** Where the run is. */
  readonly root: string;
}

export const MCP_SERVER = "my_srv-a";
export const MCP_TOOL = "ping_al-pha";

const REPOSITORY = join(import.meta.dirname, "..");

/** Runs the agent and gives what its hooks were given. */
export async function capture(recipe: Recipe, wanted: Capture, base: string): Promise<readonly Captured[]> {
  const run = await runRecorded(recipe, wanted, join(base, recipe.name, wanted.name));
  const hooks = lines<Recorded>(join(run.root, "hooks.jsonl"));
  return Object.entries(wanted.keep).map(([name, text]) => {
    const event = name.split(".", 1)[0];
    const found = hooks.find((hook) => hook.event === event && hook.payload.includes(text));
    return { name, root: run.root, payload: found === undefined ? undefined : (JSON.parse(neutral(found.payload, run)) as unknown) };
  });
}

async function runRecorded(recipe: Recipe, wanted: Capture, folder: string): Promise<RunResult> {
  const mcp = { name: MCP_SERVER, command: process.execPath, args: [...TYPESCRIPT, join(import.meta.dirname, "mcp-server.ts")] };
  const once = (session: Session, again: boolean) =>
    runAgent({
      recipe,
      installed: install(recipe),
      folder,
      again,
      options: { prompt: session.prompt ?? PROMPT, permission: wanted.permission ?? "bypass", ...(wanted.mcp === true ? { mcp } : {}) },
      script: (folders) => ({ steps: session.steps?.(folders) ?? [], final: "All done." }),
      prepare: (folders) => {
        for (const [path, text] of Object.entries(wanted.files ?? {})) put(join(folders.project, path), text);
        put(join(folder, "answers.json"), JSON.stringify(wanted.answers ?? {}));
        registerRecorder(recipe, folders);
      },
      ...(session.moreArgs === undefined ? {} : { moreArgs: session.moreArgs }),
      moreEnv: () => wanted.moreEnv ?? {},
    });
  const first = await once(wanted, false);
  return wanted.then === undefined ? first : once(wanted.then, true);
}

/** Where and how our own table says that hooks are registered for the user. */
function registerRecorder({ name, events }: Recipe, { home, root }: Folders): void {
  const { file, content } = ownHookFile(name).registration;
  const recorder = [process.execPath, ...TYPESCRIPT, join(import.meta.dirname, "recorder.ts"), root].map(shellWord).join(" ");
  const place = join(home, file.user);
  if (content.kind === "plugin-file") {
    // Such a file calls our program by itself, so the recorder takes the program's place.
    put(place, readFileSync(join(import.meta.dirname, "../src/agents", name, "plugin.js"), "utf8"));
    put(join(home, ".symposium/bin/symposium-hook"), `#!/bin/sh\nexec ${recorder} "$2"\n`, 0o755);
  } else put(place, withEntries(read(place), entriesFor(content, events, recorder)));
}

function entriesFor({ frame = {}, entry }: HookEntries, events: readonly string[], recorder: string): Entry[] {
  return [
    ...Object.entries(frame).map(([key, value]): Entry => ({ kind: "key", path: [key], value })),
    ...events.map((event): Entry => {
      const command = `${recorder} ${event}`;
      const commands = { posix: command, powershell: command, cmd: command, posixOrPowershell: command };
      return { kind: "item", path: listOf(event), value: entry({ event, commands, timeout: 60, scope: "user", os: "linux" }) };
    }),
  ];
}

function withEntries(text: string, entries: readonly Entry[]): string {
  return entries.reduce((done, entry) => {
    const edited = jsoncEditor.ensure(done, entry);
    if (!edited.ok) throw new Error(edited.trouble.message);
    return edited.text;
  }, text);
}

/** Puts neutral paths in the place of this machine's; agents also make names of a path by turning `/` into `-`. */
function neutral(text: string, { root, home, project }: Folders): string {
  const dashed = (path: string) => path.replace(/[^A-Za-z0-9]/g, "-");
  return [
    [project, "/home/user/project"],
    [home, "/home/user"],
    [join(root, "tmp"), "/tmp"],
    [dashed(project), dashed("/home/user/project")],
    [process.execPath, "/usr/local/bin/node"],
    [REPOSITORY, "/home/user/symposium"],
  ].reduce((rest, [from = "", to = ""]) => rest.replaceAll(from, to), text);
}
