/**
 * Which of our entries answers an agent that reads the files of others (RT-23), and the proof that it did: the files are read only when an
 * agent calls through another's entry. Every entry gives the same result.
 */

import { basename, dirname, join } from "node:path";

import { relocatedPath } from "../agents/agent-paths.ts";
import type { HookFilePaths, HookTime } from "../agents/agent.ts";
import type { Context } from "../context.ts";
import { shortHash } from "../host/bytes.ts";
import { removeFile, statOf } from "../host/files.ts";
import { appendLine } from "../host/output.ts";
import { namesIn } from "../host/paths.ts";
import { readRegularTextIfAny } from "../host/read-file.ts";
import type { IndexHeader, Registration } from "../index/format.ts";
import type { HookInput } from "../model/input.ts";
import type { HookServices } from "./services.ts";
import { answeredFile, sessionFile } from "./session.ts";

/** The other entry in this project, or the user's, that is to answer this caller: its own, if it has one. */
export async function entryElsewhere(
  caller: HookTime,
  entry: HookTime,
  header: IndexHeader,
  services: HookServices,
  project: string,
): Promise<string | undefined> {
  if (caller === entry) return undefined;
  const registered = registeredEntry(caller.name, header.registrations);
  if (registered !== undefined) return registered === entry.name ? undefined : registered;
  // Entries also come with a cloned project, and no ledger has them.
  const files = await services.hookFilesOf(caller.name);
  if (files === undefined) return undefined;
  const isUsers = isForUser(entry.name, header);
  const answering = answeringEntry(caller.name, isUsers ? { ...files, project: [] } : files, services.context, isUsers ? "" : project);
  return answering === entry.name ? undefined : answering;
}

/** No project's file may silence a user's entry: what is registered in a project may never be run. */
function isForUser(entry: string, { registrations }: IndexHeader): boolean {
  return registrations.some((each) => each.entry === entry && each.scope === "user");
}

const MOST_BYTES = 16 * 1024 * 1024;

/** By the ledger, as far as the files still call us: the caller's own entry, else the first that serves it. */
export function registeredEntry(caller: string, registrations: readonly Registration[]): string | undefined {
  const inForce = registrations.filter(({ agent, entry, file }) => agent === caller && agentsCalledIn(file).includes(entry));
  return (inForce.find(({ entry }) => entry === caller) ?? inForce[0])?.entry;
}

/** The agent for which the answering entry was registered; `undefined` where there is none. */
export function answeringEntry(
  name: string,
  { user, project: inProject, relocatedBy }: HookFilePaths,
  { home, env }: Pick<Context, "home" | "env">,
  project: string,
): string | undefined {
  const paths = [
    ...inProject.map((path) => join(project, path)),
    ...user.map((path) => join(relocatedPath(path, relocatedBy, env) ?? `${home}/${path}`)),
  ];
  const called = paths.flatMap(filesAt).flatMap(agentsCalledIn);
  return called.includes(name) ? name : called[0];
}

/** A path whose last part contains a `*` matches the files of that folder. */
function filesAt(path: string): string[] {
  const [start = "", end] = basename(path).split("*");
  if (end === undefined) return [path];
  const names = namesIn(dirname(path)).filter((name) => name.startsWith(start) && name.endsWith(end));
  return names.map((name) => join(dirname(path), name));
}

/** The agents for which a file calls our program, whatever quotes and backslashes its format puts around the words. */
function agentsCalledIn(file: string): string[] {
  const text = readRegularTextIfAny(file, { maxBytes: MOST_BYTES }) ?? "";
  return [...text.matchAll(/symposium-hook(?:\.exe)?[\\"')]*\s+([a-z][a-z-]*)/g)].map(([, agent = ""]) => agent);
}

const MOST_NOTED_BYTES = 64 * 1024;

/** An agent asks both entries before it goes on, and waits a minute for each. */
const LONGEST_MS = 120_000;

/**
 * Records that this entry answered the call (RT-23): the proof by which another entry, called for the same by an agent that reads both files,
 * may stand back. One line per call, in a private file beside the session's. Without it guards run twice, so nothing here must succeed.
 */
export function noteAnswered(entry: string, input: HookInput, { places, context }: Pick<HookServices, "places" | "context">): void {
  if (input.sessionId === null) return;
  const file = answeredFile(sessionFile(places, input.agent, input.sessionId));
  try {
    if ((statOf(file)?.size ?? 0) > MOST_NOTED_BYTES) removeFile(file);
    appendLine(file, `${context.now()} ${wordsFor(entry, input)}`);
  } catch {
    // Then the other entry's guards run as well.
  }
}

export function wasAnswered(entry: string, input: HookInput, { places, context }: Pick<HookServices, "places" | "context">): boolean {
  if (input.sessionId === null) return false;
  const file = answeredFile(sessionFile(places, input.agent, input.sessionId));
  const text = readRegularTextIfAny(file, { maxBytes: 2 * MOST_NOTED_BYTES, isOurs: true }) ?? "";
  const [now, words] = [context.now(), wordsFor(entry, input)];
  return text.split("\n").some((line) => {
    const [time = "", ...rest] = line.split(" ");
    const age = now - Number(time);
    return rest.join(" ") === words && age >= 0 && age <= LONGEST_MS;
  });
}

/** What both forms of a payload have in common: an agent may name a tool differently for another's file. */
function wordsFor(entry: string, { event, nativeToolInput, prompt }: HookInput): string {
  return `${entry} ${event} ${shortHash(JSON.stringify([nativeToolInput, prompt]))}`;
}
