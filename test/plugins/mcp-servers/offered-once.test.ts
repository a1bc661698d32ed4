/** Which servers our own server does not offer to an agent, because the agent has them. */

import { cpSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { ownFileTest, withoutLoaded } from "../../../src/servers/mcp/session.ts";
import { agentPlugin } from "../../support/agent-plugin.ts";
import { ledgerText } from "../../plugins/ledger-text.ts";
import { temporaryHome } from "../../support/temporary-home.ts";
import { indexedProcess } from "./indexed.ts";

describe("AP-6 a server of a package that the agent loads by itself", () => {
  const CODEX = ".codex/plugins/cache/local/tools/1.0.0";
  const CLAUDE = ".claude/plugins/cache/local/tools/1.0.0";

  async function stage() {
    const home = await temporaryHome({ files: { home: { ".symposium": { plugins: { tools: agentPlugin({}) } } } } });
    const root = home.at("home/.symposium/plugins/tools");
    for (const folder of [CODEX, CLAUDE]) cpSync(root, home.at("home", folder), { recursive: true });
    home.write("home/.codex/config.toml", '[plugins."tools@local"]\nenabled = true\n');
    const installed = { scope: "user", installPath: home.at("home", CLAUDE), version: "1.0.0" };
    home.write("home/.claude/plugins/installed_plugins.json", JSON.stringify({ version: 2, plugins: { "tools@local": [installed] } }));
    home.write("home/.claude/settings.json", JSON.stringify({ enabledPlugins: { "tools@local": true } }));
    const servers = [indexedProcess({ name: "packaged", packageRoot: root }), indexedProcess({ name: "ours" })];
    const offered = async (agent?: string) => (await withoutLoaded(servers, agent, home)).map(({ name }) => name);
    return { ...home, root, offered };
  }

  test("AP-6 is not offered to it, and one of our own plugins is", async () => {
    await using home = await stage();
    expect(await home.offered("codex")).toEqual(["ours"]);
  });

  test.each([["gemini"], ["no-such-agent"], [undefined]])("AP-6 is offered to others (%s)", async (agent) => {
    await using home = await stage();
    expect(await home.offered(agent)).toEqual(["packaged", "ours"]);
  });

  test("AP-6 is offered to one that takes only the skills of a package", async () => {
    await using home = await stage();
    expect(await home.offered("claude")).toEqual(["packaged", "ours"]);
  });

  test("AP-6 is offered where the agent's copy is another one", async () => {
    await using home = await stage();
    home.write(`home/${CODEX}/changed.md`, "another version");
    expect(await home.offered("codex")).toEqual(["packaged", "ours"]);
  });
});

describe("MC-7 a server in the agent's own file", () => {
  async function stage() {
    const home = await temporaryHome({ files: { project: { ".git": { HEAD: "" } }, other: { ".git": { HEAD: "" } } } });
    const entry = { path: ["mcpServers", "docs"], source: "user-plugins" };
    const servers = [
      { ...entry, name: "docs", plugin: "tools", agents: ["codex"] },
      { ...entry, name: "here", plugin: "tools", agents: ["codex"], workspace: home.project },
    ];
    home.write(home.places.ledger.slice(home.root.length), ledgerText({ file: "/agents-own-file", agents: ["codex"], servers }));
    const isIn = (agent: string | undefined, name: string, plugin = "tools", cwd = home.project) =>
      ownFileTest(agent)({ name, plugin }, { ...home, context: { ...home.context, cwd } });
    return { ...home, isIn };
  }

  test("MC-7 is not offered to that agent again", async () => {
    await using home = await stage();
    expect([home.isIn("codex", "docs"), home.isIn("codex", "here")]).toEqual([true, true]);
  });

  test("MC-7 is offered to every other agent, and without one", async () => {
    await using home = await stage();
    expect(["claude", "no-such-agent", undefined].map((agent) => home.isIn(agent, "docs"))).toEqual([false, false, false]);
  });

  test("MC-7 of another plugin or name, or for another project, is offered", async () => {
    await using home = await stage();
    expect(home.isIn("codex", "docs", "others")).toBe(false);
    expect(home.isIn("codex", "more")).toBe(false);
    expect(home.isIn("codex", "here", "tools", home.at("other"))).toBe(false);
    expect(home.isIn("codex", "docs", "tools", home.at("other"))).toBe(true);
  });

  test("MC-7 is offered where it is unknown what was written", async () => {
    await using home = await stage();
    home.write(home.places.ledger.slice(home.root.length), "{");
    expect(home.isIn("codex", "docs")).toBe(false);
  });
});
