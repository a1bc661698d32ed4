/** Programs of plugins, from the manifest to the hook that uses them. */

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { acquireProgram } from "../../../src/packages/programs/acquire-program.ts";
import { platformName } from "../../../src/packages/programs/place.ts";
import { type DownloadServer, sha256 } from "../../packages/programs/download-server.ts";
import { installationOf } from "../../packages/programs/installation-of.ts";
import { manifestText, skillText } from "../../support/plugin.ts";
import { callHook, refresh } from "../hook-calls.ts";
import { type ServedHouse, servedHouse } from "./served-house.ts";

const PROGRAM = `#!/bin/sh
cat > /dev/null
printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"%s|%s"}}' "$SYMPOSIUM_guard" "$SYMPOSIUM_DIR_guard"
`;

const binary = (server: DownloadServer, text = PROGRAM) =>
  `[[installations]]\nname = "guard"\nsource = "binary"\nurl = "${server.url("/guard")}"\nsha256 = "${sha256(text)}"\n`;
const hook = (more = "") => `[[hooks]]\nname = "check"\nevent = "PreToolUse"\nformat = "claude"\ncommand = "guard"\n${more}`;

function bench(
  manifest: (server: DownloadServer) => string,
  files: Readonly<Record<string, string>> = {},
  isServed = true,
): Promise<ServedHouse> {
  const plugins = (server: DownloadServer) => ({ p: { "SYMPOSIUM.toml": manifestText("p", manifest(server)), ...files } });
  return servedHouse(isServed ? { "/guard": PROGRAM } : {}, plugins);
}

describe("PG-3 sync", () => {
  test("PG-10 acquires what an active hook runs, once, and the hook gets it in its environment", async () => {
    await using one = await bench((server) => binary(server) + hook());
    const { house, server } = one;
    const first = await house.sync();
    expect(first.stdout).toMatch(/acquired {6}guard [0-9a-f]{16} {2}binary, for hook check of p/);
    expect(first.stderr).toContain("acquiring guard (binary) for hook check");
    const { context } = await callHook(house, "PreToolUse");
    const [program = "", folder = ""] = context.split("|");
    expect(readFileSync(program, "utf8")).toBe(PROGRAM);
    expect(program).toBe(join(folder, "guard"));
    expect((await house.sync()).stdout).not.toContain("acquired");
    expect(server.asked).toEqual(["/guard"]);
  });

  test("PG-3 lists what it would acquire in a dry run, and as data", async () => {
    await using one = await bench((server) => binary(server) + hook());
    const { house, server } = one;
    expect((await house.sync("--dry-run")).stdout).toContain("would acquire guard  binary, for hook check of p");
    expect(server.asked).toEqual([]);
    const answer = await house.syncJson();
    expect(answer).toMatchObject({ programs: [{ program: "guard", source: "binary", plugin: "p", by: ["hook check"] }] });
    expect(answer.events).toContainEqual(expect.objectContaining({ event: "program_acquired", program: "guard" }));
    await expect(house.syncJson()).resolves.toMatchObject({ programs: [] });
  });

  test.each([
    ["a plugin that does not apply here", (text: string) => text.replace('crates = ["*"]', 'crates = ["tokio"]')],
    ["a hook that does not", (text: string) => `${text}crates = ["tokio"]\n`],
    ["nothing that runs it", (text: string) => text.replace('command = "guard"', 'script = "x.sh"')],
  ])("PG-3 acquires nothing for %s", async (_, change) => {
    await using one = await bench((server) => binary(server) + hook());
    const { house, server } = one;
    house.write("home/.symposium/plugins/p/SYMPOSIUM.toml", change(house.read("home/.symposium/plugins/p/SYMPOSIUM.toml")));
    await house.sync();
    expect(server.asked).toEqual([]);
  });

  test("PG-2 reports a failure once, with what asked, and goes on", async () => {
    await using one = await bench((server) => binary(server) + hook() + hook().replace('"check"', '"again"'), {}, false);
    const { stderr, exitCode } = await one.house.sync();
    expect(stderr.match(/cannot acquire/g)).toHaveLength(1);
    expect(stderr).toContain("cannot acquire guard (binary) for hook check, hook again: ");
    expect(exitCode).toBe(0);
  });

  test("`--update none` acquires nothing", async () => {
    await using one = await bench((server) => binary(server) + hook());
    await one.house.sync("--update", "none");
    expect(one.server.asked).toEqual([]);
  });
});

describe("PG-3 a hook whose program is missing", () => {
  const REASON = "its program guard (binary) is missing: it was not acquired yet; run `symposium sync`";

  test("follows its policy: open lets the call go on and says so, in the trace too", async () => {
    await using one = await bench((server) => binary(server) + hook());
    const { stdout, trace } = await callHook(one.house, "PreToolUse");
    expect(JSON.parse(stdout)).not.toHaveProperty("hookSpecificOutput.permissionDecision");
    expect(stdout).toContain(REASON.replaceAll('"', '\\"'));
    expect(trace.ran).toMatchObject([{ hook: "p/check", exit: "missing", failure: REASON, policy: "open" }]);
    expect(one.server.asked).toEqual([]);
  });

  test("and closed denies with the program and the command to run", async () => {
    await using one = await bench((server) => binary(server) + hook('on-failure = "closed"\n'));
    const { stdout } = await callHook(one.house, "PreToolUse");
    expect(stdout).toContain('"deny"');
    expect(stdout).toContain(REASON);
  });

  test("is acquired in the background after the start of a session, and works in the next call", async () => {
    await using one = await bench((server) => binary(server) + hook());
    const { house, server } = one;
    const started = await callHook(house, "SessionStart");
    expect(started.refreshes).toHaveLength(1);
    expect(server.asked).toEqual([]);
    await refresh(house);
    expect(server.asked).toEqual(["/guard"]);
    expect((await callHook(house, "PreToolUse")).context).toContain("/cache/programs/binary/");
  });

  test("works as soon as another process has acquired it, in any workspace", async () => {
    await using one = await bench((server) => binary(server) + hook());
    const { house, server } = one;
    expect((await callHook(house, "PreToolUse")).context).toBe("");
    const installation = { ...installationOf({ source: "binary", url: server.url("/guard"), sha256: sha256(PROGRAM) }), name: "guard" };
    const services = { ...house, repository: null, platform: platformName(), onProgress: () => {} };
    expect(await acquireProgram(installation, services)).toHaveProperty("folder");
    expect((await callHook(house, "PreToolUse")).context).toContain("guard");
  });

  test("PG-2 a program that is deleted behind our back is noticed at the next session, and acquired again", async () => {
    await using one = await bench((server) => binary(server) + hook());
    const { house, server } = one;
    await house.sync();
    const [program = ""] = (await callHook(house, "PreToolUse")).context.split("|");
    rmSync(program);
    const started = await callHook(house, "SessionStart", { session: "s2" });
    expect(started.refreshes).toHaveLength(1);
    expect((await callHook(house, "PreToolUse", { session: "s2" })).trace.ran).toMatchObject([{ exit: "missing" }]);
    await refresh(house);
    expect(server.asked).toHaveLength(2);
    expect((await callHook(house, "PreToolUse", { session: "s2" })).context).toContain(program);
  });
});

describe("PG-8", () => {
  const built = 'script = "made.sh", install_commands = ["cp run.sh made.sh"]';
  test.each([
    ["a named installation", `[[installations]]\nname = "made"\n${built.replace(", ", "\n")}\n`, '"made"'],
    ["an inline installation", "", `{ ${built} }`],
  ])("F5 F6 the install commands of %s run before the hook that uses it", async (_, installations, command) => {
    const manifest = `${installations}[[hooks]]\nname = "check"\nevent = "PreToolUse"\ncommand = ${command}\n`;
    const script = 'cat > /dev/null\nprintf \'{"additionalContext":"built"}\'\n';
    await using one = await bench(() => manifest, { "run.sh": script });
    await one.house.sync();
    expect((await callHook(one.house, "PreToolUse")).context).toBe("built");
  });
});

describe("PG-9", () => {
  test("F3 requirements come first and are best effort: a hook runs without one that is missing", async () => {
    const manifest = (server: DownloadServer) =>
      `${binary(server)}[[installations]]\nname = "made"\nscript = "run.sh"\nrequirements = ["guard", "gone"]\ninstall_commands = ["env > seen"]\n` +
      `[[installations]]\nname = "gone"\nsource = "binary"\nurl = "${server.url("/gone")}"\nsha256 = "${sha256("")}"\n` +
      '[[hooks]]\nname = "check"\nevent = "PreToolUse"\ncommand = "made"\n';
    const script = '#!/bin/sh\ncat > /dev/null\nprintf \'{"additionalContext":"%s|%s|%s"}\' "$SYMPOSIUM_guard" "$SYMPOSIUM_gone" "$0"\n';
    await using one = await bench(manifest, { "run.sh": script });
    const { stderr } = await one.house.sync();
    expect(stderr).toContain("cannot acquire gone (binary) for hook check");
    const { context } = await callHook(one.house, "PreToolUse");
    const [guard = "", gone, own = ""] = context.split("|");
    expect(guard).toMatch(/\/guard$/);
    expect(gone).toBe("");
    expect(readFileSync(join(own, "..", "seen"), "utf8")).toContain(`SYMPOSIUM_guard=${guard}`);
  });

  test.each([
    ["its group", 'source.path = "skills"\nrequires = ["guard"]\n', skillText("deploy")],
    ["its frontmatter", 'source.path = "skills"\n', skillText("deploy", "metadata:\n  symposium-requires: guard")],
  ])("a skill requires a program in %s, and sync says which skill asked", async (_, group, text) => {
    await using one = await bench((server) => `${binary(server)}[[skills]]\n${group}`, { "skills/deploy/SKILL.md": text });
    const { stdout } = await one.house.sync();
    expect(stdout).toContain("binary, for skill deploy of p");
    expect(one.server.asked).toEqual(["/guard"]);
    expect(one.house.installed()).toEqual(["deploy"]);
  });

  test("a skill that requires something unknown is installed, with a warning", async () => {
    const text = skillText("deploy", "metadata:\n  symposium-requires: [gard]");
    await using one = await bench(() => '[[skills]]\nsource.path = "skills"\n', { "skills/deploy/SKILL.md": text });
    expect((await one.house.sync()).stderr).toContain("skill `deploy` requires the unknown installation `gard`");
    expect(one.house.installed()).toEqual(["deploy"]);
  });
});

const READY = '#!/bin/sh\n[ "$SYMPOSIUM_guard" = "$0" ] && [ "$(command -v guard)" = "$0" ]\n';

test("PG-3 PG-10 a predicate's program is acquired before the predicate is asked", async () => {
  const manifest = (server: DownloadServer) =>
    `predicates = ["ready()"]\n${binary(server, READY)}[[predicate]]\nname = "ready"\ncommand = "guard"\n` +
    '[[skills]]\nsource.path = "skills"\n';
  await using one = await bench(manifest, { "skills/deploy/SKILL.md": skillText("deploy") }, false);
  one.server.serve("/guard", READY);
  await one.house.sync();
  expect(one.house.installed()).toEqual(["deploy"]);
});
