/** The plugin file as OpenCode loads it, with a program behind it that records its input and answers from files. */

import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { vi } from "vitest";

import { registeredPlugin } from "../../../src/agents/registered-calls.ts";

export type Hook = (input: object, output?: object) => Promise<void>;
export type Hooks = Record<string, Hook> & { readonly event: Hook; readonly dispose: () => Promise<void> };
export type Plugin = (input: object) => Promise<Hooks>;

export interface Told {
  readonly event: string;
  readonly payload: { hook: string; sessionID: string; parentID?: string; cwd: string; input: object; output: object };
}

const FILE = join(import.meta.dirname, "../../../src/agents/opencode/plugin.js");

/** The plugin file as `init` writes it for a moved directory: the last home that was made. */
let written = "";

/** `form` makes it a module of its own, as a second copy of the file is. */
export async function plugin(form = ""): Promise<Plugin> {
  return ((await import(`${pathToFileURL(written).href}${form}`)) as { symposium: Plugin }).symposium;
}

export async function load(directory = "/project", client: object = {}): Promise<Hooks> {
  return (await plugin())({ directory, client });
}

/** Our folder with the program in it. */
export interface Home {
  readonly path: string;
  readonly program: (script: string) => void;
  readonly answers: (event: string, answer: unknown) => void;
  readonly told: (event?: string) => readonly Told[];
  readonly remove: () => void;
}

export function makeHome(): Home {
  const path = mkdtempSync(join(tmpdir(), "symposium-opencode-"));
  mkdirSync(join(path, "bin"));
  mkdirSync(join(path, "idle"));
  written = join(path, "plugin.mjs");
  writeFileSync(written, registeredPlugin(readFileSync(FILE, "utf8"), { scope: "user", place: path }));
  const program = (script: string) => {
    writeFileSync(join(path, "bin/symposium-hook"), `#!/bin/sh\n${script}\n`);
    chmodSync(join(path, "bin/symposium-hook"), 0o755);
  };
  program(`${recording(path)}; cat '${path}/answer.'"$2" 2> /dev/null`);
  return {
    path,
    program,
    answers: (event, answer) => writeFileSync(join(path, `answer.${event}`), typeof answer === "string" ? answer : JSON.stringify(answer)),
    told: (event) => {
      const lines = existsSync(join(path, "told")) ? readFileSync(join(path, "told"), "utf8").split("\n").filter(Boolean) : [];
      return lines.map((line) => JSON.parse(line) as Told).filter((one) => event === undefined || one.event === event);
    },
    remove: () => {
      vi.unstubAllEnvs();
      Reflect.deleteProperty(globalThis, Symbol.for("symposium"));
      rmSync(path, { recursive: true });
    },
  };
}

/** The line of a script that writes down what it was told. */
export function recording(home: string): string {
  return `printf '{"event":"%s","payload":%s}\\n' "$2" "$(cat)" >> '${home}/told'`;
}

export const created = (sessionID: string, parentID?: string) => ({
  event: { type: "session.created", properties: { sessionID, info: { id: sessionID, parentID } } },
});

export const message = (sessionID = "ses_1") => ({
  message: { id: "msg_1", sessionID },
  parts: [{ id: "prt_1a", type: "text", text: "hello", sessionID, messageID: "msg_1" }],
});
