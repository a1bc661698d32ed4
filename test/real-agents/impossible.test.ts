/** A recipe may call an ability impossible only where the agent's own table says so, and must where it does. */

import { expect, test } from "vitest";

import { RECIPES } from "../../real-agents/recipes/list.ts";
import { impossibleOn, SCENARIOS } from "../../real-agents/scenarios/list.ts";
import type { AgentFacts } from "../../src/agents/agent.ts";
import { AGENTS } from "../../src/agents/list.ts";
import type { EventName } from "../../src/model/event.ts";
import type { Abilities } from "../../src/model/input.ts";

const at = (event: EventName, ability: keyof Abilities) => (agent: AgentFacts) =>
  Object.values(agent.events).some((facts) => facts.event === event && facts.can[ability]);
const takesContextAtATool = (agent: AgentFacts) => at("PreToolUse", "context")(agent) || at("PostToolUse", "context")(agent);

const NEEDS: Readonly<Record<string, (agent: AgentFacts) => boolean>> = {
  deny: at("PreToolUse", "block"),
  "deny after a tool": at("PostToolUse", "block"),
  "rewrite of a shell command": at("PreToolUse", "rewrite"),
  "rewrite of a file edit": at("PreToolUse", "rewrite"),
  "context at session start": at("SessionStart", "context"),
  "context at the prompt": at("UserPromptSubmit", "context"),
  "context before a tool": takesContextAtATool,
  "context after a tool": at("PostToolUse", "context"),
  "context after a failed tool": at("PostToolUseFailure", "context"),
  "context at subagent start": at("SubagentStart", "context"),
  "prompt block": at("UserPromptSubmit", "block"),
  "stop block": at("Stop", "block"),
  "subagent stop block": at("SubagentStop", "block"),
  "permission denied": at("PermissionRequest", "block"),
  "failure told to the user": ({ systemMessage }) => systemMessage.value,
};

const cells = RECIPES.flatMap((recipe) => Object.keys(NEEDS).map((ability) => ({ recipe, agent: recipe.name, ability })));

test.each(cells)("$agent, $ability: impossible exactly where its table says so", ({ recipe, agent, ability }) => {
  const facts = AGENTS.find(({ name }) => name === agent);
  expect(ability in impossibleOn(recipe)).toBe(facts !== undefined && !NEEDS[ability]?.(facts));
});

test("every ability named here, and every one a recipe calls impossible, is shown by a scenario", () => {
  const shown = new Set(SCENARIOS.map(({ ability }) => ability));
  const named = [...Object.keys(NEEDS), ...RECIPES.flatMap(({ cannot }) => Object.keys(cannot))];
  expect(named.filter((ability) => !shown.has(ability))).toEqual([]);
});
