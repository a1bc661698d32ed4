import { execFileSync } from "node:child_process";

import { expect, test } from "vitest";

import { innerOf } from "../../real-agents/inner-agent.ts";
import { playScript } from "../../real-agents/model-server/script.ts";
import { RECIPES } from "../../real-agents/recipes/list.ts";
import { markerOf } from "../../real-agents/recipes/recipe.ts";
import { impossibleOn, SCENARIOS } from "../../real-agents/scenarios/list.ts";
import { INNER_PROMPT } from "../../real-agents/scenarios/scenario.ts";

test("scenarios have names of their own", () => {
  const names = SCENARIOS.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

test("all scenarios of an ability are about the same agents, so that a cell means one thing", () => {
  const about = new Map<string, string>();
  for (const { ability, about: agents } of SCENARIOS) {
    const said = JSON.stringify(agents ?? "all");
    expect(about.get(ability) ?? said, ability).toBe(said);
    about.set(ability, said);
  }
});

test("what is impossible on an agent is what its recipe says, and what is about others", () => {
  const nobody = impossibleOn({ name: "nobody", cannot: { deny: "has no hooks" } });
  expect(nobody).toMatchObject({ deny: "has no hooks", "another agent's file": "reads no other agent's files" });
  expect(impossibleOn({ name: "copilot-cli", cannot: {} })).toEqual({
    "a hook of the user's own stays trusted": "trusts hooks by folder or not at all",
    "native events with a native guard": "it has no event of its own at which a run without a terminal can prevent something",
  });
});

test("all scenarios of an ability are in the same table", () => {
  const groups = new Map(SCENARIOS.map(({ ability, group }) => [ability, group]));
  expect(SCENARIOS.filter(({ ability, group }) => groups.get(ability) !== group)).toEqual([]);
});

test("a step for one of two speakers waits for it, and the others go on", () => {
  const next = playScript({
    steps: [
      { say: "first", onlyFor: "outer" },
      { say: "second", onlyFor: "inner" },
    ],
    final: "done",
  });
  expect([{ of: "inner" }, { of: "inner" }, { of: "outer" }, { of: "outer" }].map((body) => next(1, body).say)).toEqual([
    ...["second", "done", "first", "done"],
  ]);
  expect(next(0, { of: "title" }).say).toBe("Noted.");
});

test("what happens meanwhile is done once, when its step is taken", () => {
  const done: string[] = [];
  const next = playScript({ steps: [{ say: "one" }, { say: "two", meanwhile: "break it" }], final: "done" }, (command) =>
    done.push(command),
  );
  next(0, {});
  next(1, {});
  expect(done).toEqual([]);
  expect([next(1, {}).say, next(1, {}).say]).toEqual(["two", "done"]);
  expect(done).toEqual(["break it"]);
});

test.each(RECIPES)("RT-40 each call of $name beside the usual tools leaves a file of its own, or has one to edit", ({ beside }) => {
  for (const { calls, files = {} } of Object.values(beside)) {
    const asked = calls({ project: "/project" });
    expect(asked.length).toBeGreaterThan(0);
    for (const [place, call] of asked.entries())
      expect(
        [markerOf(place), ...Object.keys(files)].some((name) => JSON.stringify(call).includes(name)),
        call.name,
      ).toBe(true);
  }
});

test.each(RECIPES)("the agent inside $name is another one, and its command is what a shell makes of it", (recipe) => {
  const inner = innerOf(recipe, false);
  expect(inner.recipe.name).not.toBe(recipe.name);
  const words = inner.command.slice(0, inner.command.indexOf("</dev/null")).replace(inner.recipe.npm.bin, "printf '%s\\n'");
  const { args } = inner.recipe.launch({ prompt: INNER_PROMPT, permission: "bypass" });
  expect(execFileSync("sh", ["-c", words], { encoding: "utf8" })).toBe(`${args.join("\n")}\n`);
});
