/** MCP servers in the output of `sync` and `status`. */

import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { household } from "./command-line.ts";

const CONFIG = ["claude", "codex", "goose"].map((name) => `[[agent]]\nname = "${name}"\n`).join("\n");
const MANIFEST = `name = "care"\ncrates = ["widget"]\n\n[[mcp_servers]]\nname = "docs"\ncommand = "docs-server"\n`;
const LOCK = `version = 4\n\n[[package]]\nname = "app"\nversion = "0.1.0"\n`;

async function house() {
  const there = await household({ home: { ".symposium": { "config.toml": CONFIG, plugins: { care: { "SYMPOSIUM.toml": MANIFEST } } } } });
  execFileSync("git", ["init", "--quiet"], { cwd: there.project });
  const depend = (on: boolean) => {
    const dependency = on ? `\n[dependencies]\nwidget = "1"\n` : "";
    writeFileSync(join(there.project, "Cargo.toml"), `[package]\nname = "app"\nversion = "0.1.0"\nedition = "2024"\n${dependency}`);
    const widget = `dependencies = [\n "widget",\n]\n\n[[package]]\nname = "widget"\nversion = "1.0.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n`;
    writeFileSync(join(there.project, "Cargo.lock"), on ? LOCK + widget : LOCK);
  };
  depend(true);
  return { there, depend };
}

test("MC-4, MC-10 sync says what waits and what is impossible, and what it removed", async () => {
  const { there, depend } = await house();
  await using home = there;
  const first = await home.run(["sync"]);
  expect(first.stdout).toMatch(/^waiting +MCP server docs of care {2}Codex CLI: waits until git ignores the file/m);
  expect(first.stdout.replaceAll(/\s+/g, " ")).toContain("goose: no file for the servers of one project; the server `symposium` offers");
  depend(false);
  const { stdout } = await home.run(["sync"]);
  expect(stdout).toMatch(/~\/\.claude\.json {2}Claude Code: MCP server symposium; MCP server docs removed$/m);
  expect((await home.run(["uninstall"])).stdout).toMatch(/config\.toml {2}MCP server symposium removed$/m);
});

test("MC-10 status has a row for each server and state, and says what is not written yet", async () => {
  const { there } = await house();
  await using home = there;
  await home.run(["sync", "--mcp-project-files"]);
  rmSync(join(home.project, ".codex"), { recursive: true });
  const rows = (await home.run(["status"])).stdout.split("\n").map((line) => line.trim().replaceAll(/ {2,}/g, " | "));
  expect(rows).toContain("symposium | active | Claude Code, Codex CLI, goose");
  expect(rows).toContain("docs | active | for <project> | Claude Code");
  expect(rows.slice(rows.indexOf("docs | not written | for <project> | Codex CLI"))[1]).toBe(
    "not in its file: `symposium sync` writes it, or prints what prevents that",
  );
});
