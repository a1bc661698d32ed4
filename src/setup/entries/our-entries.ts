/** Which values and files are ours, or the Rust tool's before us, and what is left of a file without our entries. */

import { basename, dirname } from "node:path";

import { OWN_HOOK_FILES } from "../../agents/agents-by-name.ts";
import { textsIn } from "../../agents/registered-text.ts";
import type { Agent, OwnHookFile } from "../../agents/setup.ts";
import { jsoncEditor } from "../../files/editors.ts";
import { odditiesIn } from "../../files/splice/jsonc-document.ts";
import { lookUp } from "../../lookup.ts";
import { isObject, type Json, type JsonObject, sameJson } from "../../model/json.ts";

export function callsUs(value: Json | undefined, agent: string): boolean {
  return textsIn(value).some((text) => OURS.exec(text)?.[1] === agent);
}

const OURS = /\bsymposium-hook(?:\.exe|\.cmd)?["']?\s+([a-z][a-z-]*)\s/;

/** The agent whose file it is; a newer version may have registered one that this version does not know. */
export function agentOf({ agents }: { readonly agents: readonly string[] }): Agent<OwnHookFile> | undefined {
  return OWN_HOOK_FILES.find(({ name }) => name === agents[0]);
}

/** Keys that the file needs besides entries, as we and the Rust tool write them. */
export function framesOf(agent: Agent<OwnHookFile> | undefined): readonly JsonObject[] {
  const { content, rustFrame } = agent?.registration ?? {};
  return [content?.kind === "entries" ? (content.frame ?? {}) : {}, rustFrame ?? {}];
}

export function isNamedForUs(file: string): boolean {
  return basename(file).startsWith("symposium.") || basename(dirname(dirname(file))) === "symposium";
}

export function isBareFrame(file: string, text: string, agent: Agent<OwnHookFile> | undefined): boolean {
  const read = jsoncEditor.read(text);
  if (!isNamedForUs(file) || agent?.registration.content.kind !== "entries" || !read.ok || !isObject(read.value)) return false;
  return isFrame(read.value, framesOf(agent)) && odditiesIn(text).comment === undefined;
}

/** Whether a bare frame was changed since: several of the keys that it needs are as we write them. */
export function isChangedFrame(file: string, text: string, agent: Agent<OwnHookFile> | undefined): boolean {
  const read = jsoncEditor.read(text);
  if (!isNamedForUs(file) || !read.ok || !isObject(read.value)) return false;
  const { value } = read;
  const [frame = {}] = framesOf(agent);
  return Object.keys(frame).filter((key) => sameJson(lookUp(value, key) ?? null, lookUp(frame, key) ?? null)).length > 1;
}

/** The folders around the file in its agent's path, outermost first; where a variable moves the agent, those below its folder. */
export function foldersOf(file: string, agent: Agent<OwnHookFile> | undefined, scope: "user" | "project"): string[] {
  return foldersNamed(file, agent === undefined ? "" : agent.registration.file[scope]);
}

/** The folders around a file, as far as their names are those in `path`; outermost first. */
export function foldersNamed(file: string, path: string): string[] {
  const names = dirname(path).split("/");
  const folders: string[] = [];
  for (let folder = dirname(file); names.length > 0 && basename(folder) === names.pop(); folder = dirname(folder)) folders.unshift(folder);
  return folders;
}

/** Only keys that the file needs for any entries are left, with the values that either tool gives them. */
export function isFrame(value: Json, frames: readonly JsonObject[]): boolean {
  return isObject(value) && Object.keys(value).every((key) => frames.some((frame) => sameJson(lookUp(frame, key), lookUp(value, key))));
}
