import { rmSync, writeFileSync } from "node:fs";

import { beforeEach, describe, expect, test } from "vitest";

import { parseConfig } from "../../../src/files/config.ts";
import { loadPlugins } from "../../../src/plugins/active-plugins.ts";
import type { ReadRequest } from "../../../src/plugins/plugins-read.ts";
import { ourDirectory } from "../our-directory.ts";
import { workspaceWith } from "../workspace-with.ts";
import { agentPlugin, ours as extension, packageText, serversText } from "../../support/agent-plugin.ts";
import { openedBy } from "../../support/opened-files.ts";

type Ours = Awaited<ReturnType<typeof ourDirectory>>;

/** The clock is ahead, so that files which were just made count as settled. */
function load({ context, places }: Ours, packages: readonly string[]) {
  const parsed = parseConfig(places.config, "[defaults]\nsymposium-recommendations = false\n");
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const request: ReadRequest = {
    config: parsed.config,
    places,
    workspace: workspaceWith(packages),
    context: { ...context, now: () => Date.now() + 10_000 },
    isStored: true,
  };
  const { value, opened } = openedBy(() => loadPlugins(request));
  const { plugins, inForce } = value;
  const read = opened.filter((file) => /(?:plugin|mcp)\.json$/.test(file)).length;
  return { read, active: plugins.filter(({ inactive }) => inactive === undefined).map(({ plugin }) => plugin.name), inForce };
}

const named = (at: number, crate = `crate-${at}`) => ({ name: `p${at}`, ...extension({ "depends-on": [crate] }) });
const MANY = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`p${at}`, agentPlugin(named(at))]));

let ours: Ours;
beforeEach(async () => {
  ours = await ourDirectory({ plugins: MANY });
  load(ours, []);
  return () => ours[Symbol.asyncDispose]();
});

describe("AP-1 PL-31 of many Agent Plugins", () => {
  test("none is read that no package of the workspace could wake", () => {
    expect(load(ours, [])).toMatchObject({ read: 0, active: [] });
    expect(load(ours, ["crate-7"])).toMatchObject({ active: ["p7"] });
    expect(load(ours, ["crate-7"]).read).toBeLessThan(8);
  });

  test("one wakes when its manifest changes, and its servers are as they are now", () => {
    writeFileSync(ours.path("plugins/p3/plugin.json"), packageText(named(3, "other")));
    expect(load(ours, ["other"]).active).toEqual(["p3"]);
    writeFileSync(ours.path("plugins/p4/mcp.json"), serversText({}));
    rmSync(ours.path("plugins/p5/mcp.json"));
    const { active } = load(ours, ["crate-4", "crate-5"]);
    expect(active).toEqual(["p4", "p5"]);
  });

  test("RT-37 the record of what is in force has the servers of one that is asleep too", () => {
    const texts = load(ours, []).inForce.flatMap(({ plugins }) => plugins.map((plugin) => plugin.texts()?.serversText ?? ""));
    expect(texts).toHaveLength(20);
    for (const text of texts) expect(text).toContain("mcp.example.com");
  });
});
