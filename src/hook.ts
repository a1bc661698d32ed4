/** Shared by `symposium-hook` and `symposium hook`: the services of one call, made of the real parts. Loads only what a call needs. */

import { loadHookTime, readersOf, resolveAgent } from "./agents/find-agent.ts";
import { BUILD, type Context, type Environment } from "./context.ts";
import { runProgram } from "./hook/program.ts";
import { type HookServices, POST, RUN } from "./hook/services.ts";
import { continueInNode, ownCommand } from "./host/engine.ts";
import { writeAll } from "./host/output.ts";
import { contextOfProcess, guestPlaces, isGuest, ownDirectory } from "./host/own-process.ts";
import { joined, recordedPlaces } from "./host/places.ts";
import { endOnSignal, outliveHandlers, outliveSignals, receivedSignal } from "./host/signals.ts";
import { lookUp } from "./lookup.ts";

/** `prefix` are the arguments that select this program where it is part of a bigger one. */
export async function runHook(args: readonly string[], prefix: readonly string[] = []): Promise<never> {
  if (args[0] === "--version") return printVersion();
  if (args[0] === POST || args[0] === REFRESH || args[0] === SERVE) {
    const trouble = continueInNode(args, args[0] === SERVE ? "agent" : "us");
    if (trouble !== undefined) return withoutNode(args, trouble);
  }
  if (args[0] === POST) return (await import("./hook/contract-jobs.ts")).postEvent();
  if (args[0] !== REFRESH && args[0] !== SERVE) outliveSignals();
  if (args[0] === RUN) return (await import("./hook/async-hook.ts")).runAlone(endOnSignal);
  const ownProgram: HookServices["ownProgram"] = [...ownCommand(), ...prefix];
  const context = contextOfProcess();
  const own = ownDirectory(process.execPath, process.argv[1]);
  const found = recordedPlaces(own ?? (await baseElsewhere(context)), context.os);
  // As root in another user's directory: runs their hooks, and leaves nothing there that they could not change.
  const isVisit = isGuest(found);
  const places = isVisit ? guestPlaces(found) : found;
  if (args[0] === REFRESH && args[1] !== undefined) return refresh(args[1]);
  if (args[0] === SERVE && args[1] !== undefined) return serve(args[1]);
  const services: HookServices = {
    context,
    places,
    build: BUILD,
    resolveAgent,
    loadHookTime,
    readersOf,
    hookFilesOf: async (agent) => lookUp((await import("./agents/hook-list.ts")).READ_FILES, agent),
    runHandler: async (job) => {
      outliveHandlers();
      return (await import("./hook/dispatch.ts")).runHandler(job, endOnSignal);
    },
    rebuildIndex: async (folder) => {
      const { rebuildIndex } = await import("./index/rebuild.ts");
      const { IN_CALL } = await import("./host/reading-budget.ts");
      return rebuildIndex({ context, places, folder, program: BUILD, limits: IN_CALL });
    },
    syncSkills: async (folder, milliseconds, reading) => {
      if (isVisit) return { left: false, changed: false, added: [], problems: [] };
      const { syncInCall } = await import("./setup/workspace/sync-in-call.ts");
      return syncInCall({ context: { ...context, env: await recordedEnv() }, places }, folder, { milliseconds, reading });
    },
    ownProgram,
    deniedConverted: async (hook, event) => {
      const { mayHavePolicies } = await import("./consent/policy/policy-places.ts");
      if (!mayHavePolicies({ context, places })) return undefined;
      const { deniedConverted } = await import("./plugins/policy/hook-capabilities.ts");
      return deniedConverted({ ...hook, env: hook.env ?? {}, keepEnv: hook.keepEnv ?? [], event }, { context, places });
    },
    recordedEnv,
    switchedOff: async (agents, project) => {
      const { activeSwitches } = await import("./agents/switches.ts");
      const parseToml = async (text: string) => (await import("./files/toml.ts")).tomlIn(text);
      const found = await activeSwitches(agents, { project, parseToml });
      return found.map(({ says }) => says);
    },
    startRefresh,
    noteUpdateTold: async () => {
      if (isVisit) return;
      const { recordState } = await import("./files/state-file.ts");
      recordState(places.state, { lastUpdateHint: context.now() });
    },
    signal: receivedSignal,
    elapsed: () => process.uptime() * 1000,
  };
  if (args[0] === SHIM) return (await import("./hook/shim/program.ts")).runShim(args.slice(1), services);
  return runProgram(args, services);

  async function recordedEnv(): Promise<Environment> {
    return (await import("./host/start-detached.ts")).recordedEnvironment(places, context);
  }

  async function startRefresh(folder: string): Promise<void> {
    if (isVisit) return;
    const { startDetached } = await import("./host/start-detached.ts");
    const env = await recordedEnv();
    const [file, ...ownArgs] = ownProgram;
    // Outside our directory the program needs a variable that names it.
    const located = own === undefined ? { SYMPOSIUM_HOME: places.base } : {};
    startDetached({ file, args: [...ownArgs, REFRESH, folder], cwd: folder, env: { ...env, ...located } });
  }

  /** An MCP server, for as long as the agent uses it. */
  async function serve(word: string): Promise<never> {
    if (word === OWN_SERVER) {
      await (await import("./servers/mcp/serve.ts")).serveSymposium(args.slice(2), { context, places: found });
      process.exit(0);
    }
    const launcher = await import("./servers/serve.ts");
    process.exit(await launcher.serve(word, { context, places: found, startRefresh }));
  }

  async function refresh(folder: string): Promise<never> {
    if (isVisit) process.exit(0);
    const { LONGEST_REFRESH_MS, refreshWorkspace } = await import("./setup/workspace/refresh.ts");
    setTimeout(() => process.exit(0), LONGEST_REFRESH_MS);
    await refreshWorkspace({ context, places }, folder, ownCommand().at(-1));
    process.exit(0);
  }
}

async function withoutNode([act, word = ""]: readonly string[], problem: string): Promise<never> {
  const hint = "run `symposium init`";
  if (act === SERVE) await (await import("./servers/refuse-server.ts")).refuseServer(word, { problem, hint });
  else writeAll(2, `symposium: ${problem}; ${hint}\n`);
  process.exit(1);
}

/** Our directory, for a program in a checkout or a package. */
async function baseElsewhere(context: Context): Promise<string> {
  if (!context.env["SYMPOSIUM_HOME"]) return joined(context.os, context.home, ".symposium");
  return (await import("./agents/find-agent.ts")).baseByVariables(context);
}

/** Requests the work that a hook call has no time for; only we call ourselves like this. */
const REFRESH = "--refresh";

/** `shim <agent> … -- <command>`: what converted entries call (IX-12). No agent has this name. */
const SHIM = "shim";

/** `serve <plugin>/<server>`, or `serve symposium`: what agents' entries for MCP servers call (MC-11). No agent has this name. */
const SERVE = "serve";
const OWN_SERVER = "symposium";

/** Called by `init`, to check that the program works on this machine before it is registered. */
function printVersion(): never {
  writeAll(1, `symposium-hook ${BUILD}\n`);
  process.exit(0);
}
