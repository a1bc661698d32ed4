import { spawn } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { EventFacts } from "../../../src/agents/agent.ts";
import { NATIVE_EVENTS } from "../../../src/agents/native-list.ts";
import { shortHash } from "../../../src/host/bytes.ts";
import { workspaceState } from "../../../src/host/places.ts";
import { entriesOf, lookUp, tableOf } from "../../../src/lookup.ts";
import { agentsUnderTest, inFolder, onePerEvent } from "../../conformance/agents.ts";
import { leaveLock } from "../../support/left-lock.ts";
import { skillText } from "../../support/plugin.ts";
import { cargoHouse, type House } from "../cargo-house.ts";
import { callHook, refresh } from "../hook-calls.ts";

const agents = await agentsUnderTest();

describe.each(agents)("$oracle.agent", ({ oracle, payloads }) => {
  const facts = lookUp(NATIVE_EVENTS, oracle.agent) ?? tableOf<EventFacts>({});
  const hearsLater = entriesOf(facts).some(([, { can }]) => can.context);
  const afterTools = entriesOf(facts).flatMap(([native, { event }]) => (event === "PostToolUse" ? [native] : []));
  const files = onePerEvent(payloads).filter(({ event }) => afterTools.includes(event));

  test.each(files)("PL-23 $event brings the skill of a dependency that just came, and tells the model where it listens", async (file) => {
    await using there = await tokioHouse(oracle.agent);
    await there.sync();
    there.depend(["tokio 1.40.0"]);
    const payload = inFolder(file.payload, there.project);
    const { stdout, stderr, trace } = await callHook(there, file.event, { agent: oracle.agent, whole: payload });
    const folders = [".claude/skills", ".agents/skills", ".kiro/skills", ".cursor/skills", ".windsurf/skills"];
    expect(folders.flatMap((folder) => (there.has(`project/${folder}`) ? there.installed(folder) : []))).toEqual(["tokio-help"]);
    const reading = await oracle.read(file.event, payload, { stdout, stderr, exitCode: 0 });
    const { context } = oracle.obeys(file.event, payload);
    if (context) expect(reading.context).toContain("tokio-help");
    else expect(trace.losses?.map(({ code }) => code) ?? []).toEqual(hearsLater ? ["context-held"] : []);
  });

  test.each(files)("PL-23 $event tells of a skill that the background installed, once", async (file) => {
    await using there = await tokioHouse(oracle.agent);
    await there.sync();
    const payload = inFolder(file.payload, there.project);
    const call = () => callHook(there, file.event, { agent: oracle.agent, whole: payload });
    await call();
    there.depend(["tokio 1.40.0"]);
    await refresh(there);
    const calls = [await call(), await call()];
    expect(calls.map(({ hasSynced }) => hasSynced)).toEqual([false, false]);
    const { context } = oracle.obeys(file.event, payload);
    const told = await Promise.all(
      calls.map(async ({ stdout, stderr, trace }) =>
        context
          ? (await oracle.read(file.event, payload, { stdout, stderr, exitCode: 0 })).context?.includes("tokio-help") === true
          : trace.losses?.some(({ code }) => code === "context-held") === true,
      ),
    );
    expect(told).toEqual([context || hearsLater, false]);
  });
});

test("PL-23 a skill is not told to an agent that does not read it", async () => {
  await using there = await tokioHouse("claude");
  await there.sync();
  there.depend(["tokio 1.40.0"]);
  expect((await callHook(there, "PostToolUse", { agent: "codex" })).context).toBe("");
  expect(there.installed(".claude/skills")).toEqual(["tokio-help"]);
});

describe("PL-23 a skill that the background installed", () => {
  test("is told to each agent that reads it", async () => {
    await using there = await tokioHouse("claude", "codex");
    await there.sync();
    there.depend(["tokio 1.40.0"]);
    await refresh(there);
    const told: string[] = [];
    for (const agent of ["codex", "claude"]) told.push((await callHook(there, "PostToolUse", { agent })).context);
    expect(told).toEqual([expect.stringContaining("`tokio-help`"), expect.stringContaining("`tokio-help`")]);
  });

  test("is not told by a session that starts after it, which lists it", async () => {
    await using there = await tokioHouse("claude");
    await there.sync();
    there.depend(["tokio 1.40.0"]);
    await refresh(there);
    expect((await callHook(there, "SessionStart")).context).not.toContain("tokio-help");
    expect((await callHook(there, "PostToolUse")).context).toBe("");
  });

  test("is not told by the end of a session", async () => {
    await using there = await tokioHouse("claude");
    await there.sync();
    there.depend(["tokio 1.40.0"]);
    await refresh(there);
    await callHook(there, "SessionEnd", { session: "ended" });
    expect((await callHook(there, "PostToolUse")).context).toContain("tokio-help");
  });

  test("is not told once it is removed", async () => {
    await using there = await tokioHouse("claude");
    await there.sync();
    there.depend(["tokio 1.40.0"]);
    await refresh(there);
    there.depend([]);
    await refresh(there);
    expect((await callHook(there, "PostToolUse")).context).toBe("");
  });

  test("is never hidden by an index that counts as seen: the background writes one before it notices the change", async () => {
    await using there = await tokioHouse("claude");
    await there.sync();
    await callHook(there, "PostToolUse");
    const lock = `home/.symposium/locks/sync-${shortHash(there.project)}`;
    const index = join(there.home, ".symposium/index", shortHash(there.project));
    let before: string | undefined;
    const written = new Set<string>();
    await refresh(there, () => {
      if (before === undefined && there.has(lock)) {
        before = readFileSync(index, "utf8");
        there.depend(["tokio 1.40.0"]);
      }
      const now = readFileSync(index, "utf8");
      if (before !== undefined && now !== before && there.installed(".claude/skills").length === 0) written.add(now);
      return Date.now();
    });
    expect([...written].map((text) => text.includes('"leavesSkills":true'))).toEqual([true]);
    expect((await callHook(there, "PostToolUse")).context).toContain("tokio-help");
  });

  test("is waited for: a call installs what is missing when the other process has ended", async () => {
    await using there = await tokioHouse("claude");
    await there.sync();
    await callHook(there, "PostToolUse");
    there.depend(["tokio 1.40.0"]);
    const lock = join(there.home, ".symposium/locks", `sync-${shortHash(there.project)}`);
    const holder = spawn("/bin/sh", ["-c", 'sleep 0.3; rm "$0"/*; rmdir "$0"', lock], { stdio: "ignore" });
    holdLock(there, holder.pid);
    expect((await callHook(there, "PostToolUse")).context).toContain("tokio-help");
  });

  test("is not removed and told again by a background process that read older files", async () => {
    await using there = await tokioHouse("claude");
    await there.sync();
    there.depend(["tokio 1.40.0"]);
    await callHook(there, "PostToolUse");
    const skills = join(there.project, ".claude/skills");
    const [copies, newer] = [join(there.home, "copies"), readFileSync(recordOf(there), "utf8")];
    cpSync(skills, copies, { recursive: true, preserveTimestamps: true });
    there.depend([]);
    await callHook(there, "PostToolUse");
    const lock = holdLock(there, process.ppid);
    let isOvertaken = false;
    await refresh(there, () => {
      const isWaiting = existsSync(lock) && new Error().stack?.includes("lockSkillFolders") === true;
      if (isWaiting && !isOvertaken) {
        isOvertaken = true;
        there.depend(["tokio 1.40.0"]);
        cpSync(copies, skills, { recursive: true, preserveTimestamps: true });
        writeFileSync(recordOf(there), JSON.stringify({ ...(JSON.parse(newer) as object), at: Date.now() + 1 }));
        rmSync(lock, { recursive: true });
      }
      return Date.now();
    });
    expect(isOvertaken).toBe(true);
    expect(there.installed(".claude/skills")).toEqual(["tokio-help"]);
    expect((await callHook(there, "PostToolUse")).context).toBe("");
  });
});

/** As another process holds it that syncs the project. */
function holdLock(there: House, pid: number | undefined): string {
  return leaveLock(join(there.home, ".symposium/locks", `sync-${shortHash(there.project)}`), pid);
}

function recordOf(there: House): string {
  return workspaceState({ cache: join(there.home, ".symposium/cache") }, there.project).synced;
}

function tokioHouse(...agents: readonly string[]): ReturnType<typeof cargoHouse> {
  return cargoHouse({ agents, dependencies: [], plugins: { tokio: { "SKILL.md": skillText("tokio-help", 'crates: "tokio"') } } });
}
