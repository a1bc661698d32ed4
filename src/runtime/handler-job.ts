/** The process of a chosen hook: its command line, its environment and the input in its declared format. */

import { meaningOf } from "../canonical/event.ts";
import type { HookInput } from "../canonical/input.ts";
import { interchangeInput } from "../canonical/interchange-format.ts";
import { symposiumInput } from "../canonical/symposium-format.ts";
import type { OperatingSystem } from "../context.ts";
import { commandLine } from "../platform/interpreter.ts";
import type { PlacedContext } from "../platform/places.ts";
import type { HandlerJob } from "../platform/run-handler.ts";
import type { IndexedHook } from "../plugins/dispatch-index/format.ts";
import type { PreparedShim } from "./shim-call.ts";
import { type EnvironmentOf, handlerEnvironments } from "./handler-environment.ts";

export interface JobMaking {
  readonly hook: IndexedHook;
  readonly input: HookInput;
  /** The payload byte for byte, until an earlier handler rewrote the tool input. */
  readonly payload: string | undefined;
  /** Of a handler that was written for another agent. */
  readonly shim?: PreparedShim;
  readonly around: HandlerSurroundings;
  readonly timeoutMs: number;
}

/** What all handlers of a call share. */
export interface HandlerSurroundings {
  /** The payload's folder. */
  readonly cwd: string | null;
  readonly folders: readonly string[];
  readonly environmentOf: EnvironmentOf;
  readonly os: OperatingSystem;
}

export function handlerSurroundings(cwd: string | null, workspace: string | null, { context, places }: PlacedContext): HandlerSurroundings {
  const folders = foldersFor(cwd, workspace, context.cwd);
  return { cwd, folders, environmentOf: handlerEnvironments(context, folders, places), os: context.os };
}

/** One job per folder it may run in, in order: the payload's, the workspace's, our own. */
export type HandlerJobs = { readonly inTurn: readonly HandlerJob[] } | { readonly missing: string };

export function handlerJobs({ hook, input, payload, shim, around, timeoutMs }: JobMaking): HandlerJobs {
  const { folders, environmentOf, os } = around;
  const { env, search } = environmentOf(shim === undefined ? hook : { ...hook, env: { ...shim.env, ...hook.env } });
  const line = commandLine(hook.command, os, search);
  if ("missing" in line) return line;
  const text = shim?.text ?? handlerInput(hook, input, payload);
  const inTurn: HandlerJob[] = [];
  for (const cwd of folders) inTurn.push({ ...line, cwd, env, input: text, timeoutMs, os });
  return { inTurn };
}

/** Each once. Loops here: the first `filter` of a native program costs more than all the work. */
function foldersFor(...folders: readonly (string | null)[]): readonly string[] {
  const known: string[] = [];
  for (const folder of folders) if (folder !== null && !known.includes(folder)) known.push(folder);
  return known;
}

export function handlerInput({ format, contract }: IndexedHook, input: HookInput, payload: string | undefined): string {
  const { event } = input;
  if (event !== null && format === "symposium") return JSON.stringify(symposiumInput({ ...input, event }));
  const name = meaningOf(event)?.interchange ?? contract?.event;
  if (name !== undefined && format === "interchange") return JSON.stringify(interchangeInput(input, name));
  return payload ?? JSON.stringify(input.raw);
}
