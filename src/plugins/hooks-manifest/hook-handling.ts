/** What a hook of a manifest does, by the type of its handler (IX-11). */

import { isAbsolute, normalize } from "node:path";

import type { ManifestHandler, ManifestHook } from "../../canonical/hook-manifest.ts";
import { commandOn } from "../../canonical/manifest-command.ts";
import type { Runnable } from "../../platform/interpreter.ts";
import type { HandlerContract } from "../plugin.ts";
import { type HandlerFinding, isHandlerFinding } from "./handler-finding.ts";
import { hookCommand } from "./hook-command.ts";
import { hookRequest } from "./hook-request.ts";
import type { HookPlace } from "./manifest-hook.ts";

export interface Handling {
  readonly command: Runnable;
  readonly env: Readonly<Record<string, string>>;
  readonly contract?: HandlerContract;
  /** Why it cannot be started. */
  readonly missing?: string;
  readonly mustDeny?: true;
}

export function hookHandling(
  { handler }: ManifestHook,
  { folder, os, bounds }: Pick<HookPlace, "folder" | "os" | "bounds">,
): Handling | HandlerFinding {
  const { type, env = {}, cwd } = handler;
  if (type !== "command" && type !== "http") return unevaluated(type);
  const wrong = wrongVariable(env) ?? wrongFolder(cwd);
  if (wrong !== undefined) return wrong;
  if (type === "http") {
    const http = hookRequest(handler);
    if (isHandlerFinding(http)) return { ...http, path: ["handler", ...http.path] };
    // Shown wherever a command is; the runtime sends the request instead.
    return { command: { kind: "shell", path: `POST ${http.url}`, args: [] }, env: {}, contract: { ...contractOf(handler), http } };
  }
  const command = commandOn(handler, os);
  if (command.includes("\0")) return { path: ["handler", "command"], message: "the command has a zero byte", hint: "remove it" };
  const contract = contractOf(handler);
  const line = hookCommand(command, folder);
  const [script] = line.args;
  if (script !== undefined && bounds?.leadsOut(script) !== undefined)
    return { path: ["handler", "command"], message: `${script} leads out of the plugin's folder`, hint: "move the script into the folder" };
  return { command: line, env, ...(Object.keys(contract).length === 0 ? {} : { contract }) };
}

/** We ask no model: the user did not choose one for this, and it costs. */
function unevaluated(type: string): HandlerFinding {
  const message = `Symposium does not evaluate handlers of type \`${type}\``;
  return { path: ["handler", "type"], message, hint: "use a command, or set degradation.llm_evaluated", capability: "llm_evaluated" };
}

function wrongVariable(env: Readonly<Record<string, string>>): HandlerFinding | undefined {
  const name = Object.entries(env).find(([key, value]) => !/^[A-Za-z_]\w*$/.test(key) || value.includes("\0"))?.[0];
  if (name === undefined) return undefined;
  const message = `${JSON.stringify(name)} cannot be set as a variable`;
  return { path: ["handler", "env", name], message, hint: "use letters, digits and _, and a value without zero bytes" };
}

/** Links are resolved where it runs. */
function wrongFolder(cwd: string | undefined): HandlerFinding | undefined {
  const path = normalize((cwd ?? "").replaceAll("\\", "/"));
  if (!isAbsolute(path) && !/^[A-Za-z]:/.test(path) && !/^\.\.(?:[\\/]|$)/.test(path) && !path.includes("\0")) return undefined;
  const message = `\`cwd\` ${JSON.stringify(cwd)} leads out of the project`;
  return { path: ["handler", "cwd"], message, hint: "write a folder inside the project, seen from its root" };
}

function contractOf(handler: ManifestHandler): HandlerContract {
  const { timeout_action, async: isAsync, status_message: statusMessage, cwd, platform = {} } = handler;
  return {
    ...(timeout_action === "block" ? { timeoutBlocks: true as const } : {}),
    ...(isAsync === true ? { isAsync: true as const } : {}),
    ...(statusMessage === undefined ? {} : { statusMessage }),
    ...(cwd === undefined || cwd === "" ? {} : { cwd }),
    ...(Object.keys(platform).length === 0 ? {} : { hasPlatformCommands: true as const }),
  };
}
