import { readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { BUILD } from "../../src/context.ts";
import { placesOf, workspaceName, workspaceState } from "../../src/host/places.ts";
import { listsHere } from "../../src/index/lists-here.ts";
import { rebuildIndex } from "../../src/index/rebuild.ts";
import { readSynced } from "../../src/plugins/skills/synced-record.ts";
import { syncInCall } from "../../src/setup/workspace/sync-in-call.ts";
import { cargoHouse, configText, type House, type HouseSettings } from "../setup/cargo-house.ts";
import { callHook, refresh } from "../setup/hook-calls.ts";
import { openedUntil } from "../support/opened-files.ts";
import { manifestText, skillText } from "../support/plugin.ts";

const TOKIO_HOOK = 'name = "tokio"\ncrates = ["tokio"]\n[[hooks]]\nname = "say"\nevent = "PreToolUse"\ncommand = { script = "say.sh" }\n';

/** A skill for each of two crates, and a hook for one of them. */
const house = (settings: HouseSettings = {}) =>
  cargoHouse({
    plugins: {
      serde: { "SKILL.md": skillText("serde-help", 'crates: "serde"') },
      tokio: { "SKILL.md": skillText("tokio-help", 'crates: "tokio"') },
      hooks: { "SYMPOSIUM.toml": TOKIO_HOOK, "say.sh": `echo '{"PreToolUse":{"additionalContext":"tokio is here"}}'\n` },
    },
    ...settings,
  });

const syncedFile = (there: House) => workspaceState(placesOf({ ...CONTEXT, home: there.home }), there.project).synced;
const CONTEXT = { os: "linux", cwd: "/", env: {}, now: Date.now } as const;
const BOTH = ["serde 1.0.219", "tokio 1.40.0"];

describe("a changed project is noticed in the hook call", () => {
  test("PL-23 E12 a changed lock file: index and copies from local files are made in the call", async () => {
    await using there = await house();
    await there.sync();
    expect((await callHook(there, "PreToolUse")).context).toBe("");
    there.depend(BOTH);
    const call = await callHook(there, "PreToolUse");
    expect(call).toMatchObject({ refreshes: [], trace: { index: "rebuilt" } });
    expect(call.context).toContain("tokio is here");
    expect(there.installed()).toEqual(["serde-help", "tokio-help"]);
    expect(await callHook(there, "PreToolUse")).toMatchObject({ refreshes: [], context: "tokio is here", trace: { index: "fresh" } });
  });

  test("PL-23 the event after the tool that adds a dependency brings the skill and says so, once", async () => {
    await using there = await house();
    await there.sync();
    there.depend(BOTH);
    const call = await callHook(there, "PostToolUse");
    expect(there.installed()).toEqual(["serde-help", "tokio-help"]);
    expect(call.context).toContain("`tokio-help`");
    expect(call.context).toContain(there.at("project/.claude/skills"));
    expect(call.context).not.toContain("serde-help");
    expect((await callHook(there, "PostToolUse")).context).toBe("");
    there.depend(["tokio 1.40.0"]);
    expect((await callHook(there, "PostToolUse")).context).toBe("");
    expect(there.installed()).toEqual(["tokio-help"]);
  });

  test("PL-23 that a command or our MCP server noticed the change first makes no difference", async () => {
    await using there = await house();
    await there.sync();
    there.depend(BOTH);
    const context = { ...CONTEXT, home: there.home, cwd: there.project, env: there.env };
    await listsHere({ context, places: placesOf(context) });
    expect((await callHook(there, "PostToolUse")).context).toContain("`tokio-help`");
    expect(there.installed()).toEqual(["serde-help", "tokio-help"]);
    expect(await callHook(there, "PostToolUse")).toMatchObject({ hasSynced: false, context: "", trace: { index: "fresh" } });
  });

  test("PL-23 at the end of a session no agent waits for copies", async () => {
    await using there = await house();
    await there.sync();
    there.depend(BOTH);
    expect(await callHook(there, "SessionEnd")).toMatchObject({ refreshes: [there.project], trace: { index: "rebuilt" } });
    expect(there.installed()).toEqual(["serde-help"]);
  });

  test("PL-23 a call is given up where it has read enough: copies are whole, none is lost, and a process of its own does the rest", async () => {
    await using there = await house({ config: "sync-debounce-secs = 0\n" });
    await there.sync();
    there.depend(BOTH);
    const context = { ...CONTEXT, home: there.home, cwd: there.project, env: there.env };
    const within = (looks: number) => syncInCall({ context, places: placesOf(context) }, there.project, { milliseconds: 60_000, looks });
    let looks = 0;
    for (let isLeft = true; isLeft; looks++) {
      const { left, changed } = await within(looks);
      isLeft = left;
      expect(changed).toBe(!left);
      expect(there.installed()).toEqual(left ? ["serde-help"] : ["serde-help", "tokio-help"]);
    }
    // Everything that is read counts, so that nothing of it can take longer than the time.
    expect(looks).toBeGreaterThan(20);
  });

  test("PL-23 E11 with an unchanged project nothing is made again and nothing is written but the trace", async () => {
    await using there = await house();
    await there.sync();
    await callHook(there, "PreToolUse");
    const before = there.everything();
    for (const event of ["PreToolUse", "PostToolUse", "UserPromptSubmit"]) {
      expect(await callHook(there, event)).toMatchObject({ refreshes: [], trace: { index: "fresh" } });
    }
    const after = there.everything();
    const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
    expect(changed).toEqual([there.at("home/.symposium/trace/trace.jsonl")]);
  });

  test("PL-23 when a session begins, copies from local files are made in the call", async () => {
    await using there = await house();
    const call = await callHook(there, "SessionStart");
    expect(call.refreshes).toEqual([]);
    expect(there.installed()).toEqual(["serde-help"]);
    expect(there.read("project/.claude/skills/serde-help/SKILL.md")).toContain("Read about serde-help.");
    there.depend(BOTH);
    await callHook(there, "SessionStart", { session: "s2" });
    expect(there.installed()).toEqual(["serde-help", "tokio-help"]);
    there.depend(["tokio 1.40.0"]);
    await callHook(there, "SessionStart", { session: "s3" });
    expect(there.installed()).toEqual(["tokio-help"]);
  });

  test("PL-23 a session also looks at what no lock file tells: a copy that is gone, a skill that was edited", async () => {
    await using there = await house({ config: "sync-debounce-secs = 0\n" });
    await there.sync();
    there.remove("project/.claude/skills/serde-help");
    await callHook(there, "SessionStart");
    expect(there.installed()).toEqual(["serde-help"]);
    there.write("home/.symposium/plugins/serde/SKILL.md", skillText("serde-help", 'crates: "serde"', "Better."));
    await callHook(there, "SessionStart", { session: "s2" });
    expect(there.read("project/.claude/skills/serde-help/SKILL.md")).toContain("Better.");
  });

  test("PL-23 with auto-sync = false only the index is rebuilt", async () => {
    await using there = await house({ config: "auto-sync = false\n" });
    expect((await callHook(there, "SessionStart")).refreshes).toEqual([]);
    there.depend(BOTH);
    expect(await callHook(there, "PreToolUse")).toMatchObject({ context: "tokio is here", refreshes: [], trace: { index: "rebuilt" } });
    expect((await callHook(there, "SessionStart", { session: "s2" })).refreshes).toEqual([]);
    await refresh(there);
    expect(there.has("project/.claude")).toBe(false);
  });

  test("PL-23 without a configured agent nothing is copied", async () => {
    await using there = await house({ agents: [] });
    expect((await callHook(there, "SessionStart")).refreshes).toEqual([]);
    expect(there.has("project/.claude")).toBe(false);
  });

  test("PL-23 the network and programs of predicates are left to a process of its own, also when a session begins", async () => {
    const asking = 'name = "asking"\npredicates = ["shell(touch asked)"]\ncrates = ["*"]\n[[skills]]\nsource.path = "s"\n';
    const far = manifestText("far", '[[skills]]\nsource.git = "/nowhere/at/all"\n');
    await using there = await cargoHouse({
      plugins: {
        asking: { "SYMPOSIUM.toml": asking, "s/a/SKILL.md": skillText("asked") },
        far: { "SYMPOSIUM.toml": far },
        near: { "SKILL.md": skillText("near", 'crates: "serde"') },
      },
    });
    expect((await callHook(there, "SessionStart")).refreshes).toEqual([there.project]);
    expect(there.has("project/asked")).toBe(false);
    expect(there.installed()).toEqual(["near"]);
    await refresh(there);
    expect(there.has("project/asked")).toBe(true);
    expect(there.installed()).toEqual(["asked", "near"]);
  });

  test("PL-23 what there was no time to copy is left to a process of its own", async () => {
    await using there = await house();
    const context = { ...CONTEXT, home: there.home, cwd: there.project, env: there.env };
    const noTime = -1;
    expect((await syncInCall({ context, places: placesOf(context) }, there.project, { milliseconds: noTime })).left).toBe(true);
    expect(there.installed()).toEqual([]);
    await refresh(there);
    expect(there.installed()).toEqual(["serde-help"]);
  });
});

describe("a call reads the workspace once, for its index and for its skills", () => {
  const project = {
    "package.json": '{"name":"app","version":"1.0.0","dependencies":{"react":"^19.0.0"}}',
    "package-lock.json": '{"lockfileVersion":3,"packages":{"node_modules/react":{"version":"19.1.0"}}}',
    "pyproject.toml": '[project]\nname = "app"\nversion = "1"\ndependencies = ["django"]\n',
    "uv.lock": 'version = 1\n[[package]]\nname = "django"\nversion = "5.1"\nsource = { registry = "https://example.test/simple" }\n',
    "go.mod": "module example.test/app\n\ngo 1.24\n\nrequire example.test/dep v1.0.0\n",
    "go.sum": "",
  };
  const readOf = (there: House, opened: readonly string[]) =>
    ["Cargo.toml", "Cargo.lock", ...Object.keys(project)].filter((name) => opened.includes(join(there.project, name)));
  const appOf = (there: House, env: Readonly<Record<string, string>> = {}) => {
    const context = { ...CONTEXT, home: there.home, cwd: there.project, env: { ...there.env, ...env } };
    return { context, places: placesOf(context) };
  };
  const readingOf = async (there: House) => {
    const rebuilt = await rebuildIndex({ ...appOf(there), folder: there.project, program: BUILD });
    return rebuilt.ok ? rebuilt.reading : undefined;
  };
  const milliseconds = 60_000;

  test("RT-28 PL-23 no manifest and no lock file is opened twice", async () => {
    await using there = await house({ project });
    await there.sync();
    there.depend(BOTH);
    const { value, opened } = await openedUntil(() => callHook(there, "PostToolUse"));
    expect(value).toMatchObject({ hasSynced: true, trace: { index: "rebuilt" } });
    expect(there.installed()).toEqual(["serde-help", "tokio-help"]);
    const ofProject = opened.filter((path) => readOf(there, [path]).length > 0);
    expect(ofProject.length).toBeGreaterThan(5);
    expect(ofProject).toEqual([...new Set(ofProject)]);
  });

  test("PL-23 where a variable that decides about packages is not the one of the last sync, its skills are those of the latter", async () => {
    await using there = await house({ project });
    const sync = async (env: Readonly<Record<string, string>>) => {
      const reading = await readingOf(there);
      return openedUntil(() => syncInCall(appOf(there, env), there.project, { milliseconds, reading }));
    };
    expect(readOf(there, (await sync({ EDITOR: "vi" })).opened)).toEqual([]);
    expect(readOf(there, (await sync({ VIRTUAL_ENV: "/elsewhere" })).opened)).toContain("uv.lock");
  });

  test("PL-23 a change after that is noticed by the next call", async () => {
    await using there = await house({ project });
    const reading = await readingOf(there);
    there.depend(BOTH);
    await syncInCall(appOf(there), there.project, { milliseconds, reading });
    expect(there.installed()).toEqual(["serde-help"]);
    await callHook(there, "PreToolUse");
    expect(there.installed()).toEqual(["serde-help", "tokio-help"]);
  });

  test("PL-23 what another sync made after that stays", async () => {
    await using there = await house({ project });
    const reading = await readingOf(there);
    there.depend(BOTH);
    await there.sync();
    await syncInCall(appOf(there), there.project, { milliseconds, reading });
    expect(there.installed()).toEqual(["serde-help", "tokio-help"]);
  });
});

describe("what a workspace's skills were made from", () => {
  test("E27 E28 the folder of a workspace's state is its last name and eight digits that depend on the whole path", () => {
    expect(workspaceName("/home/me/app")).toMatch(/^app-[0-9a-f]{8}$/);
    expect(workspaceName("/home/you/app")).not.toBe(workspaceName("/home/me/app"));
    expect(workspaceName("/home/me/app")).toBe(workspaceName("/home/me/app"));
  });

  test("E29 it is read back as it was written", async () => {
    await using there = await house();
    await there.sync();
    const file = syncedFile(there);
    const record = readSynced(file);
    expect(record).toEqual(JSON.parse(readFileSync(file, "utf8")));
    expect(record).toMatchObject({ workspace: there.project, left: false, follows: false });
    expect(record?.files.map(([path]) => path)).toEqual(
      expect.arrayContaining(["Cargo.lock", "Cargo.toml", "battery-pack.toml"].map((name) => join(there.project, name))),
    );
  });

  const touch = (path: string) => (there: House) => utimesSync(there.at(path), new Date(), new Date(Date.now() - 60_000));
  test.each<{ covers: string; title: string; change: (there: House) => void; isFresh: boolean; before?: (there: House) => void }>([
    { covers: "E30", title: "a lock file of the same time", change: () => {}, isFresh: true },
    {
      covers: "E31",
      title: "lock file and battery pack of the same times",
      before: (there) => there.write("project/battery-pack.toml", "x = 1\n"),
      change: () => {},
      isFresh: true,
    },
    { covers: "E32", title: "another time of the lock file", change: touch("project/Cargo.lock"), isFresh: false },
    {
      covers: "E33 PL-23",
      title: "a battery pack that was not there",
      change: (there) => there.write("project/battery-pack.toml", "x = 1\n"),
      isFresh: false,
    },
    {
      covers: "E34 PL-23",
      title: "another time of the battery pack",
      before: (there) => there.write("project/battery-pack.toml", "x = 1\n"),
      change: touch("project/battery-pack.toml"),
      isFresh: false,
    },
    { covers: "E35", title: "a lock file that is gone", change: (there) => there.remove("project/Cargo.lock"), isFresh: false },
    { covers: "E36", title: "nothing remembered", change: (there) => there.remove("home/.symposium/cache/workspaces"), isFresh: false },
    {
      covers: "PL-23",
      title: "another config file",
      change: (there) => there.write("home/.symposium/config.toml", configText(["claude", "kiro"])),
      isFresh: false,
    },
  ])("$covers $title", async ({ change, isFresh, before }) => {
    await using there = await house();
    before?.(there);
    await there.sync();
    change(there);
    expect((await callHook(there, "UserPromptSubmit")).hasSynced).toBe(!isFresh);
  });
});
