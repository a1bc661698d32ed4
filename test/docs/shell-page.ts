/** Runs the shell blocks of one page in order, in a temporary home with the built programmes on PATH. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

import { createFixture, type FsFixture } from "fs-fixture";

import { ROOT } from "./markdown.ts";

const PROGRAMMES = { symposium: "dist/symposium.js", "cargo-agents": "dist/cargo-agents.js", "symposium-hook": "dist/bin/symposium-hook" };

export interface ShellPage {
  readonly home: FsFixture;
  readonly run: (script: string, input?: string) => { readonly status: number | null; readonly stdout: string; readonly stderr: string };
}

export async function openShellPage(): Promise<ShellPage> {
  const home = await createFixture({ "project/.git/HEAD": "ref: refs/heads/main\n" });
  const bin = join(home.path, "bin");
  mkdirSync(bin);
  for (const [name, file] of Object.entries(PROGRAMMES)) {
    if (!existsSync(join(ROOT, file))) throw new Error(`${file} is missing: run \`npm run build\` first`);
    symlinkSync(join(ROOT, file), join(bin, name));
  }
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
