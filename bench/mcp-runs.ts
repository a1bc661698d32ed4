/** Symposium as an MCP server with 20 skills and 5 gated servers, beside a server of the same SDK that offers nothing: the first list of tools, and memory. */

import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { createCargoWorkspace, USED_PACKAGE } from "./cargo-workspace.ts";
import { type Sample, sampleOf } from "./measure.ts";
import { CHECKOUT, type Programs } from "./programs.ts";
import { CONFIG } from "./workspace-runs.ts";

export type McpRunName = "empty" | "node" | "native";

export interface McpMeasured {
  /** From the start to the first list, in milliseconds. */
  readonly first: Readonly<Record<McpRunName, Sample>>;
  /** KiB after it. */
  readonly memory: Readonly<Record<McpRunName, Sample>>;
}

const PLUGINS = 5;
const SKILLS_EACH = 4;

/** `undefined` where the system does not tell what a process uses. */
export async function measureMcp(folder: string, programs: Programs, rounds: number): Promise<McpMeasured | undefined> {
  if (process.platform !== "linux") return undefined;
  const place = createPlace(join(folder, "mcp"));
  const commands: Readonly<Record<McpRunName, readonly string[]>> = {
    empty: [programs.node, await bundleEmpty(join(folder, "mcp", "empty.cjs"))],
    node: [programs.node, programs.command, "mcp"],
    native: [programs.native, "serve", "symposium"],
  };
  const names = Object.keys(commands) as McpRunName[];
  // The first run of each writes the index and lists the servers' tools.
  for (const name of names) await ask(commands[name], place);
  const all = names.map((name) => ({ name, times: [] as number[], sizes: [] as number[] }));
  for (let round = 0; round < rounds; round++)
    for (const { name, times, sizes } of all) {
      const { ms, kibibytes } = await ask(commands[name], place);
      times.push(ms);
      sizes.push(kibibytes);
    }
  const samples = (of: "times" | "sizes") =>
    Object.fromEntries(all.map((one) => [one.name, sampleOf(one[of])])) as Record<McpRunName, Sample>;
  return { first: samples("times"), memory: samples("sizes") };
}

interface Place {
  readonly home: string;
  readonly project: string;
}

function createPlace(folder: string): Place {
  const home = join(folder, "home");
  for (let at = 0; at < PLUGINS; at++) {
    const plugin = join(home, ".symposium", "plugins", `plugin-${at}`);
    for (let skill = 0; skill < SKILLS_EACH; skill++) {
      const name = `skill-${at}-${skill}`;
      mkdirSync(join(plugin, "skills", name), { recursive: true });
      writeFileSync(join(plugin, "skills", name, "SKILL.md"), `---\nname: ${name}\ndescription: How it is used.\n---\n\nCarefully.\n`);
    }
    cpSync(join(CHECKOUT, "test/servers/mcp/backing-server.mjs"), join(plugin, "server.mjs"));
    const server = `[[mcp_servers]]\nname = "server-${at}"\ncommand = "node"\nargs = ["server.mjs"]\ncwd = "."\n`;
    const manifest = `name = "plugin-${at}"\ncrates = ["${USED_PACKAGE}"]\n[[skills]]\nsource.path = "skills"\n${server}`;
    writeFileSync(join(plugin, "SYMPOSIUM.toml"), manifest);
  }
  writeFileSync(join(home, ".symposium", "config.toml"), CONFIG);
  return { home, project: createCargoWorkspace(join(folder, "project")) };
}

async function bundleEmpty(file: string): Promise<string> {
  const { build } = await import("rolldown");
  const output = { file, format: "cjs", minify: true, comments: false, codeSplitting: false } as const;
  await build({ input: join(CHECKOUT, "bench/mcp-server.mjs"), platform: "node", output });
  return file;
}

const request = (method: string, id?: number, params = {}) => `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
const INITIALIZE = request("initialize", 1, {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bench", version: "1" },
});
const LIST = request("notifications/initialized") + request("tools/list", 2);
/** What garbage is left is collected, or not, alike in all. */
const SETTLE_MS = 300;

async function ask([file = "", ...args]: readonly string[], { home, project }: Place): Promise<{ ms: number; kibibytes: number }> {
  const began = performance.now();
  const env = { HOME: home, PATH: process.env["PATH"] ?? "", NO_UPDATE_NOTIFIER: "1" };
  const child = spawn(file, args, { cwd: project, env, stdio: ["pipe", "pipe", "ignore"] });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  let output = "";
  const listed = new Promise<void>((resolve) =>
    child.stdout.on("data", (part) => {
      const isFirst = !output.includes('"id":1');
      output += String(part);
      if (isFirst && output.includes('"id":1')) child.stdin.write(LIST);
      if (output.includes('"id":2')) resolve();
    }),
  );
  child.stdin.write(INITIALIZE);
  await listed;
  const ms = performance.now() - began;
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const kibibytes = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]);
  child.stdin.end();
  await ended;
  return { ms, kibibytes };
}
