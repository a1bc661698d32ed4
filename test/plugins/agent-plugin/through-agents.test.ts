/** AP-6: what an agent loads by itself it is not given again, is shown so, and comes back when the agent's own is gone. */

import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { refreshWorkspace } from "../../../src/setup/workspace/refresh.ts";
import { cargoHouse, type House } from "../../setup/cargo-house.ts";
import { agentPlugin, EVERY_PROJECT, ours } from "../../support/agent-plugin.ts";
import { copyInto, linkInto, OURS, OWN_PLACES, settle } from "./agents-own-places.ts";

const houseWith = (agents: readonly string[], fields: object = EVERY_PROJECT) =>
  cargoHouse({ agents, config: "mcp-server = false\n", plugins: { tools: agentPlugin(fields, ALSO_GEMINIS) } });

/** Gemini CLI loads what has its own manifest as well. */
const ALSO_GEMINIS = { "gemini-extension.json": JSON.stringify({ name: "tools", version: "1.0.0" }) };

interface Through {
  readonly agent: string;
  readonly title: string;
  readonly folder: string;
  readonly takes: readonly string[];
}

async function answerOf<T>(house: House, ...args: string[]): Promise<T> {
  const { stdout, stderr } = await house.run([...args, "--json"]);
  if (stdout === "") throw new Error(stderr);
  return (JSON.parse(stdout) as { answer: T }).answer;
}

const textOf = (house: House, path: string) => (existsSync(join(house.home, path)) ? readFileSync(join(house.home, path), "utf8") : "");
const hasServers = (house: House, path: string) => textOf(house, path).includes("tools/local");

describe.each(OWN_PLACES)("$agent", ({ agent, title, folder, takes, on, off, servers, skills, rejectsLinks = false }) => {
  const hasOwnServers = takes.includes("servers");

  test("AP-6 an equal copy that it loads is not given again, and is listed as through the agent itself", async () => {
    await using house = await houseWith([agent]);
    copyInto(house, folder);
    settle(house, on?.(house));
    writeFileSync(join(house.home, folder, ".note-of-the-installer.json"), "{}");
    const { stdout } = await house.sync();
    expect(stdout).toMatch(/through agent +skills of tools/);
    expect(house.installed(skills)).toEqual([]);
    expect(hasServers(house, servers)).toBe(!hasOwnServers);

    const through = [expect.objectContaining({ title, folder: `~/${folder}`, takes })];
    const { plugins, servers: states } = await answerOf<Status>(house, "status");
    expect(plugins.find(({ name }) => name === "tools")?.through).toEqual(through);
    const local = states.filter(({ server }) => server === "local").map(({ state }) => state);
    if (hasOwnServers) expect(local).toEqual(["through the agent itself"]);
    else expect(local).not.toContain("through the agent itself");
    expect((await house.run(["status"])).stdout).toContain(`on ${title} through the agent itself`);
    const { plugins: shown } = await answerOf<Shown>(house, "plugin", "show", "tools");
    expect(shown[0]?.through).toEqual(through);
    expect((await house.run(["plugin", "show", "tools"])).stdout).toContain(`${title}: ${takes.join(" and ")} through the agent itself`);
  });

  test(`AP-6 a link to the plugin's own folder ${rejectsLinks ? "does not count" : "counts as well"}`, async () => {
    await using house = await houseWith([agent]);
    linkInto(house, folder);
    settle(house, on?.(house));
    await house.sync();
    expect(house.installed(skills)).toEqual(rejectsLinks ? ["review"] : []);
    expect(hasServers(house, servers)).toBe(rejectsLinks || !hasOwnServers);
  });

  test("AP-6 it comes back when the agent's copy goes, and goes when that comes; undo is exact", async () => {
    await using house = await houseWith([agent]);
    settle(house, on?.(house));
    const before = [servers, ...Object.keys(on?.(house) ?? {})].map((path) => textOf(house, path));
    await house.sync();
    expect(house.installed(skills)).toEqual(["review"]);
    expect(hasServers(house, servers)).toBe(true);
    copyInto(house, folder);
    await house.sync();
    expect(house.installed(skills)).toEqual([]);
    expect(hasServers(house, servers)).toBe(!hasOwnServers);
    rmSync(join(house.home, folder), { recursive: true });
    await house.sync();
    expect(house.installed(skills)).toEqual(["review"]);
    expect(hasServers(house, servers)).toBe(true);
    copyInto(house, folder);
    await house.run(["uninstall"]);
    expect([servers, ...Object.keys(on?.(house) ?? {})].map((path) => textOf(house, path))).toEqual(before);
    expect(existsSync(join(house.home, folder, "plugin.json"))).toBe(true);
    expect(house.installed(skills)).toEqual([]);
  });

  test("AP-6 a copy with other bytes, or of another name, does not count", async () => {
    await using house = await houseWith([agent]);
    copyInto(house, folder);
    settle(house, on?.(house));
    for (const file of ["bin/server", "skills/review/SKILL.md", "mcp.json"]) {
      copyInto(house, folder);
      writeFileSync(join(house.home, folder, file), `${readFileSync(join(house.home, folder, file), "utf8")}\n`);
      await house.sync();
      expect(house.installed(skills), file).toEqual(["review"]);
      expect(hasServers(house, servers), file).toBe(true);
    }
    copyInto(house, folder);
    writeFileSync(
      join(house.home, folder, "plugin.json"),
      readFileSync(join(house.home, folder, "plugin.json"), "utf8").replace("tools", "others"),
    );
    await house.sync();
    expect(house.installed(skills)).toEqual(["review"]);
  });

  test.runIf(off !== undefined)("AP-6 a copy that is switched off does not count", async () => {
    await using house = await houseWith([agent]);
    copyInto(house, folder);
    settle(house, off?.(house));
    await house.sync();
    expect(house.installed(skills)).toEqual(["review"]);
    expect(hasServers(house, servers)).toBe(true);
  });
});

interface Status {
  readonly plugins: readonly { readonly name: string; readonly through?: readonly Through[] }[];
  readonly servers: readonly { readonly server: string; readonly state: string }[];
}

interface Shown {
  readonly plugins: readonly { readonly through?: readonly Through[] }[];
}

const CODEX = OWN_PLACES.find(({ agent }) => agent === "codex")!;

test("AP-6 another agent gets the skill where the one that loads it does not read", async () => {
  await using house = await houseWith(["codex", "gemini"]);
  await house.sync();
  expect(house.installed(".agents/skills")).toEqual(["review"]);
  copyInto(house, CODEX.folder);
  settle(house, { ".codex/config.toml": `${CODEX.on?.(house)[".codex/config.toml"]}${textOf(house, ".codex/config.toml")}` });
  await house.sync();
  expect(house.installed(".agents/skills")).toEqual([]);
  expect(house.installed(".gemini/skills")).toEqual(["review"]);
  expect(hasServers(house, ".codex/config.toml")).toBe(false);
  expect(hasServers(house, ".gemini/settings.json")).toBe(true);
  rmSync(join(house.home, CODEX.folder), { recursive: true });
  await house.sync();
  expect(house.installed(".agents/skills")).toEqual(["review"]);
  expect(house.installed(".gemini/skills")).toEqual([]);
});

test("AP-6 an agent that lists a skill of one name once shares the folder with others", async () => {
  await using house = await houseWith(["copilot", "gemini"]);
  const copilot = OWN_PLACES.find(({ agent }) => agent === "copilot")!;
  copyInto(house, copilot.folder);
  settle(house, copilot.on?.(house));
  await house.sync();
  expect(house.installed(".agents/skills")).toEqual(["review"]);
});

test("AP-6 other plugins' skills stay where they were", async () => {
  await using house = await houseWith(["codex"]);
  const manifest = 'name = "plain"\ndepends-on = ["*"]\n[[skills]]\nsource.path = "skills"\n';
  house.write("home/.symposium/plugins/plain/SYMPOSIUM.toml", manifest);
  house.write("home/.symposium/plugins/plain/skills/review/SKILL.md", "---\nname: review\ndescription: Another one\n---\nRead.\n");
  copyInto(house, CODEX.folder);
  settle(house, CODEX.on?.(house));
  await house.sync();
  expect(house.installed(".agents/skills")).toEqual(["review"]);
  expect(house.read("project/.agents/skills/review/SKILL.md")).toContain("Another one");
});

test("AP-6 goose loads a project's folder there, and nowhere else", async () => {
  await using house = await houseWith(["goose"]);
  copyInto(house, ".agents/plugins/tools", house.project);
  await house.sync();
  expect(house.installed(".agents/skills")).toEqual([]);
  await house.sync("--user");
  expect(existsSync(join(house.home, ".agents/skills/review"))).toBe(true);
});

test("AP-6 hooks are Symposium's in any case", async () => {
  const hooks = { hooks: "dev.symposium/hooks.json", "depends-on": ["*"] };
  await using house = await cargoHouse({
    agents: ["codex"],
    plugins: {
      tools: agentPlugin(ours(hooks), {
        "dev.symposium": {
          "hooks.json": JSON.stringify({
            version: "1.0",
            hooks: [{ event: "before_tool", matcher: "shell", handler: { type: "command", command: "exit 2" } }],
          }),
        },
      }),
    },
  });
  copyInto(house, CODEX.folder);
  settle(house, CODEX.on?.(house));
  await house.sync();
  expect(house.installed(".agents/skills")).toEqual([]);
  expect(readFileSync(join(house.home, ".codex/hooks.json"), "utf8")).toContain("symposium-hook");
});

test("AP-6 a session notices that the agent's copy is gone", async () => {
  await using house = await houseWith(["codex"], ours({ "depends-on": ["serde"] }));
  copyInto(house, CODEX.folder);
  settle(house, CODEX.on?.(house));
  await house.sync();
  expect(house.installed(".agents/skills")).toEqual([]);
  rmSync(join(house.home, CODEX.folder), { recursive: true });
  await refreshWorkspace(house, house.project);
  expect(house.installed(".agents/skills")).toEqual(["review"]);
});

test("AP-6 an agent that is not configured changes nothing", async () => {
  await using house = await houseWith(["gemini"]);
  copyInto(house, CODEX.folder);
  settle(house, CODEX.on?.(house));
  await house.sync();
  expect(house.installed(".agents/skills")).toEqual(["review"]);
  expect(existsSync(join(house.home, OURS))).toBe(true);
});
