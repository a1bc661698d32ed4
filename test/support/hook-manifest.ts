/** Manifests of the Hook Interchange Format for tests. */

import type { FileTree } from "fs-fixture";

export type WrittenHook = Readonly<Record<string, unknown>>;

/** A hook before a tool that runs a command. */
export function commandHook(command: string, more: WrittenHook = {}, handler: WrittenHook = {}): WrittenHook {
  return { event: "before_tool_execute", handler: { type: "command", command, ...handler }, ...more };
}

export function hooksText(hooks: readonly WrittenHook[], more: object = {}): string {
  return JSON.stringify({ spec: "hooks/1.0", hooks, ...more }, null, 2);
}

/** A folder that has nothing but a hook manifest and its scripts. */
export function manifestFolder(name: string, hooks: readonly WrittenHook[], files: FileTree = {}, more: object = {}): FileTree {
  return { [name]: { "hooks.json": hooksText(hooks, more), ...files } };
}
