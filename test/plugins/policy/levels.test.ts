import { readdirSync, rmSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { POLICY_LEVELS } from "../../../src/consent/policy/judge.ts";
import { SHELL } from "../../support/consented.ts";
import { type PolicyHome, policyHome } from "./policy-home.ts";

const ALL = ["open", "closed", "server", "subcommand", "predicate", "shell", "installation"];
const NO_HOOKS = ALL.slice(2);
/** What a guard that the user agreed to needs, and nothing else. */
const GUARD = ["closed", "predicate", "shell", "installation"];
const GUARD_AND_OTHERS = ALL.slice(1);

/** What is left of the user's plugin and of the repository's, by a rule at each level. */
const RULES: readonly {
  readonly rule: string;
  readonly mine: readonly string[];
  readonly house: readonly string[];
  readonly houseOfProject: readonly string[];
}[] = [
  { rule: "disable-all-hooks = true", mine: NO_HOOKS, house: NO_HOOKS, houseOfProject: GUARD_AND_OTHERS },
  { rule: "allow-managed-only = true", mine: [], house: [], houseOfProject: GUARD },
  { rule: "sources = []", mine: [], house: [], houseOfProject: GUARD },
  { rule: 'sources = ["workspace"]', mine: [], house: ALL, houseOfProject: ALL },
  { rule: 'sources = ["user-plugins"]', mine: ALL, house: [], houseOfProject: GUARD },
  { rule: 'events.before_tool_execute = "deny"', mine: NO_HOOKS, house: NO_HOOKS, houseOfProject: GUARD_AND_OTHERS },
  { rule: 'events.PreToolUse = "managed-only"', mine: NO_HOOKS, house: NO_HOOKS, houseOfProject: GUARD_AND_OTHERS },
  { rule: 'events.agent_stop = "deny"', mine: ALL, house: ALL, houseOfProject: ALL },
  { rule: 'capabilities.structured_output = "deny"', mine: NO_HOOKS, house: NO_HOOKS, houseOfProject: GUARD_AND_OTHERS },
  { rule: 'capabilities.http_handler = "deny"', mine: ALL, house: ALL, houseOfProject: ALL },
];

describe("IX-17 every level × rule × kind of thing that runs", () => {
  test("without a policy everything runs", async () => {
    await using home = await policyHome();
    expect(home.runs("mine")).toEqual(ALL);
    expect(home.runs("house")).toEqual(ALL);
  });

  const cases = POLICY_LEVELS.flatMap((level) => RULES.map((rule) => ({ level, ...rule })));
  test.each(cases)("$level: $rule", async ({ level, rule, mine, house, houseOfProject }) => {
    await using there = await policyHome();
    there.set(level, rule);
    expect(there.runs("mine"), "the user's plugin").toEqual(level === "project" ? ALL : mine);
    expect(there.runs("house"), "the repository's plugin").toEqual(level === "project" ? houseOfProject : house);
    there.set(level, undefined);
    expect(there.runs("mine")).toEqual(ALL);
  });
});

/** The hooks that really ran in a call. */
async function ranIn(home: PolicyHome): Promise<readonly string[]> {
  await home.call("claude", "PreToolUse", { ...SHELL, cwd: home.getPath("work") }, { env: { RAN: home.getPath("ran") } });
  const ran = readdirSync(home.getPath("ran")).sort();
  for (const name of ran) rmSync(home.getPath("ran", name));
  return ran;
}

describe("IX-17 hook calls", () => {
  test("a policy that appears during a session takes effect at the next call, and the trace names level, file and rule", async () => {
    await using home = await policyHome({ isClosed: false });
    const all = ["house-closed", "house-open", "mine-closed", "mine-open"];
    expect(await ranIn(home)).toEqual(all);
    home.set("project", "disable-all-hooks = true");
    expect(await ranIn(home)).toEqual(["mine-closed", "mine-open"]);
    const considered = JSON.stringify(home.trace().at(-1));
    expect(considered).toContain(`inactive: is denied by the project policy (\`disable-all-hooks\` in ${home.file("project")})`);
    home.set("system", "disable-all-hooks = true");
    expect(await ranIn(home)).toEqual([]);
    home.set("system", undefined);
    home.set("project", undefined);
    expect(await ranIn(home)).toEqual(all);
  });

  test("a system policy stops the user's closed hook as well: that is its decision, and nothing denies", async () => {
    await using home = await policyHome();
    home.set("system", "disable-all-hooks = true");
    const { stdout } = await home.call("claude", "PreToolUse", { ...SHELL, cwd: home.getPath("work") });
    expect(stdout).toBe("");
    expect(home.load().refused).toEqual([]);
  });
});
