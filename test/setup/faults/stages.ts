/** The changes that may be broken off at any point: what was there before, the command, and what is there after it. */

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { FileTree } from "fs-fixture";

import { createSandbox, type Sandbox, type RunOptions } from "./sandbox.ts";
import { type Tree, treeOf, without } from "./tree.ts";
import { formerText } from "../entries/former-text.ts";

/** Files as people have them: comments, other line ends, hooks of their own. */
export const USER_FILES: FileTree = {
  ".claude/settings.json":
    '{\n\t// mine\n\t"model": "opus",\n\t"hooks": {\n\t\t"PreToolUse": [{ "hooks": [{ "type": "command", "command": "true" }] }]\n\t}\n}\n',
  ".codex/hooks.json": '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"notify"}]}]}}',
  ".symposium/config.toml": '# mine\nauto-sync = true # as it is\nauto-update = "off"\n\n[defaults]\nsymposium-recommendations = false\n',
  "work/.claude/settings.json": '{ "env": { "A": "1" } }\n',
};

const ADDED = ["claude", "codex", "opencode"].flatMap((name) => ["--add-agent", name]);

export interface Stage {
  readonly name: string;
  readonly sandbox: Sandbox;
  readonly args: readonly string[];
  readonly options: RunOptions;
  /** Before we ever came here. */
  readonly original: Tree;
  readonly before: Tree;
  readonly after: Tree;
}

export const STAGES = ["init", "scope switch", "uninstall", "upgrade"] as const;

export async function createStage(name: (typeof STAGES)[number]): Promise<Stage> {
  const sandbox = await createSandbox(USER_FILES);
  const original = treeOf(sandbox.home);
  const [args, options] = COMMANDS[name](sandbox);
  if (name !== "init") await sandbox.run(["init", ...ADDED]);
  if (name === "upgrade") makeOld(sandbox);
  const before = treeOf(sandbox.home);
  const ran = await sandbox.run(args, options);
  if (ran.exitCode !== 0) throw new Error(`${name} fails: ${ran.stderr}`);
  return { name, sandbox, args, options, original, before, after: treeOf(sandbox.home) };
}

const COMMANDS: Readonly<Record<(typeof STAGES)[number], (sandbox: Sandbox) => [args: readonly string[], options: RunOptions]>> = {
  init: () => [["init", ...ADDED], {}],
  "scope switch": ({ project }) => [["init", "--hook-scope", "project"], { cwd: project }],
  uninstall: () => [["uninstall"], {}],
  upgrade: ({ project }) => [["sync"], { cwd: project }],
};

/** As an earlier version would have left it: another program, another plugin file, another text in every entry. */
function makeOld({ home, dist }: Sandbox): void {
  const placed = join(home, ".symposium/bin/symposium-hook");
  const old = readFileSync(placed, "utf8").replace("0.1.0", "0.0.9");
  rmSync(placed);
  writeFileSync(placed, old, { mode: 0o755 });
  const entries = [".claude/settings.json", ".codex/hooks.json", ".symposium/ledger.json"];
  const servers = [".claude.json", ".codex/config.toml", ".config/opencode/opencode.json"];
  for (const file of [...entries, ...servers]) {
    const text = readFileSync(join(home, file), "utf8");
    writeFileSync(join(home, file), formerText(text));
  }
  const plugin = join(dist, "plugins/opencode.js");
  writeFileSync(plugin, `${readFileSync(plugin, "utf8")}// newer\n`);
}

/** Claude Code's own lock names no holder: one that a killed process left stays until Claude Code takes it over, after 10 s. */
export const AGENT_LOCK = /^\.claude\.json\.lock\/$/;

/** What a run leaves that is none of the outcome: its log, what has the times of files, and a lock of the killed that no one needed since. */
export const NOT_COMPARED = [AGENT_LOCK, /^\.symposium\/(?:logs|index|locks|cache)\//, /^\.symposium\/(?:program\.json|state\.toml)$/];

export function outcome(tree: Tree): Tree {
  return without(tree, ...NOT_COMPARED);
}
