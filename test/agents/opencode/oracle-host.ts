/**
 * A small OpenCode: loads our plugin file as OpenCode 1.18.33 does, calls the hook that a payload is about, and tells what the
 * plugin did to the objects it was given. The program that the plugin starts is a script that leaves behind a given answer.
 */

import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { type Fields, isFields } from "../../oracles/fields.ts";
import type { HookAnswer, Payload } from "../../oracles/oracle.ts";

export interface Observed {
  /** The message of what the hook threw. */
  readonly thrown?: string;
  /** The `output` the hook was given, as it was left. OpenCode goes on with the objects in it, not with new ones. */
  readonly output: Fields;
  /** What was added to the system prompt of a session that has just begun. */
  readonly system: readonly string[];
  /** Messages on the user's screen. */
  readonly shown: readonly string[];
}

type Hook = (input: unknown, output?: unknown) => Promise<void>;
type Plugin = (context: object) => Promise<Readonly<Record<string, Hook>>>;

/** A loaded plugin and the folder in which it looks for our program. To load it takes longer than to call it. */
interface Host {
  readonly home: string;
  readonly plugin: Plugin;
}

/** Those that no read uses: reads run side by side, and what a plugin remembers it keeps by context. */
const idle: Host[] = [];

export async function runPlugin(event: string, payload: Payload, answer: HookAnswer): Promise<Observed> {
  const host = idle.pop() ?? (await newHost());
  try {
    placeAnswer(host.home, event, answer);
    const shown: string[] = [];
    const hooks = await host.plugin(contextOf(payload, shown));
    return { ...(await drive(hooks, event, payload)), shown };
  } finally {
    rmSync(host.home, { recursive: true, force: true });
    idle.push(host);
  }
}

async function newHost(): Promise<Host> {
  const home = mkdtempSync(join(tmpdir(), "opencode-oracle-"));
  return { home, plugin: await loadPlugin(home) };
}

async function drive(hooks: Readonly<Record<string, Hook>>, event: string, payload: Payload): Promise<Omit<Observed, "shown">> {
  const input = structuredClone(isFields(payload["input"]) ? payload["input"] : {});
  const output = structuredClone(isFields(payload["output"]) ? payload["output"] : {});
  // What OpenCode works with afterwards; a new object put in its place is not looked at.
  const kept = { ...output };
  const [hook, sessionID] = [String(payload["hook"]), input["sessionID"]];
  const onBus = (type: string, properties: object) => hooks["event"]?.({ event: { id: "evt_1", type, properties } });
  const begins = event.endsWith("-created");
  const system = ["You are a coding agent."];
  try {
    // Of a session that goes on from an earlier run no one hears that it was created; of a subagent one always does.
    const info = { id: sessionID, parentID: payload["parentID"] };
    if (!begins && (hook === "dispose" || "parentID" in payload)) await onBus("session.created", { sessionID, info });
    if (hook === "dispose") await hooks["dispose"]?.({});
    else if (BUS.includes(hook)) await onBus(hook, input);
    else if (!begins) await hooks[hook]?.(input, output);
    if (begins) await hooks["experimental.chat.system.transform"]?.({ sessionID, model: {} }, { system });
  } catch (error) {
    return { thrown: error instanceof Error ? error.message : String(error), output: kept, system: [] };
  }
  return { output: { ...output, ...objectsOf(kept) }, system: system.slice(1) };
}

const BUS: readonly string[] = ["session.created", "session.idle", "session.error", "session.deleted", "permission.asked"];

function objectsOf(output: Fields): Fields {
  return Object.fromEntries(Object.entries(output).filter(([, value]) => typeof value === "object" && value !== null));
}

function contextOf(payload: Payload, shown: string[]): object {
  const directory = String(payload["cwd"]);
  const session = { get: async ({ path }: { path: { id: string } }) => ({ data: { id: path.id, parentID: payload["parentID"] } }) };
  const showToast = async ({ body }: { body: { message: string } }) => void shown.push(body.message);
  return { client: { session, tui: { showToast } }, project: { id: "global" }, directory, worktree: directory, $: undefined };
}

const FILE = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..", "..", "src", "agents", "opencode", "plugin.js");
const LOADED = Symbol.for("symposium");
let loads = 0;

/** The file as it stands, as a module of its own, with an environment of its own. */
async function loadPlugin(home: string): Promise<Plugin> {
  const key = `opencode-host-${(loads += 1)}`;
  const globals = globalThis as unknown as Record<symbol, unknown>;
  globals[Symbol.for(key)] = Object.assign(Object.create(process), { argv: ["opencode"], env: { ...process.env } });
  const source = `const process = globalThis[Symbol.for("${key}")];\n${readFileSync(FILE, "utf8").replace('const MOVED_TO = "";', `const MOVED_TO = ${JSON.stringify(home)};`)}`;
  const module = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as Readonly<Record<string, Plugin>>;
  const [plugin] = Object.values(module);
  if (plugin === undefined) throw new Error("the file exports no plugin");
  delete globals[Symbol.for(key)];
  return (context) => {
    delete globals[LOADED];
    return plugin(context);
  };
}

/** Makes our folder, whose program answers this event and says nothing to others. */
function placeAnswer(home: string, event: string, { stdout, stderr, exitCode }: HookAnswer): void {
  mkdirSync(join(home, "bin"), { recursive: true });
  const script = [
    "#!/bin/sh",
    "for event; do :; done",
    `[ "$event" = ${quoted(event)} ] || exit 0`,
    `printf %s ${quoted(stdout)}`,
    `printf %s ${quoted(stderr)} >&2`,
    `exit ${exitCode}`,
  ];
  const program = join(home, "bin", "symposium-hook");
  writeFileSync(program, script.join("\n"));
  chmodSync(program, 0o755);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
