/** Runs the shell blocks of one page in order, in a temporary home with the built programmes on PATH. */

import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

import { createFixture, type FsFixture } from "fs-fixture";

import { programme, type ProgrammeName } from "../foundation/programmes.ts";

const ON_PATH: Readonly<Record<string, ProgrammeName>> = {
  symposium: "symposium",
  "cargo-agents": "cargo-agents",
  "symposium-hook": "native-hook",
};

export interface ShellPage {
  readonly home: FsFixture;
  readonly run: (script: string, input?: string) => { readonly status: number | null; readonly stdout: string; readonly stderr: string };
}

/** `files` are put into the home first. */
export async function openShellPage(files: Readonly<Record<string, string>> = {}): Promise<ShellPage> {
  const home = await createFixture({ "project/.git/HEAD": "ref: refs/heads/main\n", ...files });
  const bin = join(home.path, "bin");
  mkdirSync(bin);
  for (const [name, built] of Object.entries(ON_PATH)) symlinkSync(programme(built), join(bin, name));
  const env = {
    HOME: home.path,
    PATH: [bin, dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter),
    NO_COLOR: "1",
  };
  return {
    home,
    run: (script, input = "") => {
      const { status, stdout, stderr } = spawnSync("sh", ["-eu", "-c", script], {
        cwd: join(home.path, "project"),
        env,
        input,
        encoding: "utf8",
        timeout: 60_000,
      });
      return { status, stdout, stderr };
    },
  };
}
