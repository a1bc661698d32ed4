/** Servers of Agent Plugins, started by the built launcher as an agent starts it. */

import { chmodSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { dataName } from "../../src/plugins/agent-plugin/format.ts";
import { program } from "../foundation/programs.ts";
import { packagedServers, type PackagedServers, shellServer } from "../support/agent-plugin.ts";
import { decideSettled } from "../support/consented.ts";
import { BUILT, createHome, environmentOf, type Home, runProgram } from "../support/home.ts";
import { temporaryHome, type TemporaryHome } from "../support/temporary-home.ts";
import { fewer, turnsOf } from "../support/thoroughness.ts";
import { type BuiltForm, CONFIG, INITIALIZE, refusalIn, run } from "./launched.ts";

const PRINT = 'printf "%s\\n" "$PLUGIN_ROOT" "$PLUGIN_DATA" "$PWD" "$A" "$@"; echo 1 >> "$PLUGIN_DATA/starts"';
const TOOLS: PackagedServers = {
  servers: {
    print: shellServer(PRINT, {
      args: ["-c", PRINT, "sh", "${PLUGIN_ROOT}/x", "${PLUGIN_DATA}", "${HOME}", "$HOME", "${PLUGIN_ROO}"],
      env: { A: "${PLUGIN_DATA}|${HOME}|${A}" },
    }),
    "own-program": { type: "stdio", command: "./bin/run", args: ["1", "2"], cwd: "${PLUGIN_DATA}/work" },
  },
  fields: { version: "1.0.0" },
};
const RUN = '#!/bin/sh\npwd; echo "$0 $*"\n';

async function toolsHome(more: Record<string, string> = {}): Promise<TemporaryHome> {
  const plugin = { ...packagedServers("tools", TOOLS), "bin/run": RUN, ...more };
  const home = await temporaryHome({
    files: { home: { ".symposium": { "config.toml": CONFIG, plugins: { tools: plugin } } }, project: { ".git": { HEAD: "" } } },
  });
  chmodSync(home.at("home/.symposium/plugins/tools/bin/run"), 0o755);
  return home;
}

const ROOT = "home/.symposium/plugins/tools";
const DATA = `home/.symposium/plugin-data/${dataName("tools", { kind: "source", name: "user-plugins" })}`;

describe.each(BUILT)("AP-2 the process of a server, started by %s", (form) => {
  const isTurn = turnsOf(form, BUILT);

  test.runIf(isTurn())("both variables, the plugin's folder, and literal texts, whatever the agent's environment says", async () => {
    await using home = await toolsHome();
    const env = { PLUGIN_ROOT: home.project, PLUGIN_DATA: home.project, A: "evil", SYMPOSIUM_KEPT_PLUGIN_ROOT: home.project };
    const { stdout, stderr } = await run(form, home, "tools/print", "", { env });
    const [root, data] = [home.at(ROOT), home.at(DATA)];
    expect(stderr).toBe("");
    expect(stdout.split("\n")).toEqual([
      ...[root, data, root, `${data}|\${HOME}|\${A}`],
      ...[`${root}/x`, data, "${HOME}", "$HOME", "${PLUGIN_ROO}", ""],
    ]);
    for (const folder of [DATA, "home/.symposium/plugin-data"]) expect(statSync(home.at(folder)).mode & 0o777).toBe(0o700);
  });

  test.runIf(isTurn())("a program of the plugin, in a folder of its data", async () => {
    await using home = await toolsHome();
    expect((await run(form, home, "tools/own-program")).stdout).toBe(`${home.at(DATA, "work")}\n${home.at(ROOT, "bin/run")} 1 2\n`);
  });

  test.runIf(isTurn())("data stays over starts, new versions and the plugin's absence", async () => {
    await using home = await toolsHome();
    await run(form, home, "tools/print");
    home.write(`${ROOT}/plugin.json`, home.read(`${ROOT}/plugin.json`).replace('"version": "1.0.0"', '"version": "2.0.0"'));
    await run(form, home, "tools/print");
    const files = ["plugin.json", "mcp.json"].map((name) => [name, home.read(`${ROOT}/${name}`)] as const);
    home.remove(`${ROOT}/plugin.json`);
    expect(refusalIn((await run(form, home, "tools/print", INITIALIZE)).stdout)).toContain("no active plugin has it here");
    for (const [name, text] of files) home.write(`${ROOT}/${name}`, text);
    await run(form, home, "tools/print");
    expect(home.read(`${DATA}/starts`)).toBe("1\n1\n1\n");
  });
});

const SERVED = 'echo ran >> "$HOME/ran"; echo "served $PLUGIN_DATA"\n';
const NAMED = { s: { type: "stdio", command: "sh", args: ["${PLUGIN_ROOT}/server.sh"] } };
const OWN = { s: { type: "stdio", command: "./server.sh" } };

/** A repository with an Agent Plugin, and a second clone of it. */
async function repositoryHome(servers: Record<string, object>): Promise<Home> {
  const clone = {
    ".git": { HEAD: "ref: refs/heads/main\n" },
    ...packagedServers("house-tools", { servers }),
    "server.sh": `#!/bin/sh\n${SERVED}`,
  };
  const home = await createHome({}, { work: clone, other: clone });
  for (const folder of ["work", "other"]) chmodSync(home.getPath(folder, "server.sh"), 0o755);
  return home;
}

function start(form: BuiltForm, home: Home) {
  return runProgram(program(form), ["serve", "house-tools/s"], INITIALIZE, environmentOf(home.path), home.getPath("work"));
}

/** The same, where the user accepted the plugin and its server ran once. */
async function acceptedHome(servers: Record<string, object>, form: BuiltForm): Promise<Home> {
  const home = await repositoryHome(servers);
  await decideSettled(home, "accepted");
  expect((await start(form, home)).stdout).toContain("served ");
  rmSync(home.getPath("ran"));
  return home;
}

describe.each(BUILT)("AP-2, MC-11 consent to a repository's Agent Plugin, asked by the process %s", (form) => {
  test.each(fewer([NAMED, OWN]))("nothing starts before the user agrees: %j", async (servers) => {
    await using home = await repositoryHome(servers);
    expect(refusalIn((await start(form, home)).stdout)).toContain("waits for your consent; run `symposium trust accept house-tools`");
    expect(existsSync(home.getPath("ran"))).toBe(false);
    await decideSettled(home, "accepted");
    expect((await start(form, home)).stdout).toMatch(/^served .*plugin-data\/house-tools-[0-9a-f]{32}\n$/);
  });

  const appendComment = (text: string) => `${text}# changed\n`;
  const addVariable = (text: string) => text.replace('"type"', '"env": { "MODE": "x" }, "type"');
  const CHANGES = [NAMED, OWN].flatMap((servers) => [
    { file: "server.sh", change: appendComment, servers },
    { file: "mcp.json", change: addVariable, servers },
  ]);
  test.each(fewer(CHANGES))("a changed $file stops it: $servers", async ({ file, change, servers }) => {
    await using home = await acceptedHome(servers, form);
    const path = home.getPath("work", file);
    writeFileSync(path, change(readFileSync(path, "utf8")));
    expect(refusalIn((await start(form, home)).stdout)).toContain("run `symposium trust accept house-tools` at a terminal");
    expect(existsSync(home.getPath("ran"))).toBe(false);
  });

  test.each(fewer(["mcp.json", "plugin.json"]))("PL-17 a space more in %s, outside its entry, does not stop it", async (file) => {
    await using home = await acceptedHome(OWN, form);
    const path = home.getPath("work", file);
    writeFileSync(path, readFileSync(path, "utf8").replace("{", "{ "));
    expect((await start(form, home)).stdout).toContain("served ");
  });

  test("a link that leads out stops it", async () => {
    await using home = await repositoryHome(OWN);
    await decideSettled(home, "accepted");
    writeFileSync(home.getPath("outside.sh"), `#!/bin/sh\n${SERVED}`, { mode: 0o755 });
    rmSync(home.getPath("work/server.sh"));
    symlinkSync(home.getPath("outside.sh"), home.getPath("work/server.sh"));
    expect(refusalIn((await start(form, home)).stdout)).not.toBe("");
    expect(existsSync(home.getPath("ran"))).toBe(false);
  });
});
