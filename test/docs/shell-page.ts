/** Runs the shell blocks of one page in order, in a temporary home with the built programs on PATH, and off the network. */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

import { program, type ProgramName } from "../foundation/programs.ts";
import { type TemporaryHome, temporaryHome } from "../support/temporary-home.ts";

const ON_PATH: Readonly<Record<string, ProgramName>> = {
  symposium: "symposium",
  "cargo-agents": "cargo-agents",
  "symposium-hook": "native-hook",
};

export interface ShellPage extends TemporaryHome {
  readonly run: (script: string, input?: string) => { readonly status: number | null; readonly stdout: string; readonly stderr: string };
}

/** Writes `files` into the home first. */
export async function openShellPage(files: Readonly<Record<string, string>> = {}): Promise<ShellPage> {
  const there = await temporaryHome({ files: { "project/.git/HEAD": "ref: refs/heads/main\n", ...files }, home: "." });
  const bin = there.at("bin");
  mkdirSync(bin);
  for (const [name, built] of Object.entries(ON_PATH)) symlinkSync(program(built), join(bin, name));
  const env = {
    ...recommendations(there.home),
    NO_UPDATE_NOTIFIER: "1",
    HOME: there.home,
    PATH: [bin, dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter),
    NO_COLOR: "1",
  };
  return {
    ...there,
    run: (script, input = "") => {
      const { status, stdout, stderr } = spawnSync("sh", ["-eu", "-c", script], {
        cwd: there.project,
        env,
        input,
        encoding: "utf8",
        timeout: 60_000,
      });
      return { status, stdout, stderr };
    },
  };
}

const PUBLISHED = "https://github.com/symposium-dev/recommendations";

/** A local repository replaces the published one. */
function recommendations(home: string): Readonly<Record<string, string>> {
  const folder = join(home, "published");
  mkdirSync(join(folder, "gadget"), { recursive: true });
  writeFileSync(join(folder, "gadget/SYMPOSIUM.toml"), 'name = "gadget"\ncrates = ["gadget"]\n');
  const env = { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], { cwd: folder, env });
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--no-gpg-sign", "-m", "gadget");
  return { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: `url.${folder}.insteadOf`, GIT_CONFIG_VALUE_0: PUBLISHED };
}
