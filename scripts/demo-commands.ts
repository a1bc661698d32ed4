/** Runs commands in the demo's home: `symposium` as a user types it, and the registered commands as agents run them. */

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { agentNamed, ownHookFile } from "../src/agents/agents-by-name.ts";
import { jsoncEditor } from "../src/files/editors.ts";
import { entriesOf, lookUp } from "../src/lookup.ts";
import { isObject, type Json, type JsonObject } from "../src/model/json.ts";

const ROOT = join(import.meta.dirname, "..");

export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** `symposium`, however it ends. */
export function run(home: string, args: readonly string[]): Ended {
  return start(home, "node", [join(ROOT, "dist/symposium.cjs"), ...args]);
}

/** Throws when the command fails. */
export function symposium(home: string, args: readonly string[]): string {
  const { stdout, stderr, exitCode } = run(home, args);
  if (exitCode !== 0 || stderr !== "") throw new Error(`symposium ${args.join(" ")} ended with ${exitCode}: ${stderr}`);
  return stdout.trimEnd();
}

/** As agents start hooks: a shell, the registered text, the payload on stdin. */
export function runText(home: string, text: string, payload: Json): Ended {
  return start(home, "sh", ["-c", text], JSON.stringify(payload));
}

/** The text that the agent finds for its event in the file that `init` wrote. */
export function registeredText(home: string, agent: string, nativeEvent: string): string {
  const { events, registration } = agentNamed(agent);
  const owner = ownHookFile("via" in registration ? registration.via : agent);
  const file = readFileSync(join(home, owner.registration.file.user), "utf8");
  if (owner.registration.content.kind === "plugin-file") return callOfPluginFile(file, agent, nativeEvent);
  const means = lookUp(events, nativeEvent)?.event;
  // An agent that reads another agent's file uses that agent's event names.
  const names = entriesOf(owner.events).flatMap(([name, { event }]) => (event === means ? [name] : []));
  const name = names.includes(nativeEvent) ? nativeEvent : names[0];
  const entries = hooksIn(file)[name ?? ""];
  const text = textsIn(entries).find((candidate) => candidate.includes(`/bin/symposium-hook" ${owner.name} `));
  if (text === undefined) throw new Error(`${agent} has no entry for ${nativeEvent} in ${owner.registration.file.user}`);
  return text;
}

/** The plugin file starts the program itself, with the event as an argument. */
function callOfPluginFile(file: string, agent: string, nativeEvent: string): string {
  if (!file.includes(`"${nativeEvent}"`)) throw new Error(`the plugin file of ${agent} has no call for ${nativeEvent}`);
  return `"$HOME/.symposium/bin/symposium-hook" ${agent} ${nativeEvent}`;
}

function hooksIn(file: string): JsonObject {
  const read = jsoncEditor.read(file);
  if (!read.ok || !isObject(read.value) || !isObject(read.value["hooks"])) throw new Error("a file without hooks");
  return read.value["hooks"];
}

function textsIn(value: Json | undefined): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap((member) => textsIn(member as Json)) : [];
}

function start(home: string, program: string, args: readonly string[], input = ""): Ended {
  const { stdout, stderr, status, error } = spawnSync(program, args, { ...surroundings(home), input, encoding: "utf8" });
  // A text whose event is idle ends before it has read the payload.
  if (error !== undefined && (error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  return { stdout, stderr, exitCode: status ?? 1 };
}

/** The folder and the environment of everything that the demo starts. */
export function surroundings(home: string) {
  return { cwd: join(home, "project"), env: { PATH: process.env["PATH"], HOME: home, NO_COLOR: "1" } };
}
