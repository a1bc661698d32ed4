import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { type Household, household } from "./command-line.ts";

const PROJECT = {
  "Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\n',
  "Cargo.lock": "version = 4\n",
  "SYMPOSIUM.toml": `name = "house-rules"

[[hooks]]
name = "guard"
event = "PreToolUse"
on-failure = "closed"
command = { script = "guard.sh" }

[[hooks]]
name = "lint"
event = "PostToolUse"
command = { executable = "npm", args = ["run", "lint"] }
`,
  "guard.sh": "#!/bin/sh\nexit 0\n",
};

const HOME = { ".symposium/config.toml": '[[agent]]\nname = "claude"\n[defaults]\nsymposium-recommendations = false\n' };

const there = () => household({ home: HOME, project: PROJECT });

async function answerOf({ run }: Household, args: readonly string[]) {
  return (JSON.parse((await run([...args, "--json"])).stdout) as { answer: Record<string, unknown>; error?: { code: string } }).answer;
}

async function digestOf(here: Household): Promise<string> {
  const { plugins } = (await answerOf(here, ["trust", "show", "house-rules"])) as { plugins: { digest: string }[] };
  return plugins[0]?.digest ?? "";
}

describe("PL-17 trust show", () => {
  test("prints every command, the files and their digest", async () => {
    await using here = await there();
    const { stdout, exitCode } = await here.run(["trust", "show", "house-rules"]);
    expect(exitCode).toBe(0);
    expect(stdout.replace(/[0-9a-f]{64}/, "<digest>").replace(/(npm)\S*( run lint)/, "$1$2")).toMatchInlineSnapshot(`
      "house-rules  this repository
        state     waits for your decision
        manifest  <project>/SYMPOSIUM.toml
        digest    <digest>
        it would run
          hook guard  PreToolUse, denies if it fails
            ./guard.sh
          hook lint  PostToolUse
            npm run lint
            runs whatever the repository contains
        bound to  2 files
          SYMPOSIUM.toml
          guard.sh
      "
    `);
  });

  test("a name that nothing has is an error with those there are", async () => {
    await using here = await there();
    expect(await here.run(["trust", "show", "hose-rules"])).toMatchObject({
      exitCode: 1,
      stderr: "error: plugin not found: hose-rules\n\nhint: the plugins that need consent here are house-rules\n",
    });
  });
});

describe("PL-27 trust accept --digest", () => {
  test("needs no terminal, accepts these bytes, and says so in JSON", async () => {
    await using here = await there();
    const digest = await digestOf(here);
    expect(await answerOf(here, ["trust", "accept", "house-rules", "--digest", digest])).toMatchObject({
      accepted: [{ digest, scope: "workspace" }],
    });
    expect(await answerOf(here, ["trust", "list"])).toMatchObject({ plugins: [{ plugin: "house-rules", state: "accepted", digest }] });
    expect((await here.run(["trust", "list"])).stdout).toBe("accepted  house-rules  this repository\n");
  });

  test.each([
    ["of other bytes", "0".repeat(64), 1, "are not those of this digest"],
    ["that is none", "abc", 2, "is not a valid digest"],
  ])("refuses a digest %s", async (_, digest, exitCode, message) => {
    await using here = await there();
    const ran = await here.run(["trust", "accept", "house-rules", "--digest", digest]);
    expect(ran).toMatchObject({ exitCode, stderr: expect.stringContaining(message) });
    expect(here.has("home/.symposium/consent.json")).toBe(false);
  });

  test.each(["CLAUDECODE", "CODEX_SANDBOX", "GEMINI_CLI", "SYMPOSIUM_STARTED"])("is refused where %s is set", async (mark) => {
    await using here = await there();
    const ran = await here.run(["trust", "accept", "house-rules", "--digest", await digestOf(here)], { env: { [mark]: "1" } });
    expect(ran).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("only you can decide what runs") });
    expect(here.has("home/.symposium/consent.json")).toBe(false);
  });

  test("PL-26 a repository's own plugin cannot be accepted everywhere", async () => {
    await using here = await there();
    const ran = await here.run(["trust", "accept", "house-rules", "--everywhere", "--digest", await digestOf(here)]);
    expect(ran).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("counts in this workspace only") });
  });
});

describe("PL-17 trust list and revoke", () => {
  const accepted = async () => {
    const here = await there();
    await here.run(["trust", "accept", "house-rules", "--digest", await digestOf(here)]);
    return here;
  };

  test("a changed plugin is listed with the file that changed", async () => {
    await using here = await accepted();
    appendFileSync(join(here.project, "guard.sh"), "x");
    expect((await here.run(["trust", "list"])).stdout).toContain(
      "changed  house-rules  this repository  hook `guard` changed since you accepted it (guard.sh)",
    );
  });

  test("a plugin that is gone is listed, and can be revoked", async () => {
    await using here = await accepted();
    rmSync(join(here.project, "SYMPOSIUM.toml"));
    expect((await here.run(["trust", "list"])).stdout).toBe("missing  house-rules  this repository  accepted, and no longer found\n");
    expect((await here.run(["trust", "revoke", "house-rules"])).stdout).toBe("your yes to `house-rules` in <project> is taken back\n");
    expect((await here.run(["trust", "list"])).stdout).toBe("no plugin here needs your consent\n");
  });

  test("decisions of other workspaces are listed outside of them", async () => {
    await using here = await accepted();
    const { stdout } = await here.run(["trust", "list"], { cwd: here.home });
    expect(stdout).toMatch(
      /^not in a workspace\n\nin other workspaces\n {2}accepted {2}house-rules {2}repository {2}\d{4}-\d\d-\d\d {2}<project>\n$/,
    );
    expect((await here.run(["trust", "revoke", "house-rules"], { cwd: here.home })).exitCode).toBe(1);
    expect((await here.run(["trust", "revoke", "house-rules", "--everywhere"], { cwd: here.home })).exitCode).toBe(0);
  });

  test("a damaged record is reported with what to run", async () => {
    await using here = await accepted();
    writeFileSync(here.places.consent, "{");
    const { stdout } = await here.run(["trust", "list"]);
    expect(stdout).toContain("the record permits nothing: ~/.symposium/consent.json is damaged: remove it with");
    expect(stdout).toContain("unknown  house-rules");
    expect(await here.run(["sync", "--check"])).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("is damaged") });
  });
});
