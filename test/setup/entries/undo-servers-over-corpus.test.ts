/** Users' server files go through the command line and come back as they were, byte for byte, while servers come and go in them. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { configName } from "../../../src/agents/agents-by-name.ts";
import { AGENTS } from "../../../src/agents/list.ts";
import { editorsFor } from "../../../src/files/editors.ts";
import { valueAt } from "../../../src/files/splice/values.ts";
import { household, type Household } from "../../commands/command-line.ts";
import { packagedServers } from "../../support/agent-plugin.ts";
import { fewer, isAtLeast, sampled } from "../../support/thoroughness.ts";
import { largeClaudeFile, SERVER_FILE_KINDS, type ServerFileKind, serverFiles } from "./server-files.ts";
import type { UserFile } from "./user-files.ts";

const MANIFEST = 'name = "tools"\ndepends-on = ["*"]\n\n[[mcp_servers]]\nname = "ours-files"\ncommand = "files-server"\n';

/** Claude Code's own file has no user-wide place besides `~/.claude.json`. */
function scopeOf({ agent, folder }: ServerFileKind): "user" | "project" {
  return agent === "claude-code" && folder === "servers" ? "project" : "user";
}

/** The same server in an Agent Plugin. */
const PACKAGE = packagedServers("tools", { servers: { "ours-files": { type: "stdio", command: "files-server" } } });

async function houseFor(
  kind: ServerFileKind,
  plugin: Readonly<Record<string, string>> = { "SYMPOSIUM.toml": MANIFEST },
): Promise<Household & { readonly file: string; readonly manifest: string }> {
  const scope = scopeOf(kind);
  const config = `hook-scope = "${scope === "user" ? "global" : "project"}"\n[defaults]\nsymposium-recommendations = false\n[[agent]]\nname = "${configName(kind.agent)}"\n`;
  const house = await household({ home: { ".symposium": { "config.toml": config, plugins: { tools: plugin } } } });
  const described = AGENTS.find(({ name }) => name === kind.agent)?.servers[scope];
  const file = join(scope === "user" ? house.home : house.project, described?.path ?? "");
  return { ...house, file, manifest: join(house.home, ".symposium/plugins/tools", Object.keys(plugin)[0] ?? "") };
}

function put(file: string, bytes: Uint8Array | string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}

async function serversIn(file: string, { tables: [table = []] }: ServerFileKind): Promise<Readonly<Record<string, unknown>>> {
  const read = (await editorsFor([file]))(file).read(readFileSync(file, "utf8"));
  return ((read.ok ? valueAt(read.value, table) : undefined) ?? {}) as Record<string, unknown>;
}

describe.each(SERVER_FILE_KINDS)("$agent, $folder", (kind) => {
  const seed = () => `${kind.agent} ${kind.folder}`;
  const isTried = fewer(SERVER_FILE_KINDS).includes(kind);

  test.each(sampled(serverFiles(kind), seed))("MC-3, RG-9, RG-12, RG-13 $property", async ({ bytes }: UserFile) => {
    await using house = await houseFor(kind);
    const { file, manifest } = house;
    put(file, bytes);
    const added = await house.run(["sync"]);
    expect(added).toMatchObject({ exitCode: scopeOf(kind) === "project" ? expect.any(Number) : 0 });
    expect(await serversIn(file, kind)).toHaveProperty("ours-files");
    const written = readFileSync(file);
    expect((await house.run(["sync"])).stdout).toContain("nothing to change");
    expect(readFileSync(file).equals(written)).toBe(true);

    // The plugin goes, and comes again.
    rmSync(manifest);
    await house.run(["sync"]);
    expect(await serversIn(file, kind)).not.toHaveProperty("ours-files");
    writeFileSync(manifest, MANIFEST);
    await house.run(["sync"]);
    expect(await serversIn(file, kind)).toHaveProperty("ours-files");

    expect(await house.run(["uninstall"])).toMatchObject({ exitCode: 0 });
    expect(readFileSync(file, "latin1")).toBe(bytes.toString("latin1"));
  });

  test("AP-2, MC-3, RG-13 the same with an Agent Plugin", async () => {
    const [{ bytes }] = serverFiles(kind) as [UserFile, ...UserFile[]];
    await using house = await houseFor(kind, PACKAGE);
    const { file, manifest } = house;
    put(file, bytes);
    await house.run(["sync"]);
    expect(JSON.stringify((await serversIn(file, kind))["ours-files"])).toContain("tools/ours-files");
    expect((await house.run(["sync"])).stdout).toContain("nothing to change");
    rmSync(manifest);
    await house.run(["sync"]);
    expect(await serversIn(file, kind)).not.toHaveProperty("ours-files");
    writeFileSync(manifest, PACKAGE["plugin.json"] ?? "");
    await house.run(["sync"]);
    expect(await serversIn(file, kind)).toHaveProperty("ours-files");
    expect(await house.run(["uninstall"])).toMatchObject({ exitCode: 0 });
    expect(readFileSync(file, "latin1")).toBe(bytes.toString("latin1"));
  });

  test.each(isTried ? sampled(serverFiles(kind, "refused"), seed) : [])("K26, RG-10 left alone: $property", async ({ bytes }: UserFile) => {
    await using house = await houseFor(kind);
    put(house.file, bytes);
    const { exitCode, stderr } = await house.run(["sync"]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("left as") });
    expect(readFileSync(house.file).equals(bytes)).toBe(true);
    await house.run(["uninstall"]);
    expect(readFileSync(house.file).equals(bytes)).toBe(true);
  });

  test.each(isTried ? sampled(serverFiles(kind, "taken"), seed) : [])(
    "MC-3 a user's own server stays: $property",
    async ({ bytes }: UserFile) => {
      await using house = await houseFor(kind);
      put(house.file, bytes);
      const { stderr } = await house.run(["sync"]);
      if (scopeOf(kind) === "user") expect(stderr).toMatch(/your own server symposium \(line \d+\) stays/);
      expect(await serversIn(house.file, kind)).toHaveProperty("ours-files");
      expect(await house.run(["uninstall"])).toMatchObject({ exitCode: 0 });
      expect(readFileSync(house.file, "latin1")).toBe(bytes.toString("latin1"));
    },
  );
});

test.runIf(isAtLeast("sample"))("MC-3 a ~/.claude.json of 1 MB with a hundred projects", { timeout: 120_000 }, async () => {
  await using house = await houseFor(SERVER_FILE_KINDS[1]!);
  put(house.file, largeClaudeFile());
  expect(await house.run(["sync"])).toMatchObject({ exitCode: 0 });
  expect(Object.keys(await serversIn(house.file, SERVER_FILE_KINDS[1]!))).toEqual(["context", "symposium", "ours-files"]);
  await house.run(["uninstall"]);
  expect(readFileSync(house.file, "utf8")).toBe(largeClaudeFile());
});
