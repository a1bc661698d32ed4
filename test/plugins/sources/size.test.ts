import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { LARGEST } from "../../../src/files/git/update.ts";
import { serve, smartServer } from "./git-server.ts";
import { gitSandbox } from "./git-sandbox.ts";
import { manifestText } from "../../support/plugin.ts";
import { isAtLeast } from "../../support/thoroughness.ts";

const MIB = 1024 * 1024;
const KEPT = /^source `r` could not be updated: it is too large: more than \d+ MiB, or more than \d+ files; the copy fetched on /;

describe("PL-2 PL-4 a repository that is too large keeps what was fetched", () => {
  test("one that grew beyond the limit is given up while it comes, and nothing of it stays on the disk", { timeout: 60_000 }, async () => {
    await using sandbox = await gitSandbox();
    const repository = sandbox.repository("served/r");
    await using behind = await smartServer(sandbox.at("served"));
    // Slow enough that only a look at the disk can end it before the time limit does.
    await using server = await serve((request, response) => void relaySlowly(behind.url, request, response));
    sandbox.configure(`name = "r"\ngit = "${server.url}/r/.git"`);
    const largest = { bytes: 2 * MIB, files: 1_000 };
    const [first] = await sandbox.update("check", { largest });
    expect(first).toMatchObject({ state: "fetched" });
    writeFileSync(join(repository.path, "large"), randomBytes(24 * MIB));
    repository.commit({});
    const began = Date.now();
    const [second] = await sandbox.update("check", { largest });
    expect(second).toMatchObject({ state: "kept", commit: first!.commit, problem: { message: expect.stringMatching(KEPT) } });
    expect(Date.now() - began).toBeLessThan(60_000);
    expect(sandbox.plugins("r")).toEqual(["a"]);
    const [cache] = readdirSync(join(sandbox.places.cache, "plugin-sources"));
    expect(readdirSync(join(sandbox.places.cache, "plugin-sources", cache!)).filter((name) => name.startsWith(".tmp"))).toEqual([]);
  });

  test.runIf(isAtLeast("all"))("little on the way and much on the disk: zeros", { timeout: 60_000 }, async () => {
    await using sandbox = await gitSandbox();
    const repository = sandbox.repository("served/r");
    await using server = await smartServer(sandbox.at("served"));
    sandbox.configure(`name = "r"\ngit = "${server.url}/r/.git"`);
    await sandbox.update("check");
    writeFileSync(join(repository.path, "zeros"), Buffer.alloc(40 * MIB));
    repository.commit({});
    const [update] = await sandbox.update("check", { largest: { bytes: 8 * MIB, files: 1_000 } });
    expect(update).toMatchObject({ state: "kept", problem: { message: expect.stringMatching(KEPT) } });
  });

  test("a pack of 300 MB is more than is fetched by default", () => {
    expect(LARGEST.bytes).toBeLessThan(300_000_000);
  });

  test.runIf(isAtLeast("all"))("more files than a source may have", { timeout: 60_000 }, async () => {
    await using sandbox = await gitSandbox();
    const repository = sandbox.repository("r");
    sandbox.configure(`name = "r"\ngit = "${repository.path}"`);
    await sandbox.update("check");
    repository.commit(Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`many/${at}`, ""])));
    const [update] = await sandbox.update("check", { largest: { bytes: MIB, files: 300 } });
    expect(update).toMatchObject({ state: "kept", problem: { message: expect.stringMatching(KEPT) } });
  });
});

test("PL-32 programs that the user's settings name for files do not run on what was fetched", async () => {
  await using sandbox = await gitSandbox();
  const repository = sandbox.repository("r", { "a/SYMPOSIUM.toml": manifestText("a"), ".gitattributes": "* filter=trap diff=trap\n" });
  const trap = sandbox.at("trap.sh");
  writeFileSync(trap, `#!/bin/sh\ntouch '${sandbox.at("sprung")}'\nexec cat\n`);
  chmodSync(trap, 0o755);
  writeFileSync(
    sandbox.at("home/.gitconfig"),
    `[filter "trap"]\n\tsmudge = ${trap}\n\tclean = ${trap}\n[diff "trap"]\n\ttextconv = ${trap}\n`,
  );
  sandbox.configure(`name = "r"\ngit = "${repository.path}"`);
  expect(await sandbox.update("check")).toMatchObject([{ state: "fetched" }]);
  expect(await sandbox.update("fetch")).toMatchObject([{ state: "unchanged" }]);
  expect(existsSync(sandbox.at("sprung"))).toBe(false);
});

/** A quarter of a mebibyte at a time, with pauses. */
async function relaySlowly(
  to: string,
  request: import("node:http").IncomingMessage,
  response: import("node:http").ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { host: _, connection: __, ...headers } = request.headers as Record<string, string>;
  const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
  const answer = await fetch(to + (request.url ?? ""), { method: request.method ?? "GET", headers, ...body });
  response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
  for await (const chunk of answer.body ?? []) {
    if (response.destroyed) return;
    response.write(chunk);
    await new Promise((resume) => setTimeout(resume, 20));
  }
  response.end();
}
