import { chmodSync, existsSync, readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { household, type Household } from "./command-line.ts";
import { agreeToInstall } from "../support/agree-to-install.ts";

const CONFIG = '[[agent]]\nname = "claude"\n[defaults]\nsymposium-recommendations = false\n';

const PROJECT = {
  "SYMPOSIUM.toml": 'name = "house-rules"\n[[hooks]]\nname = "guard"\nevent = "PreToolUse"\ncommand = { script = "guard.sh" }\n',
  "guard.sh": "exit 0\n",
};

/** A house with a scanner program of each level that has one. */
async function scanned(scanners: { readonly system?: string; readonly user?: string; readonly project?: string }): Promise<Household> {
  const here = await household({ home: { ".symposium/config.toml": CONFIG }, project: PROJECT, env: { PATH: process.env["PATH"] ?? "" } });
  const named = (level: keyof typeof scanners) => {
    here.write(`scanners/${level}.sh`, `#!/bin/sh\n${scanners[level]}\n`);
    chmodSync(here.at(`scanners/${level}.sh`), 0o755);
    return `[policy]\nscanner = ${JSON.stringify(`${here.at(`scanners/${level}.sh`)} ${here.at("seen")}-${level}`)}\n`;
  };
  if (scanners.system !== undefined) here.write("etc/symposium/policy.toml", named("system"));
  if (scanners.user !== undefined) here.write("home/.symposium/config.toml", `${CONFIG}${named("user")}`);
  if (scanners.project !== undefined) here.write("project/symposium-policy.toml", named("project"));
  return here;
}

const PASS = 'cat >"$1"';

async function accept(here: Household) {
  const shown = JSON.parse((await here.run(["trust", "show", "house-rules", "--json"])).stdout) as {
    readonly answer: { readonly plugins: readonly { readonly digest: string }[] };
  };
  const { digest = "" } = shown.answer.plugins[0] ?? {};
  return { digest, ...(await here.run(["trust", "accept", "house-rules", "--digest", digest])) };
}

describe("IX-20 scanners are asked before a consent counts", () => {
  test("both of system and user get what would run, with digests; exit 0 lets it pass", async () => {
    await using here = await scanned({ system: PASS, user: PASS });
    const { digest, exitCode } = await accept(here);
    expect(exitCode).toBe(0);
    expect(existsSync(here.at("home/.symposium/consent.json"))).toBe(true);
    for (const level of ["system", "user"]) {
      expect(JSON.parse(readFileSync(here.at(`seen-${level}`), "utf8"))).toEqual({
        version: 1,
        action: "consent",
        plugin: "house-rules",
        origin: "repository:.",
        workspace: here.project,
        manifest: here.at("project/SYMPOSIUM.toml"),
        digest,
        runs: [{ kind: "hook", name: "guard", commands: ["./guard.sh"] }],
        files: ["SYMPOSIUM.toml", "guard.sh"].map((name) => ({
          path: here.at("project", name),
          digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        })),
      });
    }
  });

  test.each([
    ["exit 1 refuses, and its text is shown", "echo 'curl is not allowed here'; exit 1", "refuses it", "curl is not allowed here"],
    ["text on stderr counts where stdout is empty", "echo 'no shell scripts' >&2; exit 1", "refuses it", "no shell scripts"],
    ["exit 2 is an error, which refuses as well", "echo 'no network' >&2; exit 2", "failed with exit code 2", "no network"],
    ["any other exit", "exit 42", "failed with exit code 42", ""],
    ["a signal", "kill -9 $$", "failed with exit code 137", ""],
    ["a program that is missing", "/no/such/program", "failed with exit code 127", ""],
  ])("%s", async (_, script, why, text) => {
    for (const level of ["system", "user"] as const) {
      await using here = await scanned({ [level]: script });
      const { exitCode, stderr } = await accept(here);
      expect(exitCode).toBe(1);
      expect(stderr).toContain(`the scanner of the ${level} policy ${why}`);
      expect(stderr).toContain(text);
      expect(existsSync(here.at("home/.symposium/consent.json"))).toBe(false);
    }
  });

  test("the user's pass does not outvote the system's refusal", async () => {
    await using here = await scanned({ system: "exit 1", user: PASS });
    expect((await accept(here)).exitCode).toBe(1);
    expect(existsSync(here.at("seen-user"))).toBe(false);
  });

  test("a project names no scanner: nothing of it runs, and the attempt is reported", async () => {
    await using here = await scanned({ project: PASS });
    expect((await accept(here)).exitCode).toBe(0);
    expect(existsSync(here.at("seen-project"))).toBe(false);
    const { stdout } = await here.run(["status"]);
    expect(stdout).toContain("symposium-policy.toml:2:1");
    expect(stdout).toContain("`scanner` is refused in a project's policy");
  });

  test("nothing in the project steers it: neither its folder nor variables nor programs on PATH", async () => {
    await using here = await scanned({ user: 'pwd >"$1"; env >>"$1"; cat >/dev/null' });
    here.write("project/bin/cat", "#!/bin/sh\ntouch hijacked\n");
    chmodSync(here.at("project/bin/cat"), 0o755);
    here.write("project/env.sh", "touch hijacked\n");
    const env = {
      PATH: `${here.at("project/bin")}:bin:${process.env["PATH"]}`,
      ENV: here.at("project/env.sh"),
      BASH_ENV: here.at("project/env.sh"),
      LD_AUDIT: "x",
    };
    const shown = await here.run(["trust", "show", "house-rules", "--json"]);
    const [{ digest }] = (JSON.parse(shown.stdout) as { answer: { plugins: [{ digest: string }] } }).answer.plugins;
    expect((await here.run(["trust", "accept", "house-rules", "--digest", digest], { env })).exitCode).toBe(0);
    const [folder, ...variables] = readFileSync(here.at("seen-user"), "utf8").trim().split("\n");
    expect(folder).toBe(here.home);
    expect(variables.filter((line) => /^(?:ENV|BASH_ENV|LD_AUDIT)=|project/.test(line))).toEqual([]);
    expect(existsSync(here.at("project/hijacked"))).toBe(false);
  });

  test("while a policy cannot be read, nothing can be accepted: it may name a scanner", async () => {
    await using here = await scanned({});
    here.write("etc/symposium/policy.toml", "[policy\n");
    const { exitCode, stderr } = await accept(here);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("the system policy cannot be read, and may name a scanner");
  });
});

describe("IX-17 IX-20 hooks install", () => {
  const MANIFEST = JSON.stringify({
    spec: "hooks/1.0",
    hooks: [{ name: "check", event: "before_tool_execute", handler: { type: "command", command: "./check.sh" } }],
  });

  test("asks the scanner with the commands, and writes nothing where it refuses", async () => {
    await using here = await scanned({ user: `${PASS}; echo 'not this one'; exit 1` });
    here.write("project/hooks.json", MANIFEST);
    const { exitCode, stderr } = await agreeToInstall(here.run, ["hooks.json"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("not this one");
    expect(existsSync(here.at("home/.claude/settings.json"))).toBe(false);
    expect(JSON.parse(readFileSync(here.at("seen-user"), "utf8"))).toMatchObject({
      action: "install",
      manifest: here.at("project/hooks.json"),
      runs: [{ kind: "hook", name: "check", commands: ["./check.sh"] }],
      files: [{ path: here.at("project/hooks.json") }],
    });
  });

  test("is refused where a policy denies a hook, with level, rule and file", async () => {
    await using here = await scanned({});
    here.write("project/hooks.json", MANIFEST);
    here.write("etc/symposium/policy.toml", '[policy]\nevents.before_tool_execute = "deny"\n');
    const { exitCode, stderr } = await agreeToInstall(here.run, ["hooks.json"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('check is denied by the system policy (`events.before_tool_execute = "deny"`');
    here.write("etc/symposium/policy.toml", '[policy]\nevents.agent_stop = "deny"\n');
    expect((await agreeToInstall(here.run, ["hooks.json"])).exitCode).toBe(0);
  });
});

describe("IX-17 status and plugin show", () => {
  test("list the policies and what they deny, for people and as data", async () => {
    await using here = await scanned({});
    await accept(here);
    here.write("project/symposium-policy.toml", "[policy]\ndisable-all-hooks = true\n");
    const { stdout } = await here.run(["status"]);
    expect(stdout).toMatch(/policy\n\s+project\s+<project>\/symposium-policy\.toml\s+disable-all-hooks = true\n/);
    expect(stdout).toContain(
      "house-rules: hook guard is denied by the project policy (`disable-all-hooks` in <project>/symposium-policy.toml)",
    );
    const { answer } = JSON.parse((await here.run(["status", "--json"])).stdout) as { readonly answer: object };
    expect(answer).toMatchObject({
      policies: [{ level: "project", rules: { "disable-all-hooks": true } }],
      denied: [{ plugin: "house-rules", what: "hook guard" }],
    });
    const shown = await here.run(["plugin", "show", "house-rules"]);
    expect(shown.stdout).toContain("is denied by the project policy");
  });
});
