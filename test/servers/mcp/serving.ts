/** `symposium mcp` as a real process in a home of its own, and the official client that talks to it. */

import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";

import { type CallToolResult, Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

import type { Household } from "../../commands/command-line.ts";
import { program } from "../../foundation/programs.ts";
import { manifestText } from "../../support/plugin.ts";
import { commandHouse } from "../../support/subcommand.ts";
import { userOf } from "../../support/temporary-home.ts";

/** The gate of a plugin that comes with the package `widget`. */
export const WITH_WIDGET = 'crates = ["widget"]';

const NODE = JSON.stringify(process.execPath);

/** A server of a plugin that behaves like this; its starts are recorded in the home. */
export function serverEntry(name: string, behaviours: readonly string[] = [], more = ""): string {
  const args = JSON.stringify(["server.mjs", ...behaviours]);
  return `[[mcp_servers]]\nname = "${name}"\ncommand = ${NODE}\nargs = ${args}\ncwd = "."\nenv = { STARTS = "\${HOME}/starts-${name}" }\n${more}\n`;
}

/** A home with a project that depends on `widget`, and plugins by name: the rest of the manifest, and files. */
export async function servingHouse(
  plugins: Readonly<Record<string, { readonly more: string; readonly files?: Readonly<Record<string, string>>; readonly gate?: string }>>,
  dependencies: readonly string[] = ["widget"],
): Promise<Household> {
  const made = Object.entries(plugins).map(
    ([name, { more, files = {}, gate = WITH_WIDGET }]) => [name, { "SYMPOSIUM.toml": manifestText(name, more, gate), ...files }] as const,
  );
  const house = await commandHouse(Object.fromEntries(made), dependencies);
  for (const [name] of made) placeServer(house, name);
  return house;
}

function placeServer(house: Household, plugin: string): void {
  const folder = house.at("home/.symposium/plugins", plugin);
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(import.meta.dirname, "backing-server.mjs"), join(folder, "server.mjs"));
}

export interface ServeOptions {
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Folders that the client offers as its roots. */
  readonly roots?: readonly string[];
  readonly mode?: "legacy" | "auto";
  /** The built program; default: the command. */
  readonly as?: "symposium" | "native-hook" | "node-hook";
}

export interface Served extends AsyncDisposable {
  readonly client: Client;
  readonly pid: number;
  /** What arrived of `tools`, `resources` and `prompts`. */
  readonly changed: string[];
  readonly stderr: () => string;
  readonly names: () => Promise<readonly string[]>;
  /** The text of a result, with `error: ` in front of one. */
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<string>;
}

export async function serve(house: Household, options: ServeOptions = {}): Promise<Served> {
  const { roots, mode = "legacy" } = options;
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { capabilities: roots === undefined ? {} : { roots: { listChanged: true } }, versionNegotiation: { mode } },
  );
  if (roots !== undefined)
    client.setRequestHandler("roots/list", () => ({ roots: roots.map((path) => ({ uri: pathToFileURL(path).href })) }));
  const changed: string[] = [];
  for (const what of ["tools", "resources", "prompts"] as const)
    client.setNotificationHandler(`notifications/${what}/list_changed`, () => void changed.push(what));
  const transport = new StdioClientTransport({
    ...commandOf(options),
    cwd: options.cwd ?? house.project,
    env: { ...userOf(house.home), ...options.env },
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr?.on("data", (part) => (stderr += String(part)));
  await client.connect(transport);
  return {
    client,
    pid: transport.pid ?? 0,
    changed,
    stderr: () => stderr,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}) => textOf(await client.callTool({ name, arguments: args })),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function commandOf({ as = "symposium", args = [] }: ServeOptions) {
  if (as === "symposium") return { command: process.execPath, args: [program(as), "mcp", ...args] };
  return { command: program(as), args: ["serve", "symposium", ...args] };
}

export function textOf({ content, isError }: CallToolResult): string {
  const text = content.map((part) => (part.type === "text" ? part.text : part.type)).join("\n");
  return isError === true ? `error: ${text}` : text;
}

/** The process numbers that a server recorded, in the order of their start. */
export function startsOf(house: Household, server: string): readonly string[] {
  const file = house.at("home", `starts-${server}`);
  return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
}

export function isAlive(pid: number | string): boolean {
  try {
    process.kill(Number(pid), 0);
    // A dead process that no one waited for still has a number.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** Waits until it holds, and says whether it did. */
export async function comesTrue(holds: () => boolean | Promise<boolean>, ms = 15_000): Promise<boolean> {
  for (const until = Date.now() + ms; Date.now() < until; await setTimeout(50)) if (await holds()) return true;
  return holds();
}
