/** What a hook of a manifest does, by the type of its handler (IX-11). */

import { isAbsolute, join, normalize } from "node:path";

import type { OperatingSystem } from "../../context.ts";
import type { Bounds } from "../../host/bounds.ts";
import type { Runnable } from "../../host/command-line.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { type Capability, commandOn, type ManifestHandler, type ManifestHook, scriptCall } from "../../model/hook-manifest.ts";
import { addressTrouble, isHeaderName, isHeaderValue, referencesIn } from "../../model/request.ts";
import type { HandlerContract, HttpHandler } from "../plugin.ts";

export interface Handling {
  readonly command: Runnable;
  readonly env: Readonly<Record<string, string>>;
  readonly contract?: HandlerContract;
  readonly missing?: string;
  readonly mustDeny?: true;
}

export function hookHandling(
  { handler }: ManifestHook,
  { folder, os, bounds }: Pick<HookPlace, "folder" | "os" | "bounds">,
): Handling | HandlerFinding {
  const { type, env = {}, cwd } = handler;
  if (type !== "command" && type !== "http") {
    const message = `Symposium does not evaluate handlers of type \`${type}\``;
    // We ask no model: the user did not choose one for this, and it costs.
    return { path: ["handler", "type"], message, hint: "use a command, or set degradation.llm_evaluated", capability: "llm_evaluated" };
  }
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
  return { command: line, env, contract: isUsual(contract) ? undefined : contract };
}

function wrongVariable(env: Readonly<Record<string, string>>): HandlerFinding | undefined {
  const [name] = Object.entries(env).find(([key, value]) => !/^[A-Za-z_]\w*$/.test(key) || value.includes("\0")) ?? [];
  if (name === undefined) return undefined;
  const message = `${JSON.stringify(name)} cannot be set as a variable`;
  return { path: ["handler", "env", name], message, hint: "use letters, digits and _, and a value without zero bytes" };
}

function wrongFolder(cwd: string | undefined): HandlerFinding | undefined {
  const path = normalize((cwd ?? "").replaceAll("\\", "/"));
  if (!isAbsolute(path) && !/^[A-Za-z]:/.test(path) && !/^\.\.(?:[\\/]|$)/.test(path) && !path.includes("\0")) return undefined;
  const message = `\`cwd\` ${JSON.stringify(cwd)} leads out of the project`;
  return { path: ["handler", "cwd"], message, hint: "write a folder inside the project, seen from its root" };
}

export function isUsual(contract: HandlerContract): boolean {
  return Object.values(contract).every((value) => value === undefined);
}

function contractOf(handler: ManifestHandler): HandlerContract {
  const { timeout_action, async: isAsync, status_message: statusMessage, cwd, platform = {} } = handler;
  return {
    timeoutBlocks: timeout_action === "block" ? true : undefined,
    isAsync: isAsync === true ? true : undefined,
    statusMessage,
    cwd: cwd === "" ? undefined : cwd,
    hasPlatformCommands: Object.keys(platform).length === 0 ? undefined : true,
  };
}

export interface HookPlace {
  readonly name: string;
  readonly folder: string;
  readonly os: OperatingSystem;
  readonly verified: readonly Stamped[];
  readonly refusal?: string | undefined;
  readonly bounds?: Bounds | undefined;
}

export interface HandlerFinding {
  readonly path: readonly string[];
  readonly message: string;
  readonly hint: string;
  readonly capability?: Capability;
}

export function isHandlerFinding(value: object): value is HandlerFinding {
  return "message" in value && "hint" in value;
}

/** How a shell command refers to its script: a path is never part of the text that the shell reads. */
export const SCRIPT_WORD = '"$0"';

function hookCommand(command: string, folder: string): Runnable {
  const call = scriptCall(command);
  if (call === undefined) return { kind: "shell", path: command, args: [] };
  return { kind: "shell", path: SCRIPT_WORD + call.rest, args: [join(folder, call.script)] };
}

/** The request of a hook of type http: where it goes, and which variables its headers take (IX-11). */
export function hookRequest(handler: ManifestHandler): HttpHandler | HandlerFinding {
  const { url = "", headers = {}, allowed_env_vars: allowedVariables = [] } = handler;
  const trouble = addressTrouble(url);
  if (trouble !== undefined)
    return { path: ["url"], message: trouble, hint: "use https, or http with localhost; secrets belong into headers" };
  for (const [name, value] of Object.entries(headers)) {
    if (isHeaderName(name) && isHeaderValue(value)) continue;
    const message = isHeaderName(name)
      ? `the value of ${name} has a line break or another character that no header may have`
      : `${JSON.stringify(name)} is not a header that a hook may set`;
    return { path: ["headers", name], message, hint: "remove it" };
  }
  return { url, headers: Object.entries(headers).map(([name, value]) => ({ name, value })), allowedVariables };
}

/** What is sent as it is written, though it looks like a variable. */
export function strayReferences({ headers, allowedVariables }: HttpHandler): readonly string[] {
  const names = headers.flatMap(({ value }) => referencesIn(value));
  return [...new Set(names)].filter((name) => !allowedVariables.includes(name));
}
