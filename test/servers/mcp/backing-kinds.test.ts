import { describe, expect, test } from "vitest";

import { EMPTY_LEDGER, type LedgerFile } from "../../../src/files/ledger.ts";
import { EVERYWHERE } from "../../support/plugin.ts";
import { subcommand } from "../../support/subcommand.ts";
import { remoteServers } from "./remote-servers.ts";
import { comesTrue, isAlive, serve, servingHouse, serverEntry, startsOf } from "./serving.ts";

function remoteEntry(type: "http" | "sse", url: string): string {
  return `[[mcp_servers]]\nname = "${type}"\ntype = "${type}"\nurl = "${url}"\nheaders = { X-Key = "k-\${MY_KEY}" }\n`;
}

describe("MC-7 MC-12 servers that are reached", () => {
  test("over http and sse, with the values of variables in their headers", async () => {
    await using remote = await remoteServers();
    await using house = await servingHouse({ remote: { more: remoteEntry("http", remote.http) + remoteEntry("sse", remote.sse) } });
    await using served = await serve(house, { env: { MY_KEY: "1234" } });
    expect(await served.names()).toEqual(expect.arrayContaining(["http__key", "sse__key"]));
    expect(await served.call("http__key")).toBe("k-1234");
    expect(await served.call("sse__key")).toBe("k-1234");
  });

  test("a variable that is not set is named, and nothing is sent", async () => {
    await using remote = await remoteServers();
    await using house = await servingHouse({ remote: { more: remoteEntry("http", remote.http) } });
    await using served = await serve(house);
    expect(await served.names()).not.toContain("http__key");
    expect(await served.call("http__key")).toContain("it refers to ${MY_KEY}, and MY_KEY is not set");
  });

  test("MC-8 one that cannot be reached is an error of its own", async () => {
    await using house = await servingHouse({
      remote: { more: '[[mcp_servers]]\nname = "away"\ntype = "http"\nurl = "http://127.0.0.1:9/mcp"\n' },
      sound: { more: serverEntry("sound") },
    });
    await using served = await serve(house);
    expect(await served.names()).toContain("sound__echo");
    expect(await served.call("away__key")).toMatch(/^error: server `away` of plugin `remote`: /);
  });
});

describe("MC-7 a server that the agent has in its own file", () => {
  test("is not offered to that agent in that workspace, and is to every other", async () => {
    await using house = await servingHouse({ a: { more: serverEntry("a") }, b: { more: serverEntry("b") } });
    const file: LedgerFile = {
      file: house.at("home/.claude.json"),
      agents: [],
      scope: "user",
      content: "entries",
      insertions: [],
      servers: [{ name: "a", agents: ["claude-code"], path: ["mcpServers", "a"], plugin: "a", workspace: house.project }],
      createdFile: true,
      createdFolders: [],
      digest: "",
      date: "2026-11-17T00:00:00.000Z",
    };
    house.write("home/.symposium/ledger.json", JSON.stringify({ ...EMPTY_LEDGER, files: [file] }));
    const offered = async (...args: string[]) => {
      await using served = await serve(house, { args });
      return (await served.names()).filter((name) => name.endsWith("__echo"));
    };
    expect(await offered("--agent", "claude")).toEqual(["b__echo"]);
    expect(await offered("--agent", "goose")).toEqual(["a__echo", "b__echo"]);
    expect(await offered()).toEqual(["a__echo", "b__echo"]);
  });
});

describe("MC-7 a server for every project that the agent's files cannot have", () => {
  test("is offered to that agent, and not to one that has it in a file", async () => {
    await using remote = await remoteServers();
    await using house = await servingHouse({ remote: { more: remoteEntry("sse", remote.sse), gate: EVERYWHERE } });
    const offered = async (...args: string[]) => {
      await using served = await serve(house, { args, env: { MY_KEY: "1234" } });
      return (await served.names()).includes("sse__key") ? await served.call("sse__key") : "not offered";
    };
    expect(await offered("--agent", "codex")).toBe("k-1234");
    expect(await offered("--agent", "claude")).toBe("not offered");
    expect(await offered()).toBe("not offered");
  });
});

describe("MC-8 a command's program", () => {
  test("ends when the call is cancelled, and with us by SIGKILL", async () => {
    const script = 'echo $$ >> "$HOME/starts-slow"; trap "" TERM; while :; do sleep 1; done\n';
    await using house = await servingHouse({ p: { more: subcommand("slow"), files: { "slow.sh": script } } });
    await using served = await serve(house);
    const stop = new AbortController();
    const cancelled = served.client.callTool({ name: "slow" }, { signal: stop.signal }).catch(String);
    expect(await comesTrue(() => startsOf(house, "slow").length === 1)).toBe(true);
    stop.abort("enough");
    expect(await cancelled).toContain("enough");
    expect(await comesTrue(() => !startsOf(house, "slow").some(isAlive))).toBe(true);
    const lost = served.call("slow").catch(String);
    expect(await comesTrue(() => startsOf(house, "slow").length === 2)).toBe(true);
    process.kill(served.pid, "SIGKILL");
    expect(await comesTrue(() => !startsOf(house, "slow").some(isAlive))).toBe(true);
    await lost;
  });
});
