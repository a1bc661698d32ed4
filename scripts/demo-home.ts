/** A home in use: settings with comments, the user's own hooks, mixed line endings. */

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const BYTE_ORDER_MARK = "\uFEFF";

/** Real files vary: minified, with tabs, without a final newline, with the user's own hooks. */
const FILES: Readonly<Record<string, string>> = {
  ".claude/settings.json": `{
  "model": "opus",
  "hooks": {
    "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "~/bin/log-command" }] }]
  },
  "permissions": { "allow": ["Bash(npm test)"], "deny": ["Read(.env)"] }
}
`,
  ".claude.json": `{
  "numStartups": 12,
  "mcpServers": { "notes": { "command": "notes-mcp" } },
  "tipsHistory": { "memory-command": 3 }
}
`,
  ".codex/config.toml": `model = "gpt-5.1" # the large one\n\n[features]\nhooks = true\n`,
  ".codex/hooks.json": `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"notify-send done"}]}]}}`,
  ".copilot/config.json": `{\n\t"banner": "never",\n\t"trusted_folders": ["~/project"]\n}\n`,
  ".cursor/hooks.json": `{\n    "version": 1,\n    "hooks": { "afterFileEdit": [ { "command": "npx prettier --write" } ] }\n}`,
  ".gemini/settings.json": `{
  // chosen by Ada, please ask before you change it
  "ui": { "theme": "Dracula" },
  "hooks": {
    "BeforeTool": [
      { "matcher": "write_file", "hooks": [{ "type": "command", "command": "./check.sh" }] } // runs at every save
    ]
  },
  "general": { "vimMode": true }
}
`.replaceAll("\n", "\r\n"),
  ".config/goose/config.yaml": `GOOSE_PROVIDER: anthropic\nextensions: &all # the usual ones\n  developer: { enabled: true }\n`,
  ".config/opencode/opencode.jsonc": `{\n  // no telemetry\n  "theme": "nord",\n}\n`,
  ".kiro/agents/reviewer.json": `{ "name": "reviewer", "tools": ["fs_read"] }\n`,
  ".codeium/windsurf/hooks.json": `{ "hooks": {} }\r\n`,
  ".config/Code/User/settings.json": `${BYTE_ORDER_MARK}{ "editor.fontSize": 14 }\n`,
  "dotfiles/qwen.json": `{\n\t"tools": {\n\t\t"approvalMode": "default"\n\t}\n}`,
};

/** A small Cargo workspace, in a repository with two branches: one depends on `widget`, the other does not. */
const PROJECT: Readonly<Record<string, string>> = {
  "Cargo.toml": `[workspace]\nmembers = ["app"]\nresolver = "3"\n`,
  "app/Cargo.toml": `[package]\nname = "app"\nversion = "0.1.0"\nedition = "2024"\n\n[dependencies]\nwidget = "1.2"\n`,
  "app/src/main.rs": "fn main() {}\n",
  "Cargo.lock": `version = 4

[[package]]
name = "app"
version = "0.1.0"
dependencies = [
 "widget",
]

[[package]]
name = "widget"
version = "1.2.5"
source = "registry+https://github.com/rust-lang/crates.io-index"
`,
};
const WITHOUT_WIDGET: Readonly<Record<string, string>> = {
  "app/Cargo.toml": `[package]\nname = "app"\nversion = "0.1.0"\nedition = "2024"\n`,
  "Cargo.lock": `version = 4\n\n[[package]]\nname = "app"\nversion = "0.1.0"\n`,
};

/** Settings are often links into a dotfiles repository. */
const LINKS: Readonly<Record<string, string>> = { ".qwen/settings.json": "../dotfiles/qwen.json" };

export function makeHome(): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "symposium-demo-")));
  writeAll(home, FILES);
  makeProject(home);
  for (const [path, target] of Object.entries(LINKS)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    symlinkSync(target, join(home, path));
  }
  return home;
}

function makeProject(home: string): void {
  const project = join(home, "project");
  writeAll(project, PROJECT);
  const commit = (message: string) => {
    git(home, "add", ".");
    git(home, "-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "--quiet", "--no-gpg-sign", "-m", message);
  };
  git(home, "init", "--quiet", "--initial-branch=main");
  commit("with widget");
  git(home, "switch", "--quiet", "--create", "without-widget");
  writeAll(project, WITHOUT_WIDGET);
  commit("without widget");
  git(home, "switch", "--quiet", "main");
}

/** Runs git in the project, without writing its index. */
export function git(home: string, ...args: readonly string[]): string {
  const env = { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
  const all = ["--no-optional-locks", ...args];
  return execFileSync("git", all, { cwd: join(home, "project"), env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trimEnd();
}

/** The config keeps the demo off the network. */
export function installGuard(home: string): void {
  writeAll(home, { ".symposium/config.toml": `auto-update = "off"\n\n[defaults]\nsymposium-recommendations = false\n` });
  installExample(home, "guard");
}

export function installExample(home: string, name: string): void {
  cpSync(join(ROOT, "examples", name), join(home, ".symposium/plugins", name), { recursive: true });
}

function writeAll(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Everything in a home by its path: the text of files, the target of links, and an empty text for folders. Without `.git`. */
export type Tree = ReadonlyMap<string, string>;

const GIT = "project/.git/";

export function treeOf(home: string): Tree {
  const entries = readdirSync(home, { recursive: true, withFileTypes: true }).map((entry): [string, string] => {
    const path = join(entry.parentPath, entry.name);
    const content = entry.isSymbolicLink() ? `-> ${readlinkSync(path)}` : entry.isDirectory() ? "" : readFileSync(path, "utf8");
    return [relative(home, path) + (entry.isDirectory() ? "/" : ""), content];
  });
  return new Map(entries.filter(([path]) => !path.startsWith(GIT)).sort(([left], [right]) => left.localeCompare(right)));
}

/** Without Symposium's own directory. */
export function agentsFiles(tree: Tree): Tree {
  return new Map([...tree].filter(([path]) => !path.endsWith("/") && !path.startsWith(".symposium/")));
}

/** Paths that were added, removed or changed. */
export function differences(one: Tree, other: Tree): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path));
}
