/** A home with a project that has Claude's files, imports made there, and what agents do when they call. */

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import type { FileTree } from "fs-fixture";

import { importHooks, type ImportRequest } from "../../../src/interchange/import.ts";
import type { AppContext } from "../../../src/setup/app-context.ts";
import { decide } from "../../../src/setup/trust/decide.ts";
import { runInProcess } from "../../support/run-in-process.ts";
import type { Oracle, Reading } from "../../oracles/oracle.ts";
import { type CallOptions, createHome, type Home } from "../../support/home.ts";
import { capturedPayload } from "../../support/payloads.ts";

export const GUARD = "#!/bin/sh\necho 'Not here.' >&2\nexit 2\n";

/** A call of the shell, as each agent sends it. */
export const SHELL_CALLS = [
  ["codex", "PreToolUse"],
  ["gemini-cli", "BeforeTool"],
  ["goose", "PreToolUse"],
  ["kiro", "preToolUse"],
  ["qwen-code", "PreToolUse"],
  ["windsurf", "pre_run_command"],
] as const;

export interface Entry {
  readonly matcher?: string;
  readonly [key: string]: unknown;
}

/** Claude's settings with hooks at one event. */
export function settings(event: string, entries: readonly Entry[], more: object = {}): string {
  const groups = entries.map(({ matcher, ...entry }) => ({
    ...(matcher === undefined ? {} : { matcher }),
    hooks: [{ type: "command", ...entry }],
  }));
  return JSON.stringify({ ...more, hooks: { [event]: groups } }, null, 2);
}

export const GUARDED = settings("PreToolUse", [{ matcher: "Bash", command: '"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh' }]);

export interface ImportStage extends Home {
  readonly app: AppContext;
  readonly write: (path: string, text: string) => void;
  readonly read: (path: string) => string;
  readonly has: (path: string) => boolean;
  /** As the user, who says yes to the bytes that are there. */
  readonly importAs: (request?: Partial<ImportRequest>, answer?: "accepted" | "later") => Promise<Awaited<ReturnType<typeof importHooks>>>;
  readonly run: (
    args: readonly string[],
    options?: { readonly cwd?: string; readonly person?: boolean; readonly env?: Record<string, string> },
  ) => ReturnType<typeof runInProcess>;
  /** What an agent makes of the answer to a call of its shell tool in the project. */
  readonly shell: (agent: string, event: string, options?: CallOptions & { readonly folder?: string }) => Promise<Reading>;
}

export const CONFIG =
  '[[agent]]\nname = "claude"\n[[agent]]\nname = "gemini"\n[[agent]]\nname = "copilot"\n[[agent]]\nname = "codex"\n[defaults]\nsymposium-recommendations = false\n';

/** Paths begin at the home, which holds the project as `work`. */
export async function importStage(project: FileTree = PROJECT, more: FileTree = {}): Promise<ImportStage> {
  const files = { "config.toml": CONFIG, work: { ".git": { HEAD: "ref: refs/heads/main\n" }, ...project }, ...more };
  const home = await createHome({}, files);
  for (const folder of ["work", "."]) {
    const guard = home.getPath(folder, ".claude/hooks/guard.sh");
    if (existsSync(guard)) chmodSync(guard, 0o755);
  }
  const { context, places } = home.services();
  const app: AppContext = { context: { ...context, cwd: home.getPath("work") }, places, dist: "", calledAs: "symposium" };
  return {
    ...home,
    app,
    write: (path, text) => {
      mkdirSync(dirname(home.getPath(path)), { recursive: true });
      writeFileSync(home.getPath(path), text, { mode: text.startsWith("#!") ? 0o755 : 0o644 });
    },
    read: (path) => readFileSync(home.getPath(path), "utf8"),
    has: (path) => existsSync(home.getPath(path)),
    importAs: async (request = {}, answer = "accepted") => {
      const done = await importHooks(app, { from: "claude-code", ...request });
      const { digest = "", id } = done;
      if (answer === "accepted") await decide(app, { name: id, decision: answer, digest, hasTerminal: true, ancestors: () => [] });
      return done;
    },
    run: (args, { cwd = app.context.cwd, person = false, env = {} } = {}) =>
      runInProcess({
        args,
        context: { ...app.context, cwd, env: { ...app.context.env, ...env } },
        ...(person ? { terminal: { input: process.stdin, output: process.stdout } } : {}),
      }),
    shell: async (agent, event, { folder = "work", ...options } = {}) => {
      const { oracle } = (await import(`../../agents/${agent}/oracle.ts`)) as { readonly oracle: Oracle };
      const payload = { ...inFolder(capturedPayload(agent, `${event}.shell`), home.getPath(folder)) };
      const answer = await home.call(agent, event, payload, { cwd: home.getPath(folder), ...options });
      return oracle.read(event, payload, answer);
    },
  };
}

const PROJECT: FileTree = { ".claude": { "settings.json": GUARDED, hooks: { "guard.sh": GUARD } } };

/** Agents name the folder in several ways. */
function inFolder(payload: object, folder: string): object {
  const keys = ["cwd", "working_dir"].filter((key) => key in payload);
  const tool = "tool_info" in payload ? { tool_info: { ...(payload.tool_info as object), cwd: folder } } : {};
  return { ...payload, ...Object.fromEntries(keys.map((key) => [key, folder])), ...tool };
}
