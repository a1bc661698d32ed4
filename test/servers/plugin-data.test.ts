/** The folder in which the servers of an Agent Plugin keep what they write. */

import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { guestPlaces } from "../../src/host/own-process.ts";
import { DATA_NAME, dataName } from "../../src/plugins/agent-plugin/format.ts";
import { openPluginData } from "../../src/plugins/mcp-servers/server-process.ts";
import type { PluginOrigin } from "../../src/plugins/plugin.ts";
import { temporaryHome } from "../support/temporary-home.ts";
import { DATA, dataOf, packageHome, prepared, problem, started } from "./packaged.ts";

describe("AP-2 the data folder", () => {
  test("is made at the start, private, and kept", async () => {
    await using home = await packageHome();
    started(home);
    for (const folder of [home.places.pluginData, dataOf(home)]) expect(statSync(folder).mode & 0o777).toBe(0o700);
    writeFileSync(`${dataOf(home)}/kept`, "1");
    chmodSync(dataOf(home), 0o755);
    started(home);
    expect(readFileSync(`${dataOf(home)}/kept`, "utf8")).toBe("1");
    expect(statSync(dataOf(home)).mode & 0o777).toBe(0o700);
  });

  test.each(["the folder of all of them", "the plugin's own"])("a link in place of %s is refused", async (what) => {
    await using home = await packageHome();
    mkdirSync(home.at("planted", DATA), { recursive: true });
    const isOwn = what === "the plugin's own";
    mkdirSync(isOwn ? home.places.pluginData : home.places.base, { recursive: true });
    const link = isOwn ? dataOf(home) : home.places.pluginData;
    symlinkSync(isOwn ? home.at("planted", DATA) : home.at("planted"), link);
    expect(prepared(home)).toEqual({ problem: `its data folder cannot be used: ${link} is a link`, hint: `move ${link} away` });
  });

  test("so is a file, and a link to nowhere", async () => {
    await using home = await packageHome();
    mkdirSync(home.places.pluginData, { recursive: true });
    writeFileSync(dataOf(home), "");
    expect(problem(home)).toMatch(/data folder cannot be/);
    home.remove(`home/.symposium/plugin-data/${DATA}`);
    symlinkSync(home.at("not-yet"), dataOf(home));
    expect(problem(home)).toMatch(/data folder cannot be/);
    expect(home.has("not-yet")).toBe(false);
  });

  test("RG-26 root makes none in another user's directory", async () => {
    await using home = await packageHome();
    const places = guestPlaces(home.places);
    expect(openPluginData({ context: home.context, places }, DATA)).toEqual({
      problem: `${places.base} belongs to another user`,
      hint: "start the agent without sudo",
    });
    expect(home.has("home/.symposium")).toBe(false);
  });

  test("each origin and name has its own, and all versions have the same", async () => {
    await using home = await temporaryHome({ files: { a: { x: "" }, b: { x: "" } } });
    const folder = home.at("a");
    const found = (version: string): PluginOrigin => ({
      kind: "package",
      ecosystem: "npm",
      name: "widget",
      version,
      folder,
      through: [],
      isFromSource: false,
    });
    const origins: readonly PluginOrigin[] = [
      { kind: "source", name: "user-plugins" },
      { kind: "source", name: "npm:widget" },
      { kind: "repository", folder },
      { kind: "repository", folder: home.at("b") },
      found("1.0.0"),
      { ...found("1.0.0"), ecosystem: "cargo" } as PluginOrigin,
      { ...found("1.0.0"), name: "tools" } as PluginOrigin,
    ];
    const names = origins.flatMap((origin) => ["tools", "a.b", "a-b", "nul.x"].map((plugin) => dataName(plugin, origin)));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(DATA_NAME);
    expect(dataName("tools", found("2.0.0"))).toBe(dataName("tools", found("1.0.0")));
    symlinkSync("a", home.at("linked"));
    expect(dataName("tools", { kind: "repository", folder: home.at("linked") })).toBe(dataName("tools", origins[2]!));
  });
});
