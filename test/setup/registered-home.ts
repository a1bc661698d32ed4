/** A temporary home in which the built command line runs, and the commands that it left in the agents' files. */

import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";

import type { FileTree } from "fs-fixture";

import { buildFolder } from "../foundation/programs.ts";
import { type Ended, runInProcess } from "../support/run-in-process.ts";
import { temporaryHome } from "../support/temporary-home.ts";

export interface RegisteredHome extends AsyncDisposable {
  readonly path: string;
  readonly project: string;
  readonly symposium: (...args: readonly string[]) => Ended;
  /** The command line of a build that has no native program, as after an upgrade to such a one. */
  readonly symposiumWithoutNative: (...args: readonly string[]) => Ended;
  /** A command in this process, which costs a fraction of a process; in that other build where it is asked for. */
  readonly inProcess: (args: readonly string[], options: { readonly native: boolean }) => Promise<Ended>;
  readonly run: (shell: string, command: string, input: string) => Ended;
  /** What every process there is started with. */
  readonly env: Readonly<Record<string, string>>;
  readonly text: (path: string) => string;
}

/** Claude Code and goose start hooks with `sh`, the others that were run with `bash`. */
export function shellOf(agent: string): string {
  return agent === "claude-code" || agent === "goose" ? "sh" : "bash";
}

/** `files` are those of the home; the project `project` in it is a repository. `user` is who runs everything, where the tests run as root. */
export async function registeredHome(files: FileTree = {}, user?: number): Promise<RegisteredHome> {
  const there = await temporaryHome({
    files: { project: { ".git": { HEAD: "ref: refs/heads/main\n" } }, ...files },
    home: ".",
    env: (home) => ({
      HOME: home,
      PATH: [dirname(process.execPath), "/usr/bin", "/bin"].join(":"),
      NO_COLOR: "1",
      NO_UPDATE_NOTIFIER: "1",
      GIT_ALLOW_PROTOCOL: "file",
    }),
  });
  const { home: path, project, context } = there;
  const env = context.env as Record<string, string>;
  const identity = user === undefined ? {} : { uid: user, gid: user };
  if (user !== undefined) spawnSync("chown", ["-R", `${user}:${user}`, path]);
  const start = (file: string, args: readonly string[], input = ""): Ended => {
    const { status, stdout, stderr } = spawnSync(file, args, { cwd: project, env, input, encoding: "utf8", timeout: 60_000, ...identity });
    return { exitCode: status ?? -1, stdout, stderr };
  };
  return {
    path,
    project,
    symposium: (...args) => start(process.execPath, [join(buildFolder({ native: true }), "symposium.cjs"), ...args]),
    symposiumWithoutNative: (...args) => start(process.execPath, [join(buildFolder({ native: false }), "symposium.cjs"), ...args]),
    inProcess: (args, { native }) => runInProcess({ args, context, dist: buildFolder({ native }) }),
    env,
    run: (shell, command, input) => start(shell, ["-c", command], input),
    text: there.read,
    [Symbol.asyncDispose]: () => there[Symbol.asyncDispose](),
  };
}

export interface RegisteredCommand {
  readonly event: string;
  readonly command: string;
}

/** The commands for this system's shell in a file of hooks, by event, whatever the agent wraps them in. */
export function commandsIn(file: string): RegisteredCommand[] {
  const { hooks } = JSON.parse(file) as { readonly hooks: Readonly<Record<string, unknown>> };
  return Object.entries(hooks).flatMap(([event, entries]) =>
    textsIn(entries)
      .filter(isOurs)
      .map((command) => ({ event, command })),
  );
}

function isOurs(text: string): boolean {
  return /^(?:exec \/bin\/sh -c ')?set -- .*symposium-hook/s.test(text);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
