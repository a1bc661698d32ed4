/** The process a chosen hook stands for: its command line, its environment and the input in the format it declared. */

import type { HookInput } from "../canonical/input.ts";
import { interchangeInput } from "../canonical/interchange-format.ts";
import { symposiumInput } from "../canonical/symposium-format.ts";
import type { Context } from "../context.ts";
import { commandLine } from "../platform/interpreter.ts";
import type { HandlerJob } from "../platform/run-handler.ts";
import type { IndexedHook } from "../plugins/dispatch-index/format.ts";
import { lookUp, put } from "../lookup.ts";

export interface JobMaking {
  readonly hook: IndexedHook;
  readonly input: HookInput;
  /** The payload byte for byte, until an earlier handler rewrote the tool input. */
  readonly payload: string | undefined;
  readonly context: Context;
  readonly workspace: string | null;
  readonly timeoutMs: number;
}

/** One job per folder it may run in, to be tried in turn: the payload's, the workspace's, our own. */
export type HandlerJobs = { readonly inTurn: readonly HandlerJob[] } | { readonly missing: string };

export function handlerJobs({ hook, input, payload, context, workspace, timeoutMs }: JobMaking): HandlerJobs {
  const env = handlerEnvironment(hook, context);
  const line = commandLine(hook.command, context.os, env);
  if ("missing" in line) return line;
  const text = handlerInput(hook.format, input, payload);
  const folders = new Set([input.cwd, workspace, context.cwd].filter((folder) => folder !== null));
  return { inTurn: [...folders].map((cwd) => ({ ...line, cwd, env, input: text, timeoutMs, os: context.os })) };
}

function handlerInput(format: string, input: HookInput, payload: string | undefined): string {
  const { event } = input;
  if (event !== null && format === "symposium") return JSON.stringify(symposiumInput({ ...input, event }));
  if (event !== null && format === "interchange") return JSON.stringify(interchangeInput({ ...input, event }));
  return payload ?? JSON.stringify(input.raw);
}

/** Variables a launcher kept back from our own runtime; handlers get them under their own names again. */
const KEPT = "SYMPOSIUM_KEPT_";

function handlerEnvironment(hook: IndexedHook, { env, os }: Context): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [key, value] of Object.entries(env))
    if (value !== undefined) put(result, key.startsWith(KEPT) ? key.slice(KEPT.length) : key, value);
  for (const [key, value] of Object.entries(hook.env ?? {})) put(result, key, value);
  if (hook.path !== undefined && hook.path.length > 0) {
    const [key, separator] = os === "windows" ? [windowsPathKey(result), ";"] : ["PATH", ":"];
    const old = lookUp(result, key);
    put(result, key, [...hook.path, ...(old ? [old] : [])].join(separator));
  }
  return result;
}

/** Windows mostly spells it `Path`, and must not be given both. */
function windowsPathKey(env: Readonly<Record<string, string>>): string {
  return Object.keys(env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
}
