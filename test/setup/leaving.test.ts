/** Leaving without records, part by part: what is known by its form, and what is not ours. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { createFixture, type FsFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { OWN_HOOK_FILES, ownHookFile } from "../../src/agents/agents-by-name.ts";
import { registeredPlugin } from "../../src/agents/registered-calls.ts";
import { EMPTY_LEDGER, readLedger } from "../../src/files/ledger.ts";
import { protection } from "../../src/files/user-file.ts";
import { isGuest } from "../../src/host/own-process.ts";
import { placesOf } from "../../src/host/places.ts";
import { endBackground } from "../../src/setup/end-background.ts";
import { applyRegistration } from "../../src/setup/entries/apply-registration.ts";
import { documentOf } from "../../src/setup/entries/file-plan.ts";
import { removeByForm } from "../../src/setup/entries/our-forms.ts";
import { followMoved, planRegistration } from "../../src/setup/entries/plan-registration.ts";
import { entriesFor } from "../../src/setup/entries/wanted-files.ts";
import { NO_SERVERS } from "../../src/setup/mcp-servers/recorded-servers.ts";
import { ownFiles } from "../../src/setup/own-files.ts";
import { applyUninstall, planUninstall } from "../../src/setup/uninstall.ts";
import { isAlive } from "../host/runtimes.ts";
import { leaveLock } from "../support/left-lock.ts";
import { fewer, sampled } from "../support/thoroughness.ts";

const ENTRIES = OWN_HOOK_FILES.filter(({ registration }) => registration.content.kind === "entries");

describe("RG-24 entries by their form", () => {
  const VARIANTS = (["user", "project"] as const).flatMap((scope) =>
    (["linux", "macos", "windows"] as const).flatMap((os) => [
      { scope, os },
      { scope, os, place: os === "windows" ? "D:\\odd.place" : '/odd place/it\'s "$mine"' },
    ]),
  );
  const CASES = ENTRIES.flatMap((agent) => VARIANTS.map((variant) => ({ agent, variant, name: agent.name, ...variant })));

  test.each(fewer(sampled(CASES, ({ name, scope, os }) => `${name} ${scope} ${os}`)))(
    "$name for the $scope on $os, in $place: all of it, and nothing else",
    ({ agent, variant }) => {
      const used = new Set(Object.keys(agent.events));
      const text = documentOf(entriesFor(agent, { ...variant, used }));
      expect(removeByForm(text, agent, [ownFrame(agent.name)])).toMatchObject({ ok: true, isAllOfIt: true, left: [] });
    },
  );

  const CHANGES: Readonly<Record<string, (text: string) => string>> = {
    "something runs behind it": (text) => text.replaceAll(/(symposium-hook[^\n]*?)(?<!\\)("(?:,|\n))/g, "$1; notify$2"),
    "something runs before it": (text) => text.replaceAll(/: "(unset|exec|Remove|set )/g, ': "notify; $1'),
    "another program": (text) =>
      text.replaceAll("bin/symposium-hook", "bin/symposium-hook-2").replaceAll("bin\\\\symposium-hook", "bin\\\\symposium-hook-2"),
    "a matcher": (text) => text.replaceAll(/\[\n\s*\{\n/g, '[\n{ "matcher": "Bash",\n'),
  };

  test.each(fewer(ENTRIES.flatMap((agent) => Object.keys(CHANGES).map((change) => ({ name: agent.name, agent, change })))))(
    "$name with $change is someone's own: it stays and is listed",
    ({ agent, change }) => {
      for (const place of [{}, { place: "/odd place" }]) {
        const text = documentOf(entriesFor(agent, { scope: "user", os: "linux", used: new Set(), ...place }));
        const changed = CHANGES[change]!(text);
        expect(changed).not.toBe(text);
        const removed = removeByForm(changed, agent, []);
        expect(removed).toMatchObject({ ok: true, count: 0, text: changed });
        expect(removed.ok && removed.left.length).toBeGreaterThan(0);
      }
    },
  );

  test("with a comment of the user's, what is left of the file is theirs", () => {
    const agent = ownHookFile("claude-code");
    const text = documentOf(entriesFor(agent, { scope: "user", os: "linux", used: new Set() }));
    expect(removeByForm(text.replace("{", "{ // mine\n"), agent, [{}])).toMatchObject({ ok: true, isAllOfIt: false, left: [] });
  });

  test("on Codex a placeholder stays where a group of the user's follows", () => {
    const agent = ownHookFile("codex");
    const value = JSON.parse(documentOf(entriesFor(agent, { scope: "user", os: "linux", used: new Set() }))) as {
      hooks: Record<string, unknown[]>;
    };
    value.hooks["Stop"]?.push({ hooks: [{ type: "command", command: "mine" }] });
    const removed = removeByForm(JSON.stringify(value), agent, [{}]);
    expect(removed).toMatchObject({ ok: true, held: ["hooks.Stop"] });
    expect(JSON.parse(removed.ok ? removed.text : "")).toEqual({
      hooks: { Stop: [{ hooks: [] }, { hooks: [{ type: "command", command: "mine" }] }] },
    });
  });
});

describe("RG-24 a plan without records", () => {
  test("everything we wrote goes, and what someone changed is listed", async () => {
    await using fixture = await createFixture();
    const sandbox = sandboxIn(fixture);
    const files = writeAll(fixture);
    const changed = join(sandbox.context.home, ".qwen/settings.json");
    writeFileSync(changed, readFileSync(changed, "utf8").replaceAll('"timeout": 60', '"timeout": 61'));
    const plan = await planUninstall(sandbox, { purge: false });
    expect(plan.files.filter(({ action }) => action === "delete")).toHaveLength(files.length - 1);
    const { files: done } = await applyUninstall(sandbox, plan);
    expect(done.filter(({ remarks }) => remarks.some(({ level }) => level === "error")).map(({ file }) => file)).toEqual([changed]);
    expect(files.filter((file) => existsSync(file))).toEqual([changed]);
    for (const folder of [".kiro", ".agents", ".config", ".copilot"]) expect(existsSync(join(sandbox.context.home, folder))).toBe(false);
  });

  test("what git tracks is a team's", async () => {
    await using fixture = await createFixture();
    const sandbox = sandboxIn(fixture);
    const [file = ""] = writeAll(fixture);
    const git = (...args: string[]) => spawnSync("git", args, { cwd: sandbox.context.home });
    git("init", "-q");
    git("add", "-f", file);
    const plan = await planUninstall(sandbox, { purge: false });
    expect(plan.files.find((each) => each.file === file)).toMatchObject({ action: "none", remarks: [{ level: "warning" }] });
    expect(plan.files.filter(({ action }) => action === "delete").length).toBeGreaterThan(5);
  });

  test("a shell of Kiro's agent goes, and one that the user made their own stays and is listed", async () => {
    await using fixture = await createFixture();
    const sandbox = sandboxIn(fixture);
    const file = fixture.getPath("home/.kiro/agents/symposium.json");
    const { content } = ownHookFile("kiro").registration;
    const frame = content.kind === "entries" ? content.frame : {};
    put(file, JSON.stringify(frame));
    expect((await planUninstall(sandbox, { purge: false })).files).toMatchObject([{ file, action: "delete" }]);
    put(file, JSON.stringify({ ...frame, tools: ["read"] }));
    expect((await planUninstall(sandbox, { purge: false })).files).toMatchObject([{ file, action: "none", remarks: [{ level: "error" }] }]);
    put(file, '{ "name": "symposium", "tools": ["read"] }');
    expect((await planUninstall(sandbox, { purge: false })).files).toEqual([]);
  });

  test("a plugin file that was changed stays and is listed", async () => {
    await using fixture = await createFixture();
    const sandbox = sandboxIn(fixture);
    writeAll(fixture);
    const file = fixture.getPath("home/.config/opencode/plugins/symposium.js");
    writeFileSync(file, readFileSync(file, "utf8").replace("const SECONDS = 60", "const SECONDS = 61"));
    const plan = await planUninstall(sandbox, { purge: false });
    expect(plan.files.find((each) => each.file === file)).toMatchObject({ action: "none", remarks: [{ level: "error" }] });
  });
});

test("RG-24 a project that was moved is followed, and one that was copied is not", async () => {
  await using fixture = await createFixture();
  const { context, places } = sandboxIn(fixture);
  const [from, to] = [fixture.getPath("from"), fixture.getPath("to")];
  mkdirSync(from);
  const none = { usedEvents: () => new Set<string>(), pluginText: () => "", date: "", servers: NO_SERVERS };
  const plans = await planRegistration({
    agents: ["claude-code"],
    scope: "project",
    workspace: from,
    context,
    ledger: EMPTY_LEDGER,
    ...none,
  });
  applyRegistration({ plans, ledger: EMPTY_LEDGER, places });
  const ledger = readLedger(places.ledger);
  put(join(to, ".claude/settings.json"), readFileSync(join(from, ".claude/settings.json"), "utf8"));
  expect(followMoved(ledger, to)).toEqual(ledger);
  renameSync(from, fixture.getPath("elsewhere"));
  expect(followMoved(ledger, to).files).toMatchObject([
    { file: join(to, ".claude/settings.json"), workspace: to, createdFolders: [join(to, ".claude")] },
  ]);
  put(join(to, ".claude/settings.json"), "{}");
  expect(followMoved(ledger, to)).toEqual(ledger);
});

describe("RG-24 background work", () => {
  test.each([
    ["ours is ended, though it does not listen", ["--refresh", "/a"], "SIGKILL"],
    ["another program goes on", ["refresh"], null],
  ])("%s", { timeout: 30_000 }, async (_name, words, signal) => {
    await using fixture = await createFixture();
    const script = "trap '' TERM; echo ready; while :; do sleep 0.1; done";
    const child = spawn("sh", ["-c", script, "sh", ...words], { detached: true, stdio: ["ignore", "pipe", "ignore"] });
    const exited = once(child, "exit");
    await once(child.stdout, "data");
    leaveLock(fixture.getPath("locks/refresh-0123456789ab"), child.pid);
    await endBackground({ locks: fixture.getPath("locks") }, 0);
    const goesOn = isAlive(child.pid ?? 0);
    if (goesOn) process.kill(-(child.pid ?? 0), "SIGKILL");
    await exited;
    expect(goesOn ? null : child.signalCode).toBe(signal);
  });
});

test("RG-24 consents go with what the user wrote only", async () => {
  await using fixture = await createFixture();
  const { places } = sandboxIn(fixture);
  put(places.consent, "{}");
  const goes = (purge: boolean) => ownFiles(places, { purge, home: fixture.getPath("home") }).paths.includes(places.consent);
  expect([goes(false), goes(true)]).toEqual([false, true]);
});

test("RG-25 a file with two names is not to be written, but may be deleted", async () => {
  await using fixture = await createFixture({ file: "" });
  linkSync(fixture.getPath("file"), fixture.getPath("other"));
  expect(protection(fixture.getPath("file"))).toContain("has 2 hard links");
  expect(protection(fixture.getPath("file"), true)).toBeUndefined();
});

test.skipIf(process.getuid?.() !== 0)("RG-26 root is a guest in a directory of another user, and at home in its own", async () => {
  await using fixture = await createFixture({ theirs: {}, ours: {} });
  for (const name of ["theirs", "ours"]) mkdirSync(fixture.getPath(name), { recursive: true });
  chownSync(fixture.getPath("theirs"), 1234, 1234);
  expect(["theirs", "ours", "none"].map((name) => isGuest({ base: fixture.getPath(name) }))).toEqual([true, false, false]);
});

function sandboxIn(fixture: FsFixture) {
  const home = fixture.getPath("home");
  mkdirSync(home, { recursive: true });
  const context = { os: "linux", home, cwd: home, env: { PATH: process.env["PATH"] }, now: Date.now } as const;
  return { context, places: placesOf(context), dist: "" };
}

/** The user's files of all agents, as `init` would leave them in an empty home. */
function writeAll(fixture: FsFixture): string[] {
  const plugin = readFileSync(join(import.meta.dirname, "../../src/agents/opencode/plugin.js"), "utf8");
  return OWN_HOOK_FILES.map((agent) => {
    const { content, file } = agent.registration;
    const text =
      content.kind === "entries"
        ? documentOf(entriesFor(agent, { scope: "user", os: "linux", used: new Set() }))
        : registeredPlugin(plugin, { scope: "user" });
    return put(fixture.getPath(`home/${file.user}`), text);
  });
}

function put(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

function ownFrame(agent: string) {
  const { content } = ownHookFile(agent).registration;
  return content.kind === "entries" ? (content.frame ?? {}) : {};
}
