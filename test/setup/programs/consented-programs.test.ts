/** Programs of plugins that run by consent. */

import { describe, expect, test } from "vitest";

import { type DownloadServer, downloadServer, sha256 } from "../../packages/programs/download-server.ts";
import { createRepository, gitSandbox } from "../../plugins/sources/git-sandbox.ts";
import { cargoHouse, type House } from "../cargo-house.ts";
import { callHook, refresh } from "../hook-calls.ts";

const PROGRAM = "#!/bin/sh\nexit 0\n";
const DAY_MS = 86_400_000;

const binary = (server: DownloadServer) =>
  `[[installations]]\nname = "guard"\nsource = "binary"\nurl = "${server.url("/guard")}"\nsha256 = "${sha256(PROGRAM)}"\n`;
const HOOK = '[[hooks]]\nname = "check"\nevent = "PreToolUse"\ncommand = "guard"\non-failure = "closed"\n';

async function accept({ run }: House): Promise<string> {
  const { answer } = JSON.parse((await run(["trust", "show", "house-rules", "--json"])).stdout) as {
    answer: { plugins: { digest: string }[] };
  };
  const { stdout, stderr } = await run(["trust", "accept", "house-rules", "--digest", answer.plugins[0]!.digest]);
  return stdout + stderr;
}

describe("PG-3 a plugin that waits for consent", () => {
  test("gets nothing acquired, by sync or in the background; once accepted it does, and the consent holds", async () => {
    await using server = await downloadServer();
    server.serve("/guard", PROGRAM);
    await using house = await cargoHouse({ project: { "SYMPOSIUM.toml": `name = "house-rules"\n${binary(server)}${HOOK}` } });
    const { stdout } = await house.sync();
    expect(stdout).not.toContain("acquire");
    await refresh(house);
    await callHook(house, "SessionStart");
    expect(server.asked).toEqual([]);
    expect((await house.run(["trust", "show", "house-rules"])).stdout).toContain("guard");
    await accept(house);
    expect(server.asked).toEqual([]);
    expect((await callHook(house, "PreToolUse")).stdout).toContain("is missing");
    expect((await house.sync()).stdout).toContain("binary, for hook check of house-rules");
    expect((await callHook(house, "PreToolUse")).trace.ran).toMatchObject([{ exit: 0 }]);
    expect((await house.run(["trust", "list"])).stdout).toContain("accepted  house-rules");
  });
});

describe("PL-17 a program without a pinned version", () => {
  const script = (text: string) => `#!/bin/sh\ncat > /dev/null\nprintf '{"additionalContext":"${text}"}'\n`;
  const manifest = (path: string) =>
    `name = "house-rules"\n${'[[installations]]\nname = "guard"\nsource = "github"\n'}url = "${path}"\nscript = "guard.sh"\n${HOOK}`;

  test("of a plugin by consent is not replaced by a newer one before the user agrees", async () => {
    await using sandbox = await gitSandbox();
    const env = { HOME: sandbox.home, PATH: process.env["PATH"] ?? "" };
    const repository = createRepository(sandbox.at("tools.git"), env, { "guard.sh": script("one") });
    await using house = await cargoHouse({ project: { "SYMPOSIUM.toml": manifest(repository.path) } });
    await accept(house);
    await house.sync();
    expect((await callHook(house, "PreToolUse")).context).toBe("one");
    const second = repository.commit({ "guard.sh": script("two") });
    const tomorrow = { now: () => Date.now() + 2 * DAY_MS };
    const { stderr } = await house.run(["sync"], { ...tomorrow, env: house.env });
    expect(stderr).toContain(`has the newer version ${second}; plugin \`house-rules\` uses `);
    expect(stderr).toContain("`symposium trust accept house-rules` takes it");
    expect((await callHook(house, "PreToolUse")).context).toBe("one");
    expect(await accept(house)).toContain(`\`house-rules\` uses guard ${second} now`);
    expect((await callHook(house, "PreToolUse")).context).toBe("two");
  });

  test("PG-5 of a plugin of the user's source follows at most daily, and offline the one that works stays", async () => {
    await using sandbox = await gitSandbox();
    const env = { HOME: sandbox.home, PATH: process.env["PATH"] ?? "" };
    const repository = createRepository(sandbox.at("tools.git"), env, { "guard.sh": script("one") });
    const plugin = manifest(repository.path).replace('"house-rules"\n', '"house-rules"\ncrates = ["*"]\n');
    await using house = await cargoHouse({ plugins: { p: { "SYMPOSIUM.toml": plugin } } });
    const later = (days: number) => house.run(["sync"], { now: () => Date.now() + days * DAY_MS, env: house.env });
    await house.sync();
    repository.commit({ "guard.sh": script("two") });
    await house.sync();
    expect((await callHook(house, "PreToolUse")).context).toBe("one");
    await later(2);
    expect((await callHook(house, "PreToolUse")).context).toBe("two");
    sandbox.remove("tools.git");
    const { exitCode } = await later(4);
    expect(exitCode).toBe(0);
    expect((await callHook(house, "PreToolUse")).context).toBe("two");
  });
});
