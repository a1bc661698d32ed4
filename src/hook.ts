/** What `symposium-hook` and `symposium hook` have in common: the world of one call, made of the real parts. Only what a call needs is loaded. */

import { loadHookTime } from "./agents/hook-time.ts";
import { resolveAgent } from "./agents/resolve.ts";
import { guestPlaces, isGuest } from "./platform/other-owner.ts";
import { placesOf } from "./platform/places.ts";
import { endOnSignal, outliveSignals, receivedSignal } from "./platform/signals.ts";
import { writeAll } from "./platform/write-out.ts";
import { contextOfProcess } from "./process-context.ts";
import { runProgramme } from "./runtime/programme.ts";
import { BUILD } from "./version.ts";
import { lookUp } from "./lookup.ts";

/** `prefix` are the words that lead to this programme where it is part of a bigger one. */
export function runHook(args: readonly string[], prefix: readonly string[] = []): Promise<never> {
  if (args[0] === "--version") return tellVersion();
  const context = contextOfProcess();
  const own = placesOf(context);
  // Root in somebody else's directory runs their hooks, and leaves nothing there that they could not change.
  const isVisit = isGuest(own);
  const places = isVisit ? guestPlaces(own) : own;
  if (args[0] === REFRESH && args[1] !== undefined) return refresh(args[1]);
  outliveSignals();
  return runProgramme(args, {
    context,
    places,
    build: BUILD,
    resolveAgent,
    loadHookTime,
    hookFilesOf: async (agent) => lookUp((await import("./agents/shared-files.ts")).READ_FILES, agent),
    runHandler: async (job) => (await import("./platform/run-handler.ts")).runHandler(job, endOnSignal),
    rebuildIndex: async (folder) => {
      const { rebuildIndex } = await import("./plugins/dispatch-index/rebuild.ts");
      const { resolveNativeEvent } = await import("./agents/resolve-event.ts");
      return rebuildIndex({ context, places, folder, programme: BUILD, agents: { resolveAgent, resolveNativeEvent } });
    },
    syncSkills: async (folder, milliseconds) =>
      isVisit
        ? { left: false, changed: false, problems: [] }
        : (await import("./sync/workspace/sync-in-call.ts")).syncInCall({ context, places }, folder, milliseconds),
    startRefresh: async (folder) => {
      if (isVisit) return;
      const { startDetached } = await import("./platform/start-detached.ts");
      // A native programme is its own first word; under Node the script follows.
      const script = process.versions["bun"] === undefined ? [process.argv[1] ?? ""] : [];
      startDetached({ file: process.execPath, args: [...script, ...prefix, REFRESH, folder], cwd: folder, env: context.env });
    },
    noteUpdateTold: async () => {
      if (isVisit) return;
      const { recordState } = await import("./config/state.ts");
      recordState(places.state, { lastUpdateHint: context.now() });
    },
    signal: receivedSignal,
    elapsed: () => process.uptime() * 1000,
  });

  async function refresh(folder: string): Promise<never> {
    if (isVisit) process.exit(0);
    const { refreshWorkspace } = await import("./sync/workspace/refresh.ts");
    await refreshWorkspace({ context, places }, folder);
    process.exit(0);
  }
}

/** Asks for what a hook call has no time for; only we call ourselves in this way. */
const REFRESH = "--refresh";

/** Asked by `init`, to see whether the programme works on this machine before an agent is told to call it. */
function tellVersion(): never {
  writeAll(1, `symposium-hook ${BUILD}\n`);
  process.exit(0);
}
