import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Household } from "../../cli/command-line.ts";
import { crateHouse } from "./crate-house.ts";

const server = (name: string, gate = "") => `[[mcp_servers]]\nname = "${name}"\ncommand = "${name}-server"\n${gate}\n`;

/** The names of servers that Claude Code has, everywhere and in the project. */
function serversIn(house: Household) {
  const { mcpServers = {}, projects = {} } = JSON.parse(readFileSync(join(house.home, ".claude.json"), "utf8"));
  return { everywhere: Object.keys(mcpServers), here: Object.keys(projects[house.project]?.mcpServers ?? {}) };
}

test("C1 MC-4 servers are registered by their own gate and the plugin's, those for packages in this project alone", async () => {
  const gated = `name = "gated"\ncrates = ["serde"]\n${server("inherited")}${server("narrower", 'crates = ["reqwest"]')}`;
  const open = `name = "open"\ncrates = ["*"]\n${server("wild")}${server("ours", 'crates = ["serde"]')}${server("theirs", 'crates = ["reqwest"]')}`;
  await using house = await crateHouse({
    crates: { "serde 1.0.0": {} },
    plugins: { "gated/SYMPOSIUM.toml": gated, "open/SYMPOSIUM.toml": open },
  });
  expect(await house.run(["sync", "--update", "none"])).toMatchObject({ exitCode: 0 });
  expect(serversIn(house)).toEqual({ everywhere: ["symposium", "wild"], here: ["inherited", "ours"] });
});

test("C2 PL-18 a server of a pulled-in crate is registered after consent, and not before", async () => {
  await using house = await crateHouse({
    crates: { "widget 1.2.3": { "SYMPOSIUM.toml": server("pulled") } },
    plugins: { "leads/SYMPOSIUM.toml": 'name = "leads"\ncrates = ["widget"]\n[[plugins]]\nsource.cargo = "widget"\n' },
  });
  expect(await house.run(["sync", "--update", "none"])).toMatchObject({ exitCode: 0 });
  expect(serversIn(house).here).toEqual([]);
  const shown = JSON.parse((await house.run(["trust", "show", "widget", "--json"])).stdout) as {
    answer: { plugins: readonly { digest: string }[] };
  };
  await house.run(["trust", "accept", "widget", "--digest", shown.answer.plugins[0]!.digest], { person: true });
  expect(await house.run(["sync", "--update", "none"])).toMatchObject({ exitCode: 0 });
  expect(serversIn(house).here).toEqual(["pulled"]);
});
