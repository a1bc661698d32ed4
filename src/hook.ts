/** What `symposium-hook` and `symposium hook` have in common: the world of one call, made of the real parts. Only what a call needs is loaded. */

import { loadHookTime } from "./agents/hook-time.ts";
import { resolveAgent } from "./agents/resolve.ts";
import { placesOf } from "./platform/places.ts";
import { writeAll } from "./platform/write-out.ts";
import { contextOfProcess } from "./process-context.ts";
import { runProgramme } from "./runtime/programme.ts";
import { BUILD } from "./version.ts";

export function runHook(args: readonly string[]): Promise<never> {
  if (args[0] === "--version") return tellVersion();
  const context = contextOfProcess();
  const places = placesOf(context);
  return runProgramme(args, {
    context,
    places,
    build: BUILD,
    resolveAgent,
    loadHookTime,
    hookFilesOf: async (agent) => (await import("./agents/shared-files.ts")).READ_FILES[agent],
    runHandler: async (job) => (await import("./platform/run-handler.ts")).runHandler(job),
    rebuildIndex: async (workspace) => {
      const { rebuildIndex } = await import("./plugins/dispatch-index/rebuild.ts");
      const { resolveNativeEvent } = await import("./agents/resolve-event.ts");
      return rebuildIndex({ context, places, workspace, programme: BUILD, agents: { resolveAgent, resolveNativeEvent } });
    },
    elapsed: () => process.uptime() * 1000,
  });
}

/** Asked by `init`, to see whether the programme works on this machine before an agent is told to call it. */
function tellVersion(): never {
  writeAll(1, `symposium-hook ${BUILD}\n`);
  process.exit(0);
}
