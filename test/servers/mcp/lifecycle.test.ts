import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

import { describe, expect, test } from "vitest";

import { serversHere } from "../../../src/index/lists-here.ts";
import { runningServers } from "../../../src/plugins/mcp-servers/running-servers.ts";
import type { Household } from "../../commands/command-line.ts";
import { BUILT } from "../../support/home.ts";
import { cargoFiles } from "../../support/cargo-workspace.ts";
import { skillGroup, skillText } from "../../support/plugin.ts";
import { subcommand } from "../../support/subcommand.ts";
import { fewer, isAtLeast } from "../../support/thoroughness.ts";
import { comesTrue, isAlive, serve, servingHouse, serverEntry, startsOf } from "./serving.ts";

const EVERYWHERE = 'crates = ["*"]';

/** The project without the package that gates everything. */
function removeWidget(house: Household, dependencies: readonly string[] = []): void {
  for (const [path, text] of Object.entries(cargoFiles(dependencies))) house.write(`project/${path}`, text);
}

describe.each(fewer(BUILT, 2))("MC-7 the program that agents start: %s", (as) => {
  test("serves symposium, and its servers end with it", async () => {
    await using house = await servingHouse({
      widgets: {
        more: skillGroup() + subcommand("count") + serverEntry("db", ["ignores-end"]),
        files: { "skills/use-widget/SKILL.md": skillText("use-widget"), "count.sh": "echo counted $1\n" },
      },
    });
    await using served = await serve(house, { as, args: ["--agent", "claude"] });
    expect(await served.names()).toEqual(expect.arrayContaining(["skills", "count", "db__echo"]));
    expect(await served.call("count", { args: ["3"] })).toBe("counted 3\n");
    expect(await served.call("db__echo", { text: "x" })).toBe("x");
    expect(JSON.parse(await served.call("db__where"))).toMatchObject({ started: "1" });
    expect(await served.call("skills", { name: "use-widget" })).toContain("Read about use-widget.");
    expect(await served.call("skills", { name: "nothing" })).toMatch(/^error: no skill `nothing` applies here\nhint: skills: use-widget/);
    process.kill(served.pid, "SIGKILL");
    expect(await comesTrue(() => !startsOf(house, "db").some(isAlive))).toBe(true);
  });
});

describe("MC-7 the processes of gated servers are started on first use", () => {
  test("sync lists their tools once; a list of tools starts none, a call starts one", async () => {
    await using house = await servingHouse({ a: { more: serverEntry("a") }, b: { more: serverEntry("b") } });
    expect((await house.run(["sync"], { env: { HOME: house.home } })).exitCode).toBe(0);
    expect([startsOf(house, "a").length, startsOf(house, "b").length]).toEqual([1, 1]);
    expect(startsOf(house, "a").some(isAlive)).toBe(false);
    expect((await house.run(["sync"], { env: { HOME: house.home } })).exitCode).toBe(0);
    await using served = await serve(house);
    expect(await served.names()).toEqual(expect.arrayContaining(["a__echo", "b__echo"]));
    expect([startsOf(house, "a").length, startsOf(house, "b").length]).toEqual([1, 1]);
    expect(await served.call("a__echo", { text: "1" })).toBe("1");
    expect(await served.call("a__echo", { text: "2" })).toBe("2");
    expect([startsOf(house, "a").length, startsOf(house, "b").length]).toEqual([2, 1]);
  });

  test("sync reports a server whose tools it cannot list, and does the rest", async () => {
    await using house = await servingHouse({ dead: { more: serverEntry("dead", ["dies-at-start"]) } });
    const { exitCode, stderr } = await house.run(["sync"], { env: { HOME: house.home } });
    expect(exitCode).toBe(0);
    expect(stderr).toContain("server `dead` of plugin `dead`: exited with code 7: no licence");
  });

  test("servers without a gate are not offered: agents have them in their own files", async () => {
    await using house = await servingHouse({ all: { more: serverEntry("all"), gate: EVERYWHERE } });
    await using served = await serve(house);
    expect((await served.names()).filter((name) => name.startsWith("all__"))).toEqual([]);
  });

  test("a server ends when it was idle for a while, unless it is kept alive", async () => {
    await using house = await servingHouse({ a: { more: serverEntry("a") }, k: { more: serverEntry("k", [], "keep-alive = true") } });
    const app = { ...house, context: { ...house.context, env: { HOME: house.home, PATH: process.env["PATH"] } } };
    const running = runningServers({ onToolsChanged: () => {}, idleMs: 300 });
    try {
      // The one that may end is the last: on a slow machine it would end before the other has started.
      for (const server of (await serversHere(app)).toReversed()) await running.learnTools(server, app);
      expect([...startsOf(house, "a"), ...startsOf(house, "k")].map(isAlive)).toEqual([true, true]);
      expect(await comesTrue(() => !startsOf(house, "a").some(isAlive))).toBe(true);
      await setTimeout(500);
      expect(startsOf(house, "k").map(isAlive)).toEqual([true]);
    } finally {
      await running.end();
    }
    expect(startsOf(house, "k").map(isAlive)).toEqual([false]);
  });

  test("tools that a server adds are offered, and told as a change", async () => {
    await using house = await servingHouse({ a: { more: serverEntry("a") } });
    await using served = await serve(house);
    await served.names();
    await served.call("a__grow");
    expect(await comesTrue(() => served.changed.includes("tools"))).toBe(true);
    expect(await served.names()).toContain("a__grown");
  });
});

describe("MC-7 MC-8 the folder", () => {
  test("is the client's first root, unless --workspace names another; the current folder without roots", async () => {
    await using house = await servingHouse({ a: { more: subcommand("here"), files: { "here.sh": "pwd\n" } } });
    house.write("elsewhere/note.txt", "");
    const elsewhere = house.at("elsewhere");
    await using byRoot = await serve(house, { cwd: elsewhere, roots: [house.at("missing"), house.project] });
    expect(await byRoot.call("here")).toBe(`${house.project}\n`);
    await using told = await serve(house, { cwd: elsewhere, roots: [elsewhere], args: ["--workspace", house.project] });
    expect(await told.call("here")).toBe(`${house.project}\n`);
    await using outside = await serve(house, { cwd: elsewhere });
    expect(await outside.names()).toEqual(["package_info", "skills", "status"]);
  });
});

describe("MC-7 lists change with the workspace", () => {
  test.each(fewer(["legacy", "auto"] as const, 2))(
    "a dependency goes: its tools, skills and running servers go, told to a %s client",
    async (mode) => {
      await using house = await servingHouse({
        w: { more: skillGroup() + serverEntry("a"), files: { "skills/use-widget/SKILL.md": skillText("use-widget") } },
      });
      await using served = await serve(house, { mode });
      if (mode === "auto") await served.client.listen({ toolsListChanged: true, resourcesListChanged: true, promptsListChanged: true });
      expect(await served.names()).toContain("a__echo");
      expect((await served.client.listResources()).resources).toHaveLength(1);
      removeWidget(house);
      expect(await comesTrue(() => ["tools", "resources", "prompts"].every((what) => served.changed.includes(what)))).toBe(true);
      expect(await served.names()).toEqual(["package_info", "skills", "status"]);
      expect((await served.client.listResources()).resources).toEqual([]);
      expect(await comesTrue(() => !startsOf(house, "a").some(isAlive))).toBe(true);
    },
  );

  test("MC-8 PL-17 a consent that is revoked while its server runs ends the server and takes its tools", async () => {
    await using house = await servingHouse({});
    house.write("project/SYMPOSIUM.toml", `name = "own"\ncrates = ["widget"]\nfiles = ["server.mjs"]\n${serverEntry("own")}`);
    const sources = new URL("backing-server.mjs", import.meta.url);
    house.write("project/server.mjs", readFileSync(sources, "utf8"));
    await using served = await serve(house);
    expect(await served.names()).toEqual(["package_info", "skills", "status"]);
    const shown = JSON.parse((await house.run(["trust", "show", "own", "--json"])).stdout) as { answer: { plugins: { digest: string }[] } };
    expect((await house.run(["trust", "accept", "own", "--digest", shown.answer.plugins[0]!.digest])).exitCode).toBe(0);
    expect(await served.names()).toContain("own__echo");
    expect(await served.call("own__echo", { text: "agreed" })).toBe("agreed");
    expect((await house.run(["trust", "revoke", "own"])).exitCode).toBe(0);
    expect(await comesTrue(() => !startsOf(house, "own").some(isAlive))).toBe(true);
    await expect(served.client.callTool({ name: "own__echo" })).rejects.toMatchObject({ code: -32602 });
  });
});

describe("MC-8 many clients", () => {
  test.runIf(isAtLeast("all"))(
    "50 at once get the same list, and leave nothing behind",
    async () => {
      await using house = await servingHouse({ a: { more: serverEntry("a") } });
      await house.run(["sync"], { env: { HOME: house.home } });
      const all = await Promise.all(Array.from({ length: 50 }, () => serve(house)));
      try {
        const lists = await Promise.all(all.map((served) => served.names()));
        expect(new Set(lists.map(String)).size).toBe(1);
        expect(lists[0]).toContain("a__echo");
      } finally {
        await Promise.all(all.map(({ client }) => client.close()));
      }
      expect(await comesTrue(() => !all.some(({ pid }) => isAlive(pid)))).toBe(true);
      expect(readdirSync(house.at("home/.symposium/cache/server-tools"))).toHaveLength(1);
    },
    120_000,
  );
});
