/**
 * The image of the native program (`src/host/quickjs/image.h`): which chunks are in it, and which of its blocks lie together. Some calls are made
 * at build time in a folder of their own; what they load is in the image, and what they write to is its first part.
 */

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { NATIVE_EVENTS } from "../../src/agents/native-list.ts";
import { entriesOf, grouped } from "../../src/lookup.ts";

const PAGE = 4096;
const MARK = "the image of symposium-hook";

export interface Learned {
  /** The chunks that most calls load, and of the others those that the same rarer calls load. */
  readonly loaded: readonly string[];
  readonly together: readonly (readonly string[])[];
  readonly hot: ReadonlySet<number>;
  readonly sizes: { readonly hot: number; readonly cold: number };
}

interface Call {
  readonly args: readonly string[];
  readonly payload: object;
  /** The one of `Cargo.toml` if absent. */
  readonly project?: string;
}

const SESSION = { session_id: "s", transcript_path: "/t" };
const TOOL = { tool_name: "Bash", tool_input: { command: "ls" } };
/** One handler lets the call pass, one denies, and one has a pattern that is tried; the others find nothing to do. */
const CALLS: readonly Call[] = [
  claudeCall("PostToolUse", { ...TOOL, tool_response: { stdout: "", stderr: "" } }),
  claudeCall("PreToolUse", TOOL),
  claudeCall("PreToolUse", { tool_name: "Read", tool_input: { file_path: "/x" } }),
  claudeCall("Stop", {}),
];

function claudeCall(event: string, payload: object): Call {
  return { args: ["claude-code", event], payload: { hook_event_name: event, ...payload } };
}

const SHIM_HOOK = JSON.stringify({ name: "pass", blocking: true });
const SHIM: Call = {
  args: ["shim", "claude-code", "--on", "gemini-cli", "--event", "BeforeTool", "--hook", SHIM_HOOK, "--", "/bin/true"],
  payload: { hook_event_name: "BeforeTool", tool_name: "run_shell_command", tool_input: { command: "ls" } },
};

/** Each loads the code of one agent, and a rebuild that of all. */
function ofAgents(): readonly Call[] {
  return entriesOf(NATIVE_EVENTS).map(([agent, events]) => {
    const event = Object.keys(events)[0]!;
    return { args: [agent, event], payload: { hook_event_name: event } };
  });
}

const MANIFEST = `name = "learn"
crates = ["*"]

[[hooks]]
name = "pass"
event = "PreToolUse"
matcher = "Bash"
command = { script = "pass.sh" }

[[hooks]]
name = "pattern"
event = "PreToolUse"
matcher = "^Wri"
command = { script = "pass.sh" }

[[hooks]]
name = "deny"
event = "PreToolUse"
matcher = "Read"
command = { script = "deny.sh" }
`;
const SCRIPTS = { "pass.sh": "#!/bin/sh\n", "deny.sh": "#!/bin/sh\necho no >&2; exit 2\n" };

const CARGO_LOCK =
  'version = 4\n\n[[package]]\nname = "app"\nversion = "1.0.0"\ndependencies = ["dep"]\n\n[[package]]\nname = "dep"\nversion = "1.0.0"\n';
const NPM_LOCK = {
  lockfileVersion: 3,
  packages: { "": { name: "app", dependencies: { dep: "^1.0.0" } }, "node_modules/dep": { version: "1.0.0" } },
};
const UV_LOCK =
  'version = 1\n\n[[package]]\nname = "app"\nversion = "1.0.0"\nsource = { virtual = "." }\ndependencies = [{ name = "dep" }]\n\n[[package]]\nname = "dep"\nversion = "1.0.0"\n';
/** Name of a project → its files. */
const PROJECTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  cargo: { "Cargo.toml": '[package]\nname = "app"\nversion = "1.0.0"\n\n[dependencies]\ndep = "1"\n', "Cargo.lock": CARGO_LOCK },
  npm: { "package.json": '{ "name": "app", "dependencies": { "dep": "^1.0.0" } }', "package-lock.json": JSON.stringify(NPM_LOCK) },
  pypi: { "pyproject.toml": '[project]\nname = "app"\nversion = "1.0.0"\ndependencies = ["dep>=1"]\n', "uv.lock": UV_LOCK },
  go: { "go.mod": "module example.test/app\n\ngo 1.22\n\nrequire example.test/dep v1.0.0\n" },
};

/** `learner` holds all chunks. */
export function learn(learner: string, work: string): Learned {
  const home = join(work, "home");
  for (const [project, files] of Object.entries(PROJECTS)) write(join(home, project), files);
  const configure = (more: string) => write(join(home, ".symposium"), { "config.toml": `${more}[[agent]]\nname = "claude-code"\n` });
  const call = ({ args, payload, project = "cargo" }: Call, chunks: readonly string[], hot: ReadonlySet<number>): readonly string[] => {
    const [report, bits] = [join(work, "report"), hotFile(work, hot)];
    const given = chunks.map((name) => `${name}=${join(work, name)}`);
    execFileSync(learner, [report, bits, ...given, "--", ...args], {
      cwd: "/",
      input: JSON.stringify({ cwd: join(home, project), ...SESSION, ...payload }),
      timeout: 10_000,
      env: { HOME: home, PATH: "/usr/bin:/bin" },
    });
    return readFileSync(report, "utf8").split("\n");
  };
  const all = (chunks: readonly string[], hot: ReadonlySet<number>) => CALLS.flatMap((each) => call(each, chunks, hot));
  const after = (word: string, lines: readonly string[]) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const first = ["start", "loop", "hook"];
  const loadedBy = (one: Call) => new Set(after("chunk", call(one, first, new Set())));
  const inProjects = () => Object.keys(PROJECTS).map((project) => loadedBy({ ...CALLS[0]!, project }));
  configure("auto-sync = false\n");
  const rarer = [loadedBy(SHIM), ...inProjects()];
  // Each change makes the indexes stale.
  write(join(home, ".symposium/plugins/learn"), { "SYMPOSIUM.toml": MANIFEST, ...SCRIPTS });
  rarer.push(...inProjects());
  configure("");
  rarer.push(...inProjects(), ...ofAgents().map(loadedBy));
  const loaded = [...new Set([...first, ...after("chunk", all(first, new Set()))])];
  const hot = new Set(after("block", all(loaded, new Set())).map(Number));
  const [hotEnd, coldEnd] = after("end", call(CALLS[0]!, loaded, hot)).map(Number);
  const others = new Set(rarer.flatMap((names) => [...names].filter((name) => !loaded.includes(name))));
  const together = grouped(others, (name) => rarer.map((names) => Number(names.has(name))).join(""));
  return { loaded, together: [...together.values()], hot, sizes: { hot: wholePages(hotEnd!), cold: wholePages(coldEnd!) } };
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o755 });
}

function wholePages(size: number): number {
  return Math.ceil(size / PAGE) * PAGE;
}

/** A bit for each block. */
function hotFile(work: string, hot: ReadonlySet<number>): string {
  const bits = new Uint8Array((Math.max(0, ...hot) >> 3) + 1);
  for (const number of hot) bits[number >> 3]! |= 1 << (number & 7);
  const file = join(work, "hot");
  writeFileSync(file, bits);
  return file;
}

interface Bare extends Pick<Learned, "loaded" | "hot"> {
  readonly bare: string;
  /** What starts it here; nothing for a program of this machine. */
  readonly runner: readonly string[];
  readonly work: string;
}

/** The executable with its image, which it makes itself. */
export function withImage({ bare, runner, loaded, hot, work }: Bare): Uint8Array {
  const chunks = loaded.map((name) => `${name}=${join(work, name)}`);
  const [command = bare, ...args] = [...runner, bare];
  const image = execFileSync(command, [...args, hotFile(work, hot), ...chunks], { maxBuffer: 1 << 28 });
  const program = readFileSync(bare);
  const places = placesOf(program, Buffer.from(MARK));
  if (places.length !== 1) throw new Error(`the place of the image is there ${places.length} times`);
  program.set(image, places[0]);
  return program;
}

function placesOf(bytes: Buffer, mark: Buffer): readonly number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) places.push(at);
  return places;
}
