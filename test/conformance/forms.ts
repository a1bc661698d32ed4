/** The ways to make one hook call: in this process with told endings, or through a built programme with real handlers. */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { loadHookTime, readersOf } from "../../src/agents/hook-time.ts";
import { resolveNativeEvent } from "../../src/agents/resolve-event.ts";
import { resolveAgent } from "../../src/agents/resolve.ts";
import type { Context } from "../../src/context.ts";
import { placesOf } from "../../src/platform/places.ts";
import { rebuildIndex } from "../../src/plugins/dispatch-index/rebuild.ts";
import { answerCall } from "../../src/runtime/answer-call.ts";
import type { HookServices } from "../../src/runtime/hook-services.ts";
import type { HookAnswer } from "../oracles/oracle.ts";
import type { Case } from "./case.ts";
import { endingOf } from "./handlers.ts";
import { type Home, SCRIPT } from "./home.ts";

export type Caller = (agent: string, event: string, payload: string) => Promise<HookAnswer>;

/** Gives the caller for a case whose plugins are installed in the home. */
export type Form = (home: Home, plugins: Case["plugins"]) => Caller;

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

export const NATIVE = join(ROOT, "dist", "native", "symposium-hook");
export const NODE = join(ROOT, "dist", "bin", "symposium-hook");

export const inProcess: Form = (home, plugins) => {
  const world = worldOf(home, plugins);
  return async (agent, event, payload) => {
    const { reply, record } = await answerCall({ agent, event, payload: { text: payload } }, world);
    record();
    return reply;
  };
};

function worldOf(home: Home, plugins: Case["plugins"]): HookServices {
  const context: Context = { os: "linux", home: home.path, cwd: home.work, env: environment(home), now: Date.now };
  const places = placesOf(context);
  const build = "0.0.0-test";
  return {
    context,
    places,
    build,
    resolveAgent,
    loadHookTime,
    readersOf,
    hookFilesOf: () => Promise.resolve(undefined),
    rebuildIndex: (folder) => rebuildIndex({ context, places, folder, programme: build, agents: { resolveAgent, resolveNativeEvent } }),
    syncSkills: () => Promise.resolve({ left: false, changed: false, problems: [] }),
    recordedEnv: () => Promise.resolve(context.env),
    switchedOff: () => Promise.resolve([]),
    startRefresh: () => Promise.resolve(),
    noteUpdateTold: () => Promise.resolve(),
    signal: () => undefined,
    elapsed: () => 0,
    runHandler: async ({ args, input }) => {
      const plugin = plugins.find(({ name }) => args.some((arg) => arg.endsWith(`/${name}/${SCRIPT}`)));
      if (plugin === undefined) throw new Error(`no plugin has ${args.join(" ")}`);
      return endingOf(plugin.handler, args.at(-1) ?? "", input);
    },
  };
}

/** A programme that was built; the matrix says so when it was not. */
export function throughProgramme(file: string): Form {
  if (!existsSync(file)) throw new Error(`${file} is not built: npm run build`);
  return (home) => (agent, event, payload) =>
    new Promise((resolve, reject) => {
      const child = spawn(file, [agent, event], { cwd: home.work, env: environment(home), stdio: "pipe" });
      let [stdout, stderr] = ["", ""];
      child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
      child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
      child.on("error", reject);
      child.on("close", (code) => resolve({ stdout, stderr, exitCode: code ?? -1 }));
      child.stdin.on("error", () => {});
      child.stdin.end(payload);
    });
}

function environment(home: Home): Record<string, string> {
  return { HOME: home.path, SYMPOSIUM_HOME: home.path, PATH: process.env["PATH"] ?? "" };
}
