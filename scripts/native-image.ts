/**
 * The image of the native program (`src/host/quickjs/image.h`): which chunks are in it, and which of its blocks lie together. Some calls are made
 * at build time in a folder of their own; what they load is in the image, and what they write to is its first part.
 */

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PAGE = 4096;
const MARK = "the image of symposium-hook";

export interface Learned {
  /** The chunks that calls load, and those that only the first call in a workspace loads, which makes its index. */
  readonly loaded: readonly string[];
  readonly rebuilds: readonly string[];
  readonly hot: ReadonlySet<number>;
  readonly sizes: { readonly hot: number; readonly cold: number };
}

interface Call {
  readonly event: string;
  readonly payload: object;
}

const SESSION = { session_id: "s", transcript_path: "/t" };
const TOOL = { tool_name: "Bash", tool_input: { command: "ls" } };
/** One handler lets the call pass, and one denies; the others find nothing to do. */
const CALLS: readonly Call[] = [
  { event: "PostToolUse", payload: { ...TOOL, tool_response: { stdout: "", stderr: "" } } },
  { event: "PreToolUse", payload: TOOL },
  { event: "PreToolUse", payload: { tool_name: "Read", tool_input: { file_path: "/x" } } },
  { event: "Stop", payload: {} },
];

const MANIFEST = `name = "learn"
crates = ["*"]

[[hooks]]
name = "pass"
event = "PreToolUse"
matcher = "Bash"
command = { script = "pass.sh" }

[[hooks]]
name = "deny"
event = "PreToolUse"
matcher = "Read"
command = { script = "deny.sh" }
`;
const SCRIPTS = { "pass.sh": "#!/bin/sh\n", "deny.sh": "#!/bin/sh\necho no >&2; exit 2\n" };

const WORKSPACE = {
  "Cargo.toml": '[package]\nname = "app"\nversion = "1.0.0"\n\n[dependencies]\ndep = "1"\n',
  "Cargo.lock":
    'version = 4\n\n[[package]]\nname = "app"\nversion = "1.0.0"\ndependencies = ["dep"]\n\n[[package]]\nname = "dep"\nversion = "1.0.0"\n',
};

/** `learner` holds all chunks. */
export function learn(learner: string, work: string): Learned {
  const home = join(work, "home");
  const folder = join(home, "work");
  mkdirSync(join(home, ".symposium/plugins/learn"), { recursive: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(WORKSPACE)) writeFileSync(join(folder, name), text);
  writeFileSync(join(home, ".symposium/config.toml"), '[[agent]]\nname = "claude-code"\n');
  const plugin = join(home, ".symposium/plugins/learn");
  for (const [name, text] of Object.entries({ "SYMPOSIUM.toml": MANIFEST, ...SCRIPTS }))
    writeFileSync(join(plugin, name), text, { mode: 0o755 });
  const call = ({ event, payload }: Call, chunks: readonly string[], hot: ReadonlySet<number>): readonly string[] => {
    const [report, bits] = [join(work, "report"), hotFile(work, hot)];
    const given = chunks.map((name) => `${name}=${join(work, name)}`);
    const input = JSON.stringify({ hook_event_name: event, cwd: folder, ...SESSION, ...payload });
    execFileSync(learner, [report, bits, ...given, "--", "claude-code", event], {
      cwd: "/",
      input,
      timeout: 10_000,
      env: { HOME: home, PATH: "/usr/bin:/bin" },
    });
    return readFileSync(report, "utf8").split("\n");
  };
  const all = (chunks: readonly string[], hot: ReadonlySet<number>) => CALLS.flatMap((each) => call(each, chunks, hot));
  const after = (word: string, lines: readonly string[]) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const first = ["start", "loop", "hook"];
  const atFirst = after("chunk", call(CALLS[0]!, first, new Set()));
  const loaded = [...new Set([...first, ...after("chunk", all(first, new Set()))])];
  const hot = new Set(after("block", all(loaded, new Set())).map(Number));
  const [hotEnd, coldEnd] = after("end", call(CALLS[0]!, loaded, hot)).map(Number);
  const rebuilds = atFirst.filter((name) => !loaded.includes(name));
  return { loaded, rebuilds, hot, sizes: { hot: wholePages(hotEnd!), cold: wholePages(coldEnd!) } };
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
