/** A server that does not start: the launcher answers in its place, and says what to run. */

import { describe, expect, test } from "vitest";

import { messageLines } from "../../src/plugins/mcp-servers/message-lines.ts";
import { answerTo, REFUSED } from "../../src/servers/refuse-server.ts";
import { BUILT } from "../support/home.ts";
import { cargoFiles } from "../support/cargo-workspace.ts";
import { endOf, INITIALIZE, launch, refusalIn, run, serversHome, shellServer } from "./launched.ts";
import { turnsOf } from "../support/thoroughness.ts";

const SERVERS = [
  shellServer("gated", "exec cat", 'crates = ["serde"]'),
  shellServer("live", "echo started; exec cat", 'predicates = ["env(GO)"]'),
  shellServer("token", 'echo "$TOKEN"', 'env = { TOKEN = "Bearer ${MY_TOKEN}" }'),
  shellServer("folder", "exec cat", 'cwd = "gone"'),
  '\n[[mcp_servers]]\nname = "gone"\ncommand = "no-such-program-anywhere"\n',
  '\n[[mcp_servers]]\nname = "text"\ncommand = "./server"\n',
  '\n[[installations]]\nname = "tool"\nsource = "cargo"\ncrate = "tool"\nversion = "1.0.0"\n[[mcp_servers]]\nname = "acquired"\ncommand = "tool"\n',
  '\n[[mcp_servers]]\nname = "remote"\ntype = "http"\nurl = "https://mcp.example/"\n',
].join("");

describe.each(BUILT)("MC-11 refused, on stdin and stdout of %s", (form) => {
  const isTurn = turnsOf(form, BUILT);
  test.each([
    ["p/gated", "it is not active here: no dependency serde; see `symposium plugin show p`"],
    ["p/live", "it is not active here: env GO is not set; see `symposium plugin show p`"],
    ["p/none", "plugin p has no such server now; see `symposium plugin show p`; `symposium sync` removes it from the agent"],
    ["other/gated", "no active plugin has it here; run `symposium sync` to remove it from the agent"],
    ["gated", "no active plugin has it here; run `symposium sync` to remove it from the agent"],
    ["p/token", "its variable TOKEN refers to ${MY_TOKEN}, which is not set; set MY_TOKEN in the environment of the agent and restart it"],
    ["p/gone", "no-such-program-anywhere was not found; see `symposium plugin show p`"],
    ["p/remote", "it has type http: agents connect to https://mcp.example/ themselves; run `symposium sync`"],
    ["p/folder", expect.stringMatching(/plugins\/p\/gone is not an accessible folder; see `symposium plugin show p`$/)],
    ["p/text", expect.stringMatching(/plugins\/p\/server has no #! line/)],
  ])("%s", async (word, reason) => {
    await using home = await serversHome(SERVERS, cargoFiles(["libc"]));
    home.write("home/.symposium/plugins/p/server", "echo hello\n");
    const { stdout, stderr, code } = await run(form, home, word, INITIALIZE);
    const message = refusalIn(stdout);
    const prefix = `Symposium does not start the server ${word}: `;
    expect({ message: message.slice(prefix.length), code }).toEqual({ message: reason, code: 1 });
    expect(message.startsWith(prefix)).toBe(true);
    expect(stderr).toBe(`${message}\n`);
  });

  test.runIf(isTurn())("a program that is not acquired yet is acquired in the background", async () => {
    await using home = await serversHome(SERVERS, cargoFiles([]));
    const { stdout, code } = await run(form, home, "p/acquired", INITIALIZE, { env: { CARGO_NET_OFFLINE: "true", PATH: "/usr/bin:/bin" } });
    expect(code).toBe(1);
    expect(refusalIn(stdout)).toMatch(/its program tool \(cargo\) is missing: .*restart the agent in a minute, or run `symposium sync`$/);
  });

  test.runIf(isTurn())("stays, answers every request, and ignores the rest, until stdin ends", async () => {
    await using home = await serversHome(SERVERS);
    const child = launch(form, home, "p/none");
    const ended = endOf(child);
    child.stdin.write(INITIALIZE);
    await new Promise((resolve) => child.stdout.once("data", resolve));
    for (const line of ["nonsense", "", "[]", "null", '{"method":"notifications/initialized"}', '{"id":5,"result":{}}'])
      child.stdin.write(`${line}\n`);
    child.stdin.write('{"jsonrpc":"2.0","id":"a","method":"tools/list"}\n{"jsonrpc":"2.0","id":7,"me');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(child.exitCode).toBeNull();
    child.stdin.end('thod":"ping"}\n');
    const { stdout } = await ended;
    const answers = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: unknown; error: { code: number } });
    expect(answers.map(({ id, error }) => [id, error.code])).toEqual([1, "a", 7].map((id) => [id, REFUSED]));
  });

  test.runIf(isTurn())("a server whose condition holds now starts", async () => {
    await using home = await serversHome(SERVERS);
    expect((await run(form, home, "p/live", "", { env: { GO: "1" } })).stdout).toBe("started\n");
    expect((await run(form, home, "p/live", INITIALIZE)).stdout).toContain("env GO is not set");
    const { stdout } = await run(form, home, "p/token", "", { env: { MY_TOKEN: "s3cret" } });
    expect(stdout).toBe("Bearer s3cret\n");
  });

  test.runIf(isTurn())("an unreadable config costs an answer, not silence", async () => {
    await using home = await serversHome(SERVERS);
    home.write("home/.symposium/config.toml", "= broken");
    expect(refusalIn((await run(form, home, "p/live", INITIALIZE)).stdout)).toContain("config.toml");
  });
});

describe("MC-11 lines", () => {
  test("of any pieces, and none too long", () => {
    const lines: string[] = [];
    const ends: string[] = [];
    const take = messageLines(
      (line) => lines.push(line),
      (why) => ends.push(why),
    );
    for (const piece of ["a", "b\ncé", "\n\nd"]) take(Buffer.from(piece));
    expect([lines, ends]).toEqual([["ab", "cé"], []]);
    for (let at = 0; at < 40; at++) take(Buffer.alloc(1_000_000, 120));
    take(Buffer.from("\nlast\n"));
    expect([lines, ends]).toEqual([["ab", "cé"], ["sent a message of more than 32 MiB"]]);
  });

  test("a batch is answered as one", () => {
    const batch = [{ id: 1, method: "ping" }, { method: "x" }, { id: null, method: "y" }, 3];
    expect(JSON.parse(answerTo(JSON.stringify(batch), "no") ?? "")).toEqual([
      { jsonrpc: "2.0", id: 1, error: { code: REFUSED, message: "no" } },
    ]);
  });
});
