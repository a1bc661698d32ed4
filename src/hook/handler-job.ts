/** The process of a chosen hook: its command line, its input in the declared format and its deadline. */

import type { OperatingSystem } from "../context.ts";
import { commandLine } from "../host/command-line.ts";
import { type EnvironmentOf, handlerEnvironments } from "../host/handler-environment.ts";
import type { PlacedContext } from "../host/places.ts";
import type { HandlerJob } from "../host/run-handler.ts";
import type { IndexedHook } from "../index/format.ts";
import { budgetOf, type EventName, meaningOf } from "../model/event.ts";
import { interchangeInput, symposiumInput } from "../model/handler-formats.ts";
import type { HookInput } from "../model/input.ts";
import type { PreparedShim } from "./read-outcome.ts";

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

/** Each folder once. A loop: the first `filter` of a native program costs more than all the work. */
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

/** Reserved for ending a handler that ignores its deadline, and for our own answer. */
const RESERVE_MS = 300;

/** A handler that would get less than this is not started. */
const LEAST_MS = 50;

/** The deadline of a handler that may start now, or `undefined` when there is no time left for it. */
export function handlerDeadline(event: EventName | null, elapsedMs: number, timeoutSeconds: number): number | undefined {
  const left = budgetOf(event).answerMs - RESERVE_MS - elapsedMs;
  if (left < LEAST_MS) return undefined;
  return Math.min(left, Math.max(1, timeoutSeconds * 1000));
}
