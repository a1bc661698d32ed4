import { expect, test } from "vitest";

import { cargoHouse, type House } from "../../setup/cargo-house.ts";
import { fewer, sampled } from "../../support/thoroughness.ts";
import { folderOf, leftOf, makeLinks, OUTSIDE, VECTORS } from "./vectors/tree.ts";

/** Below a thorough run some of each verdict and beginning. */
const SYNCED = fewer(
  sampled(VECTORS, ({ verdict, requires }) => `${verdict} ${requires.split(" ").slice(0, 2).join(" ")}`),
  3,
);

/** What Claude Code would start or connect to, without Symposium's own server. */
function registeredIn(there: House): string[] {
  const file = "home/.claude.json";
  const { mcpServers = {} } = (there.has(file) ? JSON.parse(there.read(file)) : {}) as { mcpServers?: object };
  return Object.keys(mcpServers).filter((name) => name !== "symposium");
}

test.each(SYNCED.map((vector) => [vector.verdict, vector.requires, vector] as const))(
  "AP-8 through sync, %s: %s",
  async (_, __, vector) => {
    const config = vector.verdict === "partial" ? '[plugins]\nuse = ["tools"]\n' : "";
    await using there = await cargoHouse({ config, plugins: { any: folderOf(vector) } });
    for (const [path, text] of Object.entries(OUTSIDE)) there.write(`home/.symposium/outside/${path}`, text);
    makeLinks(there.at("home/.symposium"), vector);
    const { stderr, exitCode } = await there.sync();
    expect({ skills: there.installed().toSorted(), exitCode }).toEqual({ skills: leftOf(vector).skills, exitCode: 0 });
    const registered = registeredIn(there);
    // Whether an agent can have a text with a variable's name in it is the agent's affair.
    if (JSON.stringify(vector.servers ?? "").includes("${")) expect(leftOf(vector).servers).toEqual(expect.arrayContaining(registered));
    else expect(registered).toEqual(leftOf(vector).servers);
    for (const said of vector.says ?? []) expect(stderr).toContain(said);
  },
);
