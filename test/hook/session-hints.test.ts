import { describe, expect, test } from "vitest";

import { loadHookTime } from "../../src/agents/find-agent.ts";
import { recordState } from "../../src/files/state-file.ts";
import { entriesOf, tableOf } from "../../src/lookup.ts";
import { cargoHouse, type House } from "../setup/cargo-house.ts";
import { callHook } from "../setup/hook-calls.ts";
import { hook, manifestText } from "../support/plugin.ts";

const NEWS = "symposium 99.0.0 is available (current: 0.1.0). Run `symposium self-update` to upgrade.";
const DAY = 24 * 60 * 60 * 1000;

const talking = (event: string) => manifestText("talks", hook("talk", event));

/** A plugin that says something itself. */
const house = ({ event = "SessionStart", config = "" } = {}) =>
  cargoHouse({
    config,
    plugins: { talks: { "SYMPOSIUM.toml": talking(event), "talk.sh": `echo '{"${event}":{"additionalContext":"a plugin speaks"}}'\n` } },
  });

const published = (there: House, version: string) => recordState(there.at("home/.symposium/state.toml"), { latestVersion: version });

describe("what a session is told when it begins", () => {
  test("E10 PL-24 that there is a newer version: at most once a day, however many sessions begin", async () => {
    await using there = await house({ config: 'auto-update = "warn"\n' });
    published(there, "99.0.0");
    const start = Date.parse("2026-11-16T12:00:00Z");
    const told = async (session: string, after: number) =>
      (await callHook(there, "SessionStart", { session, now: () => start + after })).context;
    expect(await told("s1", 0)).toBe(`${NEWS}\n\na plugin speaks`);
    expect(await told("s2", DAY / 2)).toBe("a plugin speaks");
    expect(await told("s3", DAY + 1)).toBe(`${NEWS}\n\na plugin speaks`);
    expect(await told("s3", 3 * DAY)).toBe("a plugin speaks");
  });

  test("PL-24 nothing about a version that is not newer, or where no news is wanted", async () => {
    await using there = await house();
    published(there, "0.1.0");
    expect((await callHook(there, "SessionStart")).context).toBe("a plugin speaks");
    await using quiet = await house({ config: 'auto-update = "off"\n' });
    published(quiet, "99.0.0");
    expect((await callHook(quiet, "SessionStart")).context).toBe("a plugin speaks");
  });

  test("PL-24 once in a session, and before what plugins say", async () => {
    await using there = await house();
    published(there, "99.0.0");
    expect((await callHook(there, "SessionStart")).context).toBe(`${NEWS}\n\na plugin speaks`);
    expect((await callHook(there, "SessionStart")).context).toBe("a plugin speaks");
    expect((await callHook(there, "UserPromptSubmit")).context).toBe("");
  });

  test("PL-24 an agent without a start of sessions is told with the first prompt", async () => {
    await using there = await house({ event: "UserPromptSubmit" });
    published(there, "99.0.0");
    const withoutStart = async (name: string) => {
      const own = await loadHookTime(name);
      if (own === undefined) throw new Error(name);
      const events = entriesOf(own.events).filter(([event]) => event !== "SessionStart");
      return { ...own, events: tableOf(Object.fromEntries(events)) };
    };
    const prompt = () => callHook(there, "UserPromptSubmit", { loadHookTime: withoutStart });
    expect((await callHook(there, "PreToolUse", { loadHookTime: withoutStart })).context).toBe("");
    expect((await prompt()).context).toBe(`${NEWS}\n\na plugin speaks`);
    expect((await prompt()).context).toBe("a plugin speaks");
  });

  test("PL-24 an agent that takes no context uses nothing up", async () => {
    await using there = await house();
    published(there, "99.0.0");
    const prompt = { trajectory_id: "t1", agent_action_name: "pre_user_prompt", tool_info: { user_prompt: "hello", cwd: there.project } };
    const { stdout, trace } = await callHook(there, "pre_user_prompt", { agent: "windsurf", payload: prompt });
    expect({ stdout, losses: trace.losses }).toEqual({ stdout: "", losses: [] });
    expect((await callHook(there, "SessionStart")).context).toContain(NEWS);
  });
});
