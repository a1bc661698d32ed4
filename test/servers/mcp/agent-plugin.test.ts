/** Servers of Agent Plugins behind `symposium mcp`: started as by the launcher, and reached with their literal headers. */

import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { dataName } from "../../../src/plugins/agent-plugin/format.ts";
import type { Household } from "../../commands/command-line.ts";
import { packagedServers } from "../../support/agent-plugin.ts";
import { commandHouse } from "../../support/subcommand.ts";
import { remoteServers } from "./remote-servers.ts";
import { serve } from "./serving.ts";

const WITH_WIDGET = { "depends-on": ["widget"] };
const DATA = dataName("tools", { kind: "source", name: "user-plugins" });

function house(servers: Record<string, object>, extension: object = WITH_WIDGET, dependencies = ["widget"]): Promise<Household> {
  const server = readFileSync(join(import.meta.dirname, "backing-server.mjs"), "utf8");
  return commandHouse({ tools: { ...packagedServers("tools", { servers, extension }), "server.mjs": server } }, dependencies);
}

/** It notes its starts in its data. */
const STDIO = { type: "stdio", command: "node", args: ["${PLUGIN_ROOT}/server.mjs"], env: { STARTS: "${PLUGIN_DATA}/starts" } };

describe("AP-2, MC-7", () => {
  test("a process has its variables and starts in the plugin's folder; without the dependency it is not offered", async () => {
    await using widget = await house({ files: STDIO });
    await using served = await serve(widget, { env: { PLUGIN_DATA: widget.project, PLUGIN_ROOT: widget.project } });
    expect(await served.names()).toContain("files__echo");
    expect(await served.call("files__where")).toContain(widget.at("home/.symposium/plugins/tools"));
    expect(widget.read(`home/.symposium/plugin-data/${DATA}/starts`)).toMatch(/^\d+\n/);

    await using other = await house({ files: STDIO }, WITH_WIDGET, []);
    await using without = await serve(other);
    expect(await without.names()).not.toContain("files__echo");
  });

  test("headers are sent as they are, and redirected nowhere", async () => {
    await using remote = await remoteServers();
    const headers = { "X-Key": "k-${MY_KEY}-$MY_KEY-${PLUGIN_ROOT}" };
    await using widget = await house({
      http: { type: "streamable-http", url: remote.http, headers },
      sse: { type: "sse", url: remote.sse, headers },
    });
    await using served = await serve(widget, { env: { MY_KEY: "1234" } });
    expect(await served.names()).toEqual(expect.arrayContaining(["http__key", "sse__key"]));
    expect(await served.call("http__key")).toBe(headers["X-Key"]);
    expect(await served.call("sse__key")).toBe(headers["X-Key"]);
  });

  test("one for every project whose literal an agent would resolve is offered to that agent alone", async () => {
    await using remote = await remoteServers();
    const literal = { type: "streamable-http", url: remote.http, headers: { "X-Key": "${HOME}" } };
    await using everywhere = await house({ http: literal }, { "depends-on": ["*"] });
    const offered = async (agent: string) => {
      await using served = await serve(everywhere, { args: ["--agent", agent] });
      return (await served.names()).includes("http__key") ? await served.call("http__key") : "not offered";
    };
    expect(await offered("gemini")).toBe("${HOME}");
    expect(await offered("codex")).toBe("not offered");
  });

  test("MC-8 one whose data is a link is an error of its own", async () => {
    await using widget = await house({ files: STDIO, sound: { type: "streamable-http", url: "http://127.0.0.1:9/mcp" } });
    widget.write("home/.symposium/plugin-data", "not a folder");
    await using served = await serve(widget);
    expect(await served.names()).not.toContain("files__echo");
    expect(await served.call("files__echo")).toMatch(
      /^error: server `files` of plugin `tools` cannot be started: its data folder cannot be/,
    );
  });

  test("AP-6 what the agent loads by itself is offered to the others alone", async () => {
    await using widget = await house({ files: STDIO });
    const folder = widget.at("home/.codex/plugins/cache/local/tools");
    mkdirSync(folder, { recursive: true });
    cpSync(widget.at("home/.symposium/plugins/tools"), join(folder, "1.0.0"), { recursive: true });
    widget.write("home/.codex/config.toml", '[plugins."tools@local"]\nenabled = true\n');
    const namesFor = async (agent: string) => {
      await using served = await serve(widget, { args: ["--agent", agent] });
      return await served.names();
    };
    expect(await namesFor("codex")).not.toContain("files__echo");
    expect(await namesFor("goose")).toContain("files__echo");
    rmSync(folder, { recursive: true });
    expect(await namesFor("codex")).toContain("files__echo");
  });
});
