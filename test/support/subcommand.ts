/** Subcommands in manifests, and the built program that calls them. */

import { spawn, spawnSync, type StdioOptions } from "node:child_process";

import { type Household, household } from "../commands/command-line.ts";
import { program, type ProgramName } from "../foundation/programs.ts";
import { cargoFiles } from "./cargo-workspace.ts";
import { userOf } from "./temporary-home.ts";

export const CONFIG = '[defaults]\nsymposium-recommendations = false\n[[agent]]\nname = "claude"\n';

/** A subcommand whose program is the script of the same name, unless told otherwise. */
export function subcommand(name: string, { more = "", description = `Runs ${name}`, command = `{ script = "${name}.sh" }` } = {}): string {
  return `[subcommand.${name}]\ndescription = ${JSON.stringify(description)}\ncommand = ${command}\n${more}\n`;
}

/** A home with plugins by name: manifest and files. The project depends on these crates. */
export async function commandHouse(
  plugins: Readonly<Record<string, Readonly<Record<string, string>>>>,
  dependencies: readonly string[] = [],
): Promise<Household> {
  const house = await household({ home: { ".symposium": { "config.toml": CONFIG } }, project: cargoFiles(dependencies) });
  for (const [name, files] of Object.entries(plugins))
    for (const [path, text] of Object.entries(files)) house.write(`home/.symposium/plugins/${name}/${path}`, text);
  return house;
}

export interface Called {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

interface CallOptions {
  readonly as?: ProgramName;
  readonly cwd?: string;
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
}

/** Calls the built program in the project. */
export function call(
  { home, project }: Household,
  args: readonly string[],
  { as = "symposium", cwd = project, input = "", env = {} }: CallOptions = {},
): Called {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program(as), ...args], {
    cwd,
    env: { ...userOf(home), ...env },
    input,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  return { stdout, stderr, status };
}

/** The same, while it runs. */
export function startCall(
  { home, project }: Household,
  args: readonly string[],
  stdio: StdioOptions = "pipe",
  more: CallOptions["env"] = {},
) {
  const env = { ...userOf(home), ...more };
  return spawn(process.execPath, [program("symposium"), ...args], { cwd: project, env, stdio, detached: true });
}

/** In front of a reader that takes one byte. A shell makes the pipe: Node would take a socket, whose writers get no signal. */
export function callBeforeReader({ home, project }: Household, args: readonly string[]): number | null {
  const pipe = '"$0" "$@" | head -c 1 > /dev/null; exit "${PIPESTATUS[0]}"';
  return spawnSync("bash", ["-c", pipe, process.execPath, program("symposium"), ...args], { cwd: project, env: userOf(home) }).status;
}
