/** A clock that is set back between two calls: locks, sessions and the trace go on (the clock is part of the context). */

import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { createHome, type Home } from "../support/home.ts";
import { leaveLock } from "../support/left-lock.ts";
import { capturedPayload } from "../support/payloads.ts";
import { context, SHELL, speaker } from "./calling.ts";
import { says } from "../support/plugin.ts";

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 10, 15, 12);
const YEAR_BEFORE = NOW - 365 * DAY;

const before = capturedPayload("gemini-cli", "BeforeTool.shell");
const after = { ...capturedPayload("gemini-cli", "AfterTool.shell"), session_id: before["session_id"] };

/** A call at a time of our choice. */
function callAt(home: Home, time: number, agent: string, event: string, payload: object) {
  return home.call(agent, event, payload, { services: { context: { ...home.services().context, now: () => time } } });
}

const sessionsOf = (home: Home) => readdirSync(home.getPath("sessions/gemini-cli"));

describe("a clock set back by a year", () => {
  const talker = () => createHome(speaker(says({ additionalContext: "remember" })));

  test("RT-24 what was held before is delivered after", async () => {
    await using home = await talker();
    await callAt(home, NOW, "gemini", "BeforeTool", before);
    expect((await callAt(home, YEAR_BEFORE, "gemini", "AfterTool", after)).stdout).toContain("remember");
    expect((await callAt(home, NOW, "gemini", "AfterTool", after)).stdout).toBe("");
  });

  test("RT-24 a lock from the future does not keep a session from being remembered", async () => {
    await using home = await talker();
    await callAt(home, NOW, "gemini", "BeforeTool", before);
    const lock = home.getPath("sessions/gemini-cli", `${sessionsOf(home)[0]}.lock`);
    leaveLock(lock, process.pid, { time: NOW });
    await callAt(home, YEAR_BEFORE, "gemini", "BeforeTool", { ...before, tool_input: { command: "again" } });
    const [file = ""] = sessionsOf(home);
    expect(JSON.parse(readFileSync(home.getPath("sessions/gemini-cli", file), "utf8")).waiting).toEqual(["remember", "remember"]);
    expect(existsSync(lock)).toBe(false);
  });

  test("RT-28 a lock from the future does not keep the index from being made", async () => {
    await using home = await talker();
    await callAt(home, NOW, "claude", "PreToolUse", SHELL);
    const lock = home.getPath("locks/index-no-workspace");
    leaveLock(lock, process.pid, { time: NOW });
    writeFileSync(home.getPath("index/no-workspace"), "torn");
    expect(await callAt(home, YEAR_BEFORE, "claude", "PreToolUse", SHELL)).toMatchObject({ stdout: context("remember").stdout });
    expect(readFileSync(home.getPath("index/no-workspace"), "utf8")).toContain("speaker/say");
  });

  test("RT-24 sessions of the future are not pruned, and old ones are when the clock is right again", async () => {
    await using home = await talker();
    await callAt(home, NOW, "gemini", "BeforeTool", before);
    const [file = ""] = sessionsOf(home);
    utimesSync(home.getPath("sessions/gemini-cli", file), NOW / 1000, NOW / 1000);
    const start = { ...capturedPayload("gemini-cli", "SessionStart"), session_id: "another" };
    await callAt(home, YEAR_BEFORE, "gemini", "SessionStart", start);
    await callAt(home, NOW + 6 * DAY, "gemini", "SessionStart", start);
    expect(sessionsOf(home)).toEqual([file]);
    await callAt(home, NOW + 8 * DAY, "gemini", "SessionStart", start);
    expect(sessionsOf(home)).toEqual([]);
  });

  test("RT-25 the trace has both times, in the order of the calls", async () => {
    await using home = await talker();
    await callAt(home, NOW, "claude", "PreToolUse", SHELL);
    await callAt(home, YEAR_BEFORE, "claude", "PreToolUse", SHELL);
    expect(home.trace().map(({ time }) => time)).toEqual(["2026-11-15T12:00:00.000Z", "2025-11-15T12:00:00.000Z"]);
    expect(new Set(home.trace().map(({ id }) => id)).size).toBe(2);
  });
});
