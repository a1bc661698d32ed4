/** MCP servers in the files of each agent: registered, again, outdated, changed by hand, removed. */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { editorsFor } from "../../../src/files/editors.ts";
import type { Ledger } from "../../../src/files/ledger.ts";
import { valueAt } from "../../../src/files/splice/values.ts";
import { formerText } from "./former-text.ts";
import { household, type Household } from "../../commands/command-line.ts";

const SERVER = `name = "tools"
depends-on = ["*"]

[[mcp_servers]]
name = "files"
command = "files-server"
`;

const AGENTS = [
  { agent: "claude", path: ".claude.json", table: ["mcpServers"], covers: ["K23", "K24", "K25", "K26", "K27"] },
  { agent: "codex", path: ".codex/config.toml", table: ["mcp_servers"], covers: ["K28", "K29", "K30", "", "K31"] },
  { agent: "copilot", path: ".copilot/mcp-config.json", table: ["mcpServers"], covers: ["K32", "K33", "K34", "", "K35"] },
  { agent: "goose", path: ".config/goose/config.yaml", table: ["extensions"], covers: ["K36", "K37", "K38", "K40", "K39"] },
  { agent: "opencode", path: ".config/opencode/opencode.json", table: ["mcp"], covers: ["K41", "K42", "K43", "", "K44"] },
  { agent: "gemini", path: ".gemini/settings.json", table: ["mcpServers"], covers: ["MC-3", "MC-3", "MC-3", "", "MC-3"] },
] as const;

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

async function houseWith(agents: readonly string[], manifest = SERVER): Promise<Household> {
  const names = agents.map((name) => `[[agent]]\nname = "${name}"\n`).join("\n");
  const config = `[defaults]\nsymposium-recommendations = false\n${names}`;
  return household({ home: { ".symposium": { "config.toml": config, plugins: { tools: { "SYMPOSIUM.toml": manifest } } } } });
}

async function entriesIn(file: string, table: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const read = (await editorsFor([file]))(file).read(readFileSync(file, "utf8"));
  return ((read.ok ? valueAt(read.value, table) : undefined) ?? {}) as Record<string, unknown>;
}

const textsIn = (value: unknown): string => JSON.stringify(value);

describe.each(AGENTS)("$agent", ({ agent, path, table, covers: [added, again, outdated, , removed] }) => {
  test(`MC-3 ${added}, ${again}, ${removed} registered, the same again, and removed with everything around it`, async () => {
    await using house = await houseWith([agent]);
    const file = join(house.home, path);
    expect(await house.run(["sync"])).toMatchObject({ exitCode: 0 });
    const entries = await entriesIn(file, table);
    expect(Object.keys(entries)).toEqual(["symposium", "files"]);
    expect(textsIn(entries["files"])).toContain('"symposium","serve","tools/files"');
    expect(textsIn(entries["files"])).not.toContain("files-server");
    const before = readFileSync(file, "utf8");
    expect((await house.run(["sync"])).stdout).toContain("nothing to change");
    expect(readFileSync(file, "utf8")).toBe(before);
    expect(await house.run(["uninstall"])).toMatchObject({ exitCode: 0, stderr: "" });
    expect(existsSync(file)).toBe(false);
  });

  test(`MC-3 ${outdated} our outdated entry is replaced in place`, async () => {
    await using house = await houseWith([agent]);
    const file = join(house.home, path);
    await house.run(["sync"]);
    const now = readFileSync(file, "utf8");
    // As an earlier version wrote it, in the file and in the ledger.
    for (const each of [file, join(house.home, ".symposium/ledger.json")]) {
      writeFileSync(each, formerText(readFileSync(each, "utf8")));
    }
    expect(await house.run(["sync"])).toMatchObject({ exitCode: 0, stderr: "" });
    expect(readFileSync(file, "utf8")).toBe(now);
    await house.run(["uninstall"]);
    expect(existsSync(file)).toBe(false);
  });

  test("MC-3 one that was changed by hand is the user's: it stays and is reported", async () => {
    await using house = await houseWith([agent]);
    const file = join(house.home, path);
    await house.run(["sync"]);
    writeFileSync(file, readFileSync(file, "utf8").replace("tools/files", "tools/files-2"));
    const { stderr, exitCode } = await house.run(["sync"]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("files was changed by hand") });
    const { files } = JSON.parse(readFileSync(join(house.home, ".symposium/ledger.json"), "utf8")) as Ledger;
    expect(files.find((one) => one.file === file)?.servers?.map(({ name }) => name)).toEqual(["symposium"]);
    await house.run(["uninstall"]);
    expect(Object.keys(await entriesIn(file, table))).toEqual(["files"]);
  });

  test("RG-24 without the ledger one of the former form is known, replaced and undone byte for byte", async () => {
    await using house = await houseWith([agent]);
    const file = join(house.home, path);
    const ledger = join(house.home, ".symposium/ledger.json");
    await house.run(["sync"]);
    const now = readFileSync(file, "utf8");
    writeFileSync(file, formerText(now));
    writeFileSync(ledger, formerText(readFileSync(ledger, "utf8")));
    expect((await house.run(["status"])).stdout).toContain("of an earlier version in");
    rmSync(ledger);
    expect(await house.run(["sync"])).toMatchObject({ exitCode: 0, stderr: "" });
    expect(readFileSync(file, "utf8")).toBe(now);
    writeFileSync(file, formerText(now));
    rmSync(ledger);
    expect(await house.run(["uninstall"])).toMatchObject({ exitCode: 0 });
    expect(existsSync(file)).toBe(false);
  });

  test("RG-24 without the ledger they are known by their form", async () => {
    await using house = await houseWith([agent]);
    await house.run(["sync"]);
    writeFileSync(join(house.home, ".symposium/ledger.json"), "{");
    expect(await house.run(["uninstall"])).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(house.home, path))).toBe(false);
  });
});

test("K26 a container of the wrong shape is left alone with the snippet, and the other files are done", async () => {
  await using house = await houseWith(["claude", "codex"]);
  put(join(house.home, ".claude.json"), '{\n  "mcpServers": "none"\n}\n');
  const { exitCode, stderr, stdout } = await house.run(["sync", "-v"]);
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/\.claude\.json:2:17: `mcpServers` is not an object/),
  });
  expect(stdout).toContain('"mcpServers": {');
  expect(Object.keys(await entriesIn(join(house.home, ".codex/config.toml"), ["mcp_servers"]))).toEqual(["symposium", "files"]);
});

test("K40 special characters are quoted for goose", async () => {
  const remote =
    'name = "tools"\ndepends-on = ["*"]\n[[mcp_servers]]\nname = "no"\ntype = "http"\nurl = "https://x.example/mcp?a=1#b: c"\n';
  await using house = await houseWith(["goose"], remote);
  await house.run(["sync"]);
  const entries = await entriesIn(join(house.home, ".config/goose/config.yaml"), ["extensions"]);
  expect(entries["no"]).toMatchObject({ type: "streamable_http", uri: "https://x.example/mcp?a=1#b: c" });
});

test("MC-3 hooks and servers of one file come and go independently, to the byte", async () => {
  await using house = await houseWith(["gemini"]);
  const file = join(house.home, ".gemini/settings.json");
  const config = join(house.home, ".symposium/config.toml");
  const original = readFileSync(config, "utf8");
  await house.run(["sync"]);
  const both = readFileSync(file, "utf8");
  writeFileSync(config, `hook-scope = "project"\n${original}`);
  await house.run(["sync"]);
  expect(existsSync(file)).toBe(false);
  writeFileSync(config, original);
  await house.run(["sync"]);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(JSON.parse(both));
  writeFileSync(config, `mcp-server = false\n[plugins]\ndisable = ["tools"]\n${original}`);
  await house.run(["sync"]);
  expect(Object.keys(JSON.parse(readFileSync(file, "utf8")) as object)).toEqual(["hooks"]);
  await house.run(["uninstall"]);
  expect(existsSync(file)).toBe(false);
});

test("MC-7 mcp-server = false leaves our own server out, and takes it out", async () => {
  await using house = await houseWith(["claude"]);
  await house.run(["sync"]);
  const config = join(house.home, ".symposium/config.toml");
  writeFileSync(config, `mcp-server = false\n${readFileSync(config, "utf8")}`);
  await house.run(["sync"]);
  expect(Object.keys(await entriesIn(join(house.home, ".claude.json"), ["mcpServers"]))).toEqual(["files"]);
});

test("MC-6 what the Rust tool wrote into files and shapes that agents do not read goes where name and value match", async () => {
  await using house = await houseWith(["claude", "copilot"]);
  const settings = join(house.home, ".claude/settings.json");
  const copilot = join(house.home, ".copilot/mcp-config.json");
  put(settings, '{\n  "mcpServers": {\n    "files": { "command": "files-server", "args": [] },\n    "mine": { "command": "m" }\n  }\n}\n');
  put(copilot, '{\n  "files": { "command": "files-server", "args": ["other"] }\n}\n');
  await house.run(["sync"]);
  expect(await entriesIn(settings, ["mcpServers"])).toEqual({ mine: { command: "m" } });
  expect(await entriesIn(copilot, [])).toMatchObject({ files: { args: ["other"] }, mcpServers: { symposium: {} } });
});

test.each([
  ["in the other scope", ["init", "--hook-scope", "project"], ["init", "--hook-scope", "global"]],
  ["without our own server", ["init"], ["sync"]],
])("RG-12 a folder that was made for one file and has another goes with the last: %s", async (how, first, second) => {
  await using house = await household({ home: {} });
  expect(await house.run([...first, "--add-agent", "copilot"])).toMatchObject({ exitCode: 0 });
  if (how === "without our own server") {
    const config = join(house.home, ".symposium/config.toml");
    put(config, `mcp-server = false\n${readFileSync(config, "utf8")}`);
  }
  expect(await house.run(second)).toMatchObject({ exitCode: 0 });
  expect(existsSync(join(house.home, ".copilot/hooks/symposium.json"))).toBe(true);
  expect(await house.run(["uninstall"])).toMatchObject({ exitCode: 0, stderr: "" });
  expect(existsSync(join(house.home, ".copilot"))).toBe(false);
});
