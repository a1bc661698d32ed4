import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { EXIT_CODES, register, STARTS, type Surroundings } from "../../real-agents/register.ts";
import { changesSince, snapshot } from "../../real-agents/snapshot.ts";
import { put } from "../../real-agents/sandbox.ts";
import type { Folders } from "../../real-agents/recipes/recipe.ts";
import { executableKind } from "../../src/host/machine.ts";

let folders: Folders;
beforeEach(() => {
  const root = mkdtempSync(join(tmpdir(), "symposium-register-"));
  folders = { root, home: join(root, "home"), project: join(root, "project") };
  for (const folder of [folders.home, folders.project]) mkdirSync(folder);
});
afterEach(() => rmSync(folders.root, { recursive: true, force: true }));

/** Stands for our command line: its words are a shell script, run in the project. */
const COMMAND_LINE = `require("node:child_process").execSync(process.argv[2], { stdio: "inherit" });\n`;
const PROGRAM = ".symposium/bin/symposium-hook";
const PLACES = `mkdir -p $HOME/.symposium/bin; printf '#!/bin/sh\\ncat; exit 3\\n' > $HOME/${PROGRAM}; chmod +x $HOME/${PROGRAM}`;

describe.skipIf(!canMakeNamespaces())("registering", () => {
  test("runs our command line with home and variables of the run, and tells what it said, how it ended and what it changed", async () => {
    const { said, exits, changed } = await register(surroundings({ MOVED: "there" }), [
      { ours: ["echo $MOVED; echo x > $HOME/a; pwd > b"] },
      { ours: ["exit 4"] },
    ]);
    expect(said).toContain("\nthere\n");
    expect(exits[0]).toBe(0);
    expect(exits[1]).not.toBe(0);
    expect(changed).toEqual(["home/a", "project/b"]);
    expect(readFileSync(join(folders.project, "b"), "utf8").trim()).toBe(folders.project);
  });

  test("puts a script in the place of the program, which hands everything through and notes it", async () => {
    expect(await register(surroundings(), [{ ours: [PLACES] }])).toMatchObject({ placed: "node" });
    const { stdout, status } = spawnSync(join(folders.home, PROGRAM), ["goose", "Stop"], { input: "payload", encoding: "utf8" });
    expect({ stdout, status }).toEqual({ stdout: "payload", status: 3 });
    expect(readFileSync(join(folders.root, STARTS), "utf8")).toBe("goose Stop\n");
    expect(readFileSync(join(folders.root, EXIT_CODES), "utf8")).toBe("3\n");
  });

  test("a server is started in the script's place, and its exit code is its own", async () => {
    await register(surroundings(), [{ ours: [PLACES] }]);
    const { stdout, status } = spawnSync(join(folders.home, PROGRAM), ["serve", "harbour/tides"], { input: "bytes", encoding: "utf8" });
    expect({ stdout, status }).toEqual({ stdout: "bytes", status: 3 });
    expect(readFileSync(join(folders.root, STARTS), "utf8")).toBe("serve harbour/tides\n");
    expect(existsSync(join(folders.root, EXIT_CODES))).toBe(false);
  });

  test("a foreign program is one for another processor, and no shell starts it", async () => {
    await register(surroundings(), [{ ours: [PLACES] }, { program: "foreign" }]);
    const kind = executableKind(join(folders.home, PROGRAM));
    expect(kind).toMatchObject({ os: "linux" });
    expect(kind).not.toMatchObject({ arch: process.arch });
    expect(spawnSync("sh", ["-c", `"$HOME/${PROGRAM}"`], { env: { HOME: folders.home } }).status).toBe(126);
  });

  test("files of the project come back as they were kept", async () => {
    put(join(folders.project, "a"), "one");
    await register(surroundings(), [{ project: "keep" }, { ours: ["rm a; echo two > b"] }, { project: "put back" }]);
    expect(readFileSync(join(folders.project, "a"), "utf8")).toBe("one");
  });
});

test("two moments differ in bytes, modes, links and folders", () => {
  for (const name of ["same", "text", "mode", "gone"]) writeFileSync(join(folders.home, name), "one");
  symlinkSync("same", join(folders.home, "link"));
  const before = snapshot(folders);
  expect(changesSince(before, snapshot(folders))).toEqual([]);
  writeFileSync(join(folders.home, "text"), "two");
  chmodSync(join(folders.home, "mode"), 0o600);
  for (const name of ["gone", "link"]) rmSync(join(folders.home, name));
  symlinkSync("text", join(folders.home, "link"));
  mkdirSync(join(folders.project, "empty"));
  expect(changesSince(before, snapshot(folders))).toEqual(["home/gone", "home/link", "home/mode", "home/text", "project/empty"]);
});

function surroundings(env: Record<string, string> = {}): Surroundings {
  const dist = join(folders.root, "dist");
  put(join(dist, "symposium.cjs"), COMMAND_LINE);
  const installed = { program: "", nodeFolder: dirname(process.execPath) };
  return { folders, installed, program: { form: "node", dist, digest: "" }, env };
}

function canMakeNamespaces(): boolean {
  try {
    const user = process.getuid?.() === 0 ? [] : ["-U", "-r"];
    execFileSync("unshare", [...user, "-n", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
