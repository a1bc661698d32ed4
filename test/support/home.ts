/** A temporary home with plugins in it, and hook calls made there: in this process or through a built program. */

import { spawn } from "node:child_process";

import type { FileTree } from "fs-fixture";

import { loadHookTime, readersOf, resolveAgent } from "../../src/agents/find-agent.ts";
import { READ_FILES } from "../../src/agents/hook-list.ts";
import { BUILD, type Context } from "../../src/context.ts";
import { answerCall } from "../../src/hook/answer-call.ts";
import type { HookServices } from "../../src/hook/services.ts";
import type { TraceLine } from "../../src/hook/trace.ts";
import { placesOf } from "../../src/host/places.ts";
import { runHandler } from "../../src/host/run-handler.ts";
import { rebuildIndex } from "../../src/index/rebuild.ts";
import { lookUp } from "../../src/lookup.ts";
import { program } from "../foundation/programs.ts";
import { temporaryHome, userOf } from "./temporary-home.ts";

export type Form = "in-process" | "native-hook" | "node-hook";

/** The two built forms of the hook program. */
export const BUILT = ["native-hook", "node-hook"] as const;

export interface Answered {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export interface CallOptions {
  readonly form?: Form;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Services to replace, in process only. */
  readonly services?: Partial<HookServices>;
}

export interface Home extends AsyncDisposable {
  readonly path: string;
  readonly getPath: (...parts: string[]) => string;
  readonly services: (changes?: Partial<HookServices>) => HookServices;
  readonly call: (agent: string, event: string, payload: object | string, options?: CallOptions) => Promise<Answered>;
  readonly trace: () => readonly TraceLine[];
  /** Makes the index of the project for the built programs, in this process: Node takes longer to make one than to answer ten calls. */
  readonly prepare: () => Promise<void>;
}

/** `plugins` is the tree under the user plugin directory; the project folder `work` is empty and no workspace. */
export async function createHome(plugins: FileTree = {}, more: FileTree = {}): Promise<Home> {
  const there = await temporaryHome({ files: { plugins, ...more }, home: ".", project: "work", env: environmentOf });
  const { home: path, project: cwd } = there;
  const environment = environmentOf(path);
  const services = (changes: Partial<HookServices> = {}): HookServices => {
    const context: Context = { ...there.context, ...changes.context };
    const places = placesOf(context);
    const build = "0.0.0-test";
    return {
      places,
      build,
      resolveAgent,
      loadHookTime,
      readersOf,
      hookFilesOf: (name) => Promise.resolve(lookUp(READ_FILES, name)),
      runHandler,
      deniedConverted: async () => undefined,
      get ownProgram() {
        return [program("native-hook")] as const;
      },
      rebuildIndex: (folder) => rebuildIndex({ context, places, folder, program: build }),
      syncSkills: () => Promise.resolve({ left: false, changed: false, added: [], problems: [] }),
      recordedEnv: () => Promise.resolve(context.env),
      switchedOff: () => Promise.resolve([]),
      startRefresh: () => Promise.resolve(),
      noteUpdateTold: () => Promise.resolve(),
      signal: () => undefined,
      elapsed: () => 0,
      ...changes,
      context,
    };
  };
  const call: Home["call"] = async (
    agent,
    event,
    payload,
    { form = "in-process", env = {}, cwd: folder = cwd, services: changes } = {},
  ) => {
    const text = typeof payload === "string" ? payload : JSON.stringify(payload);
    if (form !== "in-process") return runProgram(program(form), [agent, event], text, { ...environment, ...env }, folder);
    const context = { ...services().context, env: { ...environment, ...env }, cwd: folder, ...changes?.context };
    const { reply, record } = await answerCall({ agent, event, payload: { text } }, services({ ...changes, context }));
    await record();
    return reply;
  };
  const trace = () => {
    const lines = there.has("trace/trace.jsonl") ? there.read("trace/trace.jsonl").trimEnd().split("\n") : [];
    return lines.map((line) => JSON.parse(line) as TraceLine);
  };
  const prepare = async () => {
    const { context, places } = services();
    await rebuildIndex({ context, places, folder: null, program: BUILD });
  };
  return { path, getPath: there.at, services, call, trace, prepare, [Symbol.asyncDispose]: () => there[Symbol.asyncDispose]() };
}

/** Our own directory is the home itself. */
export function environmentOf(home: string): Record<string, string> {
  return { ...userOf(home), SYMPOSIUM_HOME: home };
}

export function runProgram(file: string, args: readonly string[], input: string, env: Readonly<Record<string, string>>, cwd: string) {
  return new Promise<Answered>((resolve, reject) => {
    const child = spawn(file, args, { cwd, env });
    const texts = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) child[name].setEncoding("utf8").on("data", (text: string) => (texts[name] += text));
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ ...texts, exitCode: code ?? (signal === null ? -1 : -2) }));
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}
