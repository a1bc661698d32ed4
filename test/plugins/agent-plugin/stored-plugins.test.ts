import { rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";

import { beforeEach, describe, expect, test } from "vitest";

import { parseConfig } from "../../../src/files/config.ts";
import { openStoredPlugins } from "../../../src/plugins/packages/stored-plugins.ts";
import type { ReadRequest } from "../../../src/plugins/plugins-read.ts";
import { ourDirectory } from "../our-directory.ts";
import { workspaceWith } from "../workspace-with.ts";
import { ours as extension, packageText, serversText } from "../../support/agent-plugin.ts";
import { openedBy } from "../../support/opened-files.ts";

type Ours = Awaited<ReturnType<typeof ourDirectory>>;

/** As one run reads it. The clock is ahead, so that files which were just made count as settled. */
function carriedIn({ context, places, path }: Ours) {
  const parsed = parseConfig(places.config, "");
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const now = () => Date.now() + 10_000;
  const workspace = workspaceWith([]);
  const request: ReadRequest = { config: parsed.config, places, workspace, context: { ...context, now }, isStored: true };
  const { value, opened } = openedBy(() => {
    const store = openStoredPlugins(request);
    const carried = store.pluginIn({ ecosystem: "cargo", name: "widget", folder: path("widget") });
    store.save();
    return carried;
  });
  const { plugin } = value;
  const gate = JSON.stringify(plugin?.gate ?? null);
  const found = { name: plugin?.name, gate, servers: plugin?.servers.map(({ name }) => name), hooks: plugin?.hooks.length };
  return { found, read: opened.filter((file) => file.startsWith(path("widget"))).length };
}

const PACKAGED = packageText(extension({ "depends-on": ["serde"] }));

let ours: Ours;
beforeEach(async () => {
  const servers = serversText({ a: { type: "stdio", command: "./h.sh" } });
  const widget = { "Cargo.toml": '[package]\nname = "widget"\n', "plugin.json": PACKAGED, "mcp.json": servers, "h.sh": "" };
  ours = await ourDirectory({ widget, outside: { "h.sh": "" } });
  return () => ours[Symbol.asyncDispose]();
});

const at = (name: string) => ours.path("widget", name);

describe("AP-1 PL-31 an Agent Plugin of a package, as it was last read", () => {
  test("is read once, while its files are unchanged", () => {
    const { found, read } = carriedIn(ours);
    expect(found).toMatchObject({ name: "tools", servers: ["a"] });
    expect(read).toBeGreaterThan(0);
    expect(carriedIn(ours)).toEqual({ found, read: 0 });
  });

  test.each<[string, () => void, object]>([
    ["another manifest", () => writeFileSync(at("plugin.json"), packageText({ name: "other" })), { name: "other", servers: ["a"] }],
    ["no manifest", () => rmSync(at("plugin.json")), { name: undefined }],
    ["other servers", () => writeFileSync(at("mcp.json"), serversText({})), { servers: [] }],
    ["no servers", () => rmSync(at("mcp.json")), { servers: [] }],
    ["a SYMPOSIUM.toml", () => writeFileSync(at("SYMPOSIUM.toml"), 'name = "own"\n'), { name: "own", servers: [] }],
    ["a command that leads out", () => (rmSync(at("h.sh")), symlinkSync(ours.path("outside/h.sh"), at("h.sh"))), { servers: [] }],
    [
      "another manifest of the same length, with the old time",
      () => {
        const { atime, mtime } = statSync(at("plugin.json"));
        writeFileSync(at("plugin.json"), PACKAGED.replace("serde", "tokio"));
        utimesSync(at("plugin.json"), atime, mtime);
      },
      { gate: expect.stringContaining("tokio") as string },
    ],
  ])("%s counts at once", (_, change, found) => {
    carriedIn(ours);
    carriedIn(ours);
    change();
    expect(carriedIn(ours).found).toMatchObject(found);
  });
});
