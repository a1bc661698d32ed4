/** Neutral inputs and hooks for tests of single stages, with everything sensible filled in. */

import type { HookTime } from "../../src/agents/agent.ts";
import { hookTime as symposiumHost } from "../../src/agents/symposium/payload.ts";
import type { IndexedHook } from "../../src/index/format.ts";
import type { Abilities, HookInput } from "../../src/model/input.ts";

export const ALL: Abilities = { block: true, ask: true, rewrite: true, context: true, stop: true };
export const NONE: Abilities = { block: false, ask: false, rewrite: false, context: false, stop: false };

/** A host that can do everything, with some of it taken away or changed. */
export function host(changes: Partial<HookTime> = {}): HookTime {
  return { ...symposiumHost, name: "host", ...changes };
}

/** The input of a shell command about to run. */
export function shellInput(changes: Partial<HookInput> = {}, agent = host()): HookInput {
  const raw = { PreToolUse: { tool_name: "Bash", tool_input: { command: "ls", description: "list" }, session_id: "s1", cwd: "/" } };
  return { ...agent.read(raw, "PreToolUse"), can: ALL, ...changes };
}

export function hookEntry(changes: Partial<IndexedHook> = {}): IndexedHook {
  return {
    plugin: "guard",
    hook: "check",
    source: "user-plugins",
    manifest: ["/plugins/guard/SYMPOSIUM.toml", "-"],
    order: 0,
    format: "symposium",
    command: { kind: "script", path: "/plugins/guard/check.sh", args: [] },
    timeout: 30,
    onFailure: "open",
    onUnsupported: "deny",
    ...changes,
  };
}
