/** agent-harness-adapter, a program in Rust that agents call as they call ours, with entries of `/bin/true`. */

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { BUILD_CACHE } from "../scripts/native/compiler.ts";
import type { Home } from "./homes.ts";
import type { Run } from "./starter.ts";

const NAME = "agent-harness-adapter";
const VERSION = "0.2.2";
export const RIVAL = `${NAME} ${VERSION}`;

/** Where Cargo can install it. */
export type RivalRunName = "rival-one" | "rival-five";

/** A copy of its program in `folder`. It is compiled once for each user. */
export function placeRival(folder: string, cargo: string | undefined): string | undefined {
  const root = join(BUILD_CACHE, `${NAME}-${VERSION}`);
  const program = join(root, "bin", NAME);
  if (!existsSync(program) && (cargo === undefined || !install(cargo, root))) return undefined;
  const copy = join(folder, NAME);
  cpSync(program, copy);
  return copy;
}

function install(cargo: string, root: string): boolean {
  console.error(`compiling ${RIVAL}, once`);
  // The compiler lies beside Cargo.
  const env = { ...process.env, PATH: `${dirname(cargo)}:${process.env["PATH"] ?? ""}` };
  const args = ["install", "--quiet", "--locked", NAME, "--version", VERSION, "--root", root];
  return spawnSync(cargo, args, { env, stdio: ["ignore", "ignore", "inherit"] }).status === 0;
}

export function prepareRivalRuns(
  folder: string,
  rival: string | undefined,
  payloadIn: (place: Pick<Home, "path" | "project">) => string,
): Partial<Record<RivalRunName, Run>> {
  if (rival === undefined) return {};
  const run = (name: RivalRunName, entries: number): Run => {
    const path = join(folder, name);
    const project = join(path, "code", "project");
    mkdirSync(join(project, ".git"), { recursive: true });
    writeHooks(path, entries);
    return {
      command: ["/bin/sh", "-c", `${rival} hook --hooks ~/.agents/hooks.json claude pre-tool`],
      cwd: project,
      env: { HOME: path, PATH: process.env["PATH"] ?? "" },
      stdin: "pipe",
      payload: payloadIn({ path, project }),
    };
  };
  return { "rival-one": run("rival-one", 1), "rival-five": run("rival-five", 5) };
}

/** The user's hooks file. */
function writeHooks(home: string, entries: number): void {
  const hooks = Array.from({ length: entries }, () => ({ type: "command", command: "/bin/true" }));
  mkdirSync(join(home, ".agents"));
  writeFileSync(join(home, ".agents", "hooks.json"), JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Bash", hooks }] } }));
}
