/** The hook of a converted entry, as the runtime runs hooks. */

import { budgetOf } from "../canonical/event.ts";
import { shimOf } from "../canonical/handler-format.ts";
import { DEFAULT_SECONDS } from "../canonical/hook-manifest.ts";
import type { HookInput } from "../canonical/input.ts";
import { commandOn } from "../canonical/manifest-command.ts";
import { INTERCHANGE_SOURCE } from "../canonical/shimmed-hook.ts";
import type { OperatingSystem } from "../context.ts";
import { lookUp } from "../lookup.ts";
import { MISSING } from "../platform/stamp.ts";
import type { IndexedHook } from "../plugins/dispatch-index/format.ts";
import type { ShimOrder } from "./shim-order.ts";

export function shimHook({ source, hook, command }: ShimOrder, { event, nativeEvent }: HookInput, os: OperatingSystem): IndexedHook {
  const { name, blocking, timeout = DEFAULT_SECONDS, filter, env, platform, degradation = {} } = hook;
  return {
    plugin: source,
    hook: name ?? event ?? nativeEvent,
    source: "converted",
    manifest: ["", MISSING],
    order: 0,
    format: source === INTERCHANGE_SOURCE ? "interchange" : shimOf(source),
    ...(filter === undefined ? {} : { native: filter }),
    command: { kind: "shell", path: commandOn({ command, ...(platform === undefined ? {} : { platform }) }, os), args: [] },
    ...(env === undefined ? {} : { env }),
    timeout: Math.min(timeout, budgetOf(event).answerMs / 1000),
    onFailure: "open",
    onUnsupported: lookUp(degradation, "input_rewrite") === "warn" ? "warn" : "deny",
    ...(blocking === undefined ? {} : { blocking }),
    ...contractOf(hook),
  };
}

function contractOf({ event, cwd, timeout_action, async: isAsync }: ShimOrder["hook"]): Pick<IndexedHook, "contract"> {
  if (event === undefined && cwd === undefined && timeout_action !== "block" && isAsync !== true) return {};
  return {
    contract: {
      ...(event === undefined ? {} : { event }),
      ...(timeout_action === "block" ? { timeoutBlocks: true } : {}),
      ...(isAsync === true ? { isAsync } : {}),
      ...(cwd === undefined ? {} : { cwd }),
    },
  };
}
