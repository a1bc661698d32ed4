/** Several processes that want one program, and a cache that is elsewhere. */

import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { expect, test } from "vitest";

import type { Household } from "../../commands/command-line.ts";
import { downloadServer, sha256 } from "../../packages/programs/download-server.ts";
import { manifestText } from "../../support/plugin.ts";
import { commandHouse, startCall, subcommand } from "../../support/subcommand.ts";

const PROGRAM = "#!/bin/sh\necho here\n";

async function served(delayMs = 0) {
  const server = await downloadServer();
  server.serve("/tool", (_, response) => void setTimeout(() => response.end(PROGRAM), delayMs));
  const installation = `[[installations]]\nname = "tool"\nsource = "binary"\nurl = "${server.url("/tool")}"\nsha256 = "${sha256(PROGRAM)}"\n`;
  const house = await commandHouse({
    p: { "SYMPOSIUM.toml": manifestText("p", installation + subcommand("tool", { command: '"tool"' })) },
  });
  return {
    server,
    house,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await house[Symbol.asyncDispose]();
    },
  };
}

/** The server answers while it runs. */
async function ended(house: Household, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = startCall(house, args, "pipe", env);
  const code = new Promise((resolve) => child.on("close", resolve));
  return { stdout: await text(child.stdout!), code: await code };
}

test("PG-2 two syncs and a call of the command at once acquire the program once, and all succeed", async () => {
  await using there = await served(1_000);
  const { server, house } = there;
  const all = await Promise.all([["sync"], ["sync"], ["tool"]].map((args) => ended(house, args)));
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(all[2]?.stdout).toBe("here\n");
  expect(server.asked).toEqual(["/tool"]);
});

/** A folder on another file system than this one. */
function elsewhere(folder: string): string | undefined {
  const own = statSync(folder).dev;
  return [tmpdir(), "/dev/shm", "/var/tmp", "/tmp"].find((place) => existsSync(place) && statSync(place).dev !== own);
}

test("PG-2 a cache on another file system than the home", async (context) => {
  await using there = await served();
  const { house } = there;
  const place = elsewhere(house.home);
  if (place === undefined) return context.skip("this machine has one file system");
  const cache = mkdtempSync(join(place, "symposium-cache-"));
  try {
    const env = { XDG_CACHE_HOME: cache };
    expect(await ended(house, ["sync"], env)).toMatchObject({ code: 0, stdout: expect.stringContaining("acquired") });
    expect((await ended(house, ["tool"], env)).stdout).toBe("here\n");
    expect(existsSync(join(cache, "symposium/programs"))).toBe(true);
    expect(existsSync(join(house.home, ".symposium/cache/programs"))).toBe(false);
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
});
