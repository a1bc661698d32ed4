/** AP-6: an agent that finds an Agent Plugin's manifest in a plugin's folder leaves out that plugin's hooks. None of Symposium's folders may have one. */

import { readdirSync } from "node:fs";
import { basename } from "node:path";

import { expect, test } from "vitest";

import { AGENTS } from "../../../src/agents/list.ts";
import { cargoHouse } from "../../setup/cargo-house.ts";
import { agentPlugin } from "../../support/agent-plugin.ts";

const NAMES = AGENTS.map(({ name }) => name);

test.each(["global", "project"])("AP-6 no file that is written for an agent is a root `plugin.json`: hooks of scope %s", async (scope) => {
  await using house = await cargoHouse({ agents: NAMES, config: `hook-scope = "${scope}"\n`, plugins: { tools: agentPlugin() } });
  await house.sync("--mcp-project-files");
  const manifestsIn = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => basename(path) === "plugin.json");
  expect(manifestsIn(house.home)).toEqual([".symposium/plugins/tools/plugin.json"]);
  expect(manifestsIn(house.project)).toEqual([]);
  expect(readdirSync(scope === "global" ? house.home : house.project, { recursive: true })).toContain(
    ".agents/plugins/symposium/hooks/hooks.json",
  );
});
