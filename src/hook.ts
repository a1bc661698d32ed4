/** What `symposium-hook` and `symposium hook` have in common: the services of one call, made of the real parts. Only what a call needs is loaded. */

import type { Context, Environment } from "./context.ts";
import { loadHookTime, readersOf } from "./agents/hook-time.ts";
import { resolveAgent } from "./agents/resolve.ts";
import { guestPlaces, isGuest } from "./platform/other-owner.ts";
import { ownDirectory } from "./platform/own-directory.ts";
import { joined } from "./platform/places.ts";
import { recordedPlaces } from "./platform/recorded-places.ts";
import { endOnSignal, outliveSignals, receivedSignal } from "./platform/signals.ts";
import { writeAll } from "./platform/write-out.ts";
import { contextOfProcess } from "./process-context.ts";
import { runProgram } from "./runtime/program.ts";
import { BUILD } from "./version.ts";
import { lookUp } from "./lookup.ts";

/** `prefix` are the words that lead to this program where it is part of a bigger one. */
export function runHook(args: readonly string[], prefix: readonly string[] = []): Promise<never> {
  if (args[0] === "--version") return tellVersion();
  if (args[0] !== REFRESH) outliveSignals();
  const context = contextOfProcess();
  const own = ownDirectory(process.execPath, process.argv[1]);
  // Not `async`: such a function with an `await` in it costs each call of the native program more than the rest of this one.
  if (own !== undefined) return runIn(own, { args, prefix, context, variables: {} });
  return baseElsewhere(context).then((base) => runIn(base, { args, prefix, context, variables: { SYMPOSIUM_HOME: base } }));
}

interface HookStart {
  readonly args: readonly string[];
  readonly prefix: readonly string[];
  readonly context: Context;
  /** Elsewhere than in our directory a background process has to be told where that is. */
  readonly variables: Environment;
}

function runIn(base: string, { args, prefix, context, variables }: HookStart): Promise<never> {
  const found = recordedPlaces(base, context.os);
  // Root in somebody else's directory runs their hooks, and leaves nothing there that they could not change.
  const isVisit = isGuest(found);
  const places = isVisit ? guestPlaces(found) : found;
  if (args[0] === REFRESH && args[1] !== undefined) return refresh(args[1]);
  return runProgram(args, {
    context,
    places,
    build: BUILD,
    resolveAgent,
    loadHookTime,
    readersOf,
    hookFilesOf: async (agent) => lookUp((await import("./agents/shared-files.ts")).READ_FILES, agent),
    runHandler: async (job) => (await import("./runtime/dispatch.ts")).runHandler(job, endOnSignal),
    rebuildIndex: async (folder) => {
      const { rebuildIndex } = await import("./plugins/dispatch-index/rebuild.ts");
      const { resolveNativeEvent } = await import("./agents/resolve-event.ts");
      return rebuildIndex({ context, places, folder, program: BUILD, agents: { resolveAgent, resolveNativeEvent } });
    },
    syncSkills: async (folder, milliseconds) => {
      if (isVisit) return { left: false, changed: false, problems: [] };
      const { syncInCall } = await import("./sync/workspace/sync-in-call.ts");
      return syncInCall({ context: { ...context, env: await recordedEnv() }, places }, folder, milliseconds);
    },
    recordedEnv,
    switchedOff: async (agents, project) => {
      const { thrownSwitches } = await import("./agents/thrown-switches.ts");
      const { readPlainToml } = await import("./documents/plain-toml.ts");
      return thrownSwitches(agents, { project, parseToml: readPlainToml }).map(({ says }) => says);
    },
    startRefresh: async (folder) => {
      if (isVisit) return;
      const { startDetached } = await import("./platform/start-detached.ts");
      // A native program is its own first word; under Node the script follows.
      const script = process.versions["bun"] === undefined ? [process.argv[1] ?? ""] : [];
      const env = await recordedEnv();
      const file = process.execPath;
      startDetached({ file, args: [...script, ...prefix, REFRESH, folder], cwd: folder, env: { ...env, ...variables } });
    },
    noteUpdateTold: async () => {
      if (isVisit) return;
      const { recordState } = await import("./state/state-file.ts");
      recordState(places.state, { lastUpdateHint: context.now() });
    },
    signal: receivedSignal,
    elapsed: () => process.uptime() * 1000,
  });

  async function recordedEnv(): Promise<Environment> {
    return (await import("./platform/recorded-environment.ts")).recordedEnvironment(places, context);
  }

  async function refresh(folder: string): Promise<never> {
    if (isVisit) process.exit(0);
    const { refreshWorkspace } = await import("./sync/workspace/refresh.ts");
    await refreshWorkspace({ context, places }, folder, process.versions["bun"] === undefined ? process.argv[1] : process.execPath);
    process.exit(0);
  }
}

/** Our directory, for a program that lies in a checkout or a package. */
async function baseElsewhere(context: Context): Promise<string> {
  if (!context.env["SYMPOSIUM_HOME"]) return joined(context.os, context.home, ".symposium");
  return (await import("./agents/base-by-variables.ts")).baseByVariables(context);
}

/** Asks for what a hook call has no time for; only we call ourselves in this way. */
const REFRESH = "--refresh";

/** Asked by `init`, to see whether the program works on this machine before an agent is told to call it. */
function tellVersion(): never {
  writeAll(1, `symposium-hook ${BUILD}\n`);
  process.exit(0);
}
