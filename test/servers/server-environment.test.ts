/** What a server gets of the agent's environment, on each system. */

import { describe, expect, test } from "vitest";

import type { Context } from "../../src/context.ts";
import { placesOf } from "../../src/host/places.ts";
import type { IndexedProcess } from "../../src/plugins/plugin.ts";
import { type ServerProcess, serverProcess } from "../../src/plugins/mcp-servers/server-process.ts";
import { BUILT } from "../support/home.ts";
import { run, serversHome, shellServer } from "./launched.ts";
import { fewer, turnsOf } from "../support/thoroughness.ts";

const PRINT =
  'for name in A NODE_OPTIONS BUN_OPTIONS PYTHONPATH NODE_EXTRA_CA_CERTS SYMPOSIUM_STARTED PATH; do eval "echo $name=\\$$name"; done';
const SERVERS = [
  shellServer("env", PRINT, 'env = [{ name = "A", value = "${FROM_AGENT}!" }]'),
  shellServer("asks", PRINT, 'env = { NODE_OPTIONS = "${NODE_OPTIONS}" }'),
  shellServer("pwd", "pwd"),
  shellServer("own-folder", "pwd", 'cwd = "."'),
].join("");

const HOSTILE = {
  NODE_OPTIONS: "--require=/no/such/file",
  BUN_OPTIONS: "--preload=/no/such/file",
  BUN_BE_BUN: "1",
  NODE_EXTRA_CA_CERTS: "/no/such/certificates",
  PYTHONPATH: "/evil",
  FROM_AGENT: "it's $A `x`",
};

describe.each(BUILT)("MC-11 PG-10 the environment of a server's process, %s", (form) => {
  const isTurn = turnsOf(form, BUILT);
  test.runIf(isTurn())("has what the manifest says, and nothing that could steer it", async () => {
    await using home = await serversHome(SERVERS);
    const PATH = `${home.project}/bin:/usr/bin:/bin`;
    const { stdout, stderr } = await run(form, home, "p/env", "", {
      env: { ...HOSTILE, PATH: form === "node-hook" ? `${process.execPath.replace(/\/node$/, "")}:${PATH}` : PATH },
    });
    expect(stderr).toBe("");
    const lines = stdout.split("\n");
    expect(lines.slice(0, 6)).toEqual([
      "A=it's $A `x`!",
      "NODE_OPTIONS=",
      "BUN_OPTIONS=",
      "PYTHONPATH=",
      "NODE_EXTRA_CA_CERTS=/no/such/certificates",
      "SYMPOSIUM_STARTED=1",
    ]);
    expect(lines[6]).not.toContain(home.project);
  });

  test.runIf(isTurn())("has a steering variable that the manifest refers to", async () => {
    await using home = await serversHome(SERVERS);
    const { stdout } = await run(form, home, "p/asks", "", { env: HOSTILE });
    expect(stdout).toContain("NODE_OPTIONS=--require=/no/such/file\n");
  });

  test.runIf(isTurn())("it starts in the workspace, or in its own folder", async () => {
    await using home = await serversHome(SERVERS, { ".git": { HEAD: "" }, deep: { down: { x: "" } } });
    const cwd = home.at("project/deep/down");
    expect((await run(form, home, "p/pwd", "", { cwd })).stdout).toBe(`${home.project}\n`);
    expect((await run(form, home, "p/own-folder", "", { cwd })).stdout).toBe(`${home.at("home/.symposium/plugins/p")}\n`);
  });

  test.each(fewer(["a b", "it's", 'a"b', "$HOME", "ünï 😀", "-x"]))("a home named %s", async (name) => {
    await using home = await serversHome(SERVERS, { ".git": { HEAD: "" } }, name);
    expect((await run(form, home, "p/own-folder")).stdout).toBe(`${home.at(name, ".symposium/plugins/p")}\n`);
  });
});

describe("MC-11 MC-12 the process of a server", () => {
  const SERVER: IndexedProcess = {
    plugin: "p",
    source: "user",
    name: "s",
    isGated: false,
    manifest: ["/m", null] as never,
    transport: "stdio",
    command: { kind: "executable", path: "/bin/sh", args: [] },
    variables: [{ name: "A", value: "${Token}-${Token}" }],
  };
  const context = (os: Context["os"], env: Context["env"]): Context => ({
    os,
    env,
    home: "/home/u",
    cwd: "/nowhere/project",
    now: () => 0,
  });
  const prepared = (server: IndexedProcess, os: Context["os"], given: Context["env"]) => {
    const here = context(os, given);
    return serverProcess(server, { context: here, places: placesOf(here) });
  };
  const env = (os: Context["os"], given: Context["env"], server = SERVER) => (prepared(server, os, given) as ServerProcess).env;

  test("references are resolved, an empty variable is set", () => {
    expect(env("linux", { Token: "t" })).toMatchObject({ A: "t-t" });
    expect(env("linux", { Token: "" })).toMatchObject({ A: "-" });
    expect(prepared(SERVER, "linux", { TOKEN: "t" })).toMatchObject({ problem: expect.stringContaining("${Token}, which is not set") });
  });

  test("inherited names are not variables", () => {
    const server = { ...SERVER, variables: [{ name: "__proto__", value: "${toString}" }] };
    expect(prepared(server, "linux", {})).toMatchObject({ problem: expect.stringContaining("${toString}, which is not set") });
  });

  test("on Windows names of variables have no case, and PATH is spelt as it was", () => {
    const server: IndexedProcess = { ...SERVER, command: { kind: "executable", path: "C:\\s.exe", args: [] }, path: ["C:\\tools"] };
    const found = prepared(server, "windows", { TOKEN: "t", Path: "C:\\Windows" });
    // No such file is here; what is missing shows that the reference was resolved.
    expect(found).toMatchObject({ problem: "C:\\s.exe was not found" });
  });
});
