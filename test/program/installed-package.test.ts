/** The package as users get it: packed, installed by npm without a network into an empty home, set up, and called as an agent calls it. */

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { executableKind, platformName, thisMachine } from "../../src/host/machine.ts";
import { DIST, program } from "../foundation/programs.ts";
import { hook, manifestText, says } from "../support/plugin.ts";
import { temporaryHome, type TemporaryHome } from "../support/temporary-home.ts";

const ROOT = join(import.meta.dirname, "../..");
const MOST_BYTES = 6 * 1024 * 1024;
/** A machine without a C compiler builds none. */
const HAS_NATIVE = existsSync(join(DIST, "native/programs.json"));
const PAYLOAD = { hook_event_name: "PreToolUse", session_id: "s", tool_name: "Bash", tool_input: { command: "ls" } };

describe.skipIf(process.platform === "win32")("installed by npm", { timeout: 120_000 }, () => {
  let there: TemporaryHome;
  let tarball = "";
  beforeAll(async () => {
    there = await temporaryHome({ files: { packed: {}, npm: {} } });
    program("symposium");
    execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", there.at("packed")], {
      ...inHome("npm"),
      cwd: ROOT,
      stdio: "ignore",
    });
    tarball = there.at("packed", readdirSync(there.at("packed"))[0] ?? "");
    execFileSync("npm", ["install", "--global", "--offline", "--prefix", there.at("prefix"), tarball], {
      ...inHome("npm"),
      stdio: "ignore",
    });
  }, 120_000);
  afterAll(() => there[Symbol.asyncDispose]());

  test("the package is small and the only one", () => {
    expect(statSync(tarball).size).toBeLessThan(MOST_BYTES);
    expect(readdirSync(there.at("prefix/lib/node_modules/@symposium-agents"))).toEqual(["symposium"]);
  });

  test.runIf(HAS_NATIVE)("native programs are packed, and nothing that only a checkout needs", () => {
    expect(readdirSync(installed("dist/native"))).toEqual(["programs.br", "programs.json"]);
    const list = JSON.parse(readFileSync(installed("dist/native/programs.json"), "utf8"));
    expect(list).toHaveProperty(platformName(thisMachine()));
  });

  test.runIf(HAS_NATIVE)("RG-1 init places the native program, and it answers an agent", () => {
    expect(setUp("native-home")).toEqual({ form: "native", change: "created" });
    expect(executableKind(there.at("native-home/.symposium/bin/symposium-hook"))).toEqual(executableKind(process.execPath));
    expect(denial("native-home")).toContain("not here");
  });

  test("RG-1 where the package has none for the machine, the Node form answers, and init says so", () => {
    rmSync(installed("dist/native"), { recursive: true, force: true });
    const notNative = "the package has no native program for this machine";
    expect(setUp("node-home")).toEqual({ form: "node", change: "created", notNative });
    expect(executableKind(there.at("node-home/.symposium/bin/symposium-hook"))).toBe("script");
    expect(denial("node-home")).toContain("not here");
  });

  function installed(path: string): string {
    return there.at("prefix/lib/node_modules/@symposium-agents/symposium", path);
  }

  /** What `init` says of the program, in a home with one plugin. */
  function setUp(home: string) {
    there.write(`${home}/.symposium/plugins/guard/SYMPOSIUM.toml`, manifestText("guard", hook("deny")));
    there.write(`${home}/.symposium/plugins/guard/deny.sh`, says({ decision: "deny", reason: "not here" }));
    const args = ["init", "--add-agent", "claude", "--recommendations", "off", "--json"];
    const said = execFileSync(there.at("prefix/bin/symposium"), args, inHome(home));
    const { form, change, notNative } = JSON.parse(said).answer.program;
    return { form, change, ...(notNative === undefined ? {} : { notNative }) };
  }

  /** By the registered text, as the agent starts it. */
  function denial(home: string): string {
    const settings = JSON.parse(there.read(`${home}/.claude/settings.json`));
    const { command } = settings.hooks.PreToolUse[0].hooks[0];
    const input = JSON.stringify({ ...PAYLOAD, cwd: there.project });
    const { stdout, status } = spawnSync("/bin/sh", ["-c", command], { ...inHome(home), input });
    expect(status).toBe(0);
    const { hookSpecificOutput } = JSON.parse(stdout);
    expect(hookSpecificOutput).toMatchObject({ permissionDecision: "deny" });
    return hookSpecificOutput.permissionDecisionReason;
  }

  /** Nothing of the user's settings. */
  function inHome(home: string) {
    const quiet = { npm_config_offline: "true", npm_config_audit: "false", npm_config_fund: "false", npm_config_update_notifier: "false" };
    const env = { PATH: process.env["PATH"], HOME: there.at(home), CI: "1", ...quiet };
    return { cwd: there.project, env, encoding: "utf8" } as const;
  }
});
