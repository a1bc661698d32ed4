/** The call in an agent's file, as `sync` writes it: it finds the placed program in any home, and says so where there is none. */

import { spawn } from "node:child_process";

import { describe, expect, test } from "vitest";

import { launcherCall } from "../../src/agents/servers.ts";
import { serverWord } from "../../src/plugins/server-word.ts";
import { placeNative } from "../support/placed-program.ts";
import { manifest } from "../support/plugin.ts";
import { type TemporaryHome, temporaryHome, userOf } from "../support/temporary-home.ts";
import { CONFIG, endOf, shellServer } from "./launched.ts";

/** Different home folders: those with spaces, quotes, letters of other alphabets, and what a shell would expand. */
const HOMES = ["a b", "it's", 'a"b', "$HOME", "`x`", "ünï 😀", "~", "-x"];
const PLUGIN = "my $(touch owned) ${HOME} plugin";

async function houseIn(name: string): Promise<TemporaryHome> {
  const plugins = { p: manifest(PLUGIN, shellServer("s", 'echo "$PWD" "$SYMPOSIUM_STARTED"', 'cwd = "."')) };
  return temporaryHome({
    files: { [name]: { ".symposium": { "config.toml": CONFIG, plugins } }, project: { ".git": { HEAD: "" } } },
    home: name,
  });
}

function start({ home, project }: TemporaryHome, env: Readonly<Record<string, string>> = {}) {
  const { command, args } = launcherCall([serverWord({ plugin: PLUGIN, name: "s" })], { scope: "project", os: "linux" });
  const child = spawn(command, args, { cwd: project, env: { ...userOf(home), ...env } });
  child.stdin.end();
  return endOf(child);
}

describe.skipIf(process.platform === "win32")("MC-11 the call in an agent's file", () => {
  test.each(HOMES)("in a home named %s", async (name) => {
    await using home = await houseIn(name);
    placeNative(home.places);
    const hostile = { BUN_OPTIONS: "--preload=/no/such/file", BUN_BE_BUN: "1", SYMPOSIUM_HOME: "/no/such/folder" };
    expect(await start(home, hostile)).toEqual({
      stdout: `${home.at(name, ".symposium/plugins/p")} 1\n`,
      stderr: "",
      code: 0,
      signal: null,
    });
    expect(home.has("project/owned")).toBe(false);
  });

  test("without the program", async () => {
    await using home = await houseIn("home");
    expect(await start(home)).toEqual({ stdout: "", stderr: "symposium-hook is not installed\n", code: 1, signal: null });
  });
});
