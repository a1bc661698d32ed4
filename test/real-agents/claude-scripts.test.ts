/** The list of scripts for Claude Code, and what is expected to be lost of them. */

import { expect, test } from "vitest";

import { RECIPES } from "../../real-agents/recipes/list.ts";
import { CLAUDE_SCRIPTS } from "../../real-agents/scenarios/shim.ts";
import { SOURCE } from "../../real-agents/scenarios/shim-set-up.ts";
import type { AgentFacts } from "../../src/agents/agent.ts";
import { AGENTS } from "../../src/agents/list.ts";
import type { Abilities } from "../../src/model/input.ts";
import { FIXTURES, hooksOf } from "../claude-scripts/fixtures.ts";

/** What each script needs of an agent at its event; the others only watch. */
const NEEDS: Readonly<Record<string, keyof Abilities>> = {
  "force-push": "block",
  "protected-files": "block",
  "terraform-plan": "rewrite",
  "remove-guard": "block",
  "database-guard": "block",
  "release-plugin": "block",
  "session-notes": "context",
  "ticket-context": "context",
  "changelog-reminder": "context",
  "print-lint": "block",
  "json-check": "block",
  "tests-before-stop": "block",
  "prompt-filter": "block",
  "permission-rules": "block",
};

const cells = CLAUDE_SCRIPTS.flatMap(({ name, lost = {} }) =>
  RECIPES.map((recipe) => ({ script: name, agent: recipe.name, isLost: Object.hasOwn(lost, recipe.name) })),
);

test("IX-15 every script is played, at least eight, in three languages", () => {
  expect(CLAUDE_SCRIPTS.map(({ name }) => name).toSorted()).toEqual(FIXTURES);
  expect(FIXTURES.length).toBeGreaterThanOrEqual(8);
  expect(new Set(CLAUDE_SCRIPTS.map(({ language }) => language))).toEqual(new Set(["Bash with jq", "Python", "JavaScript", "sh"]));
});

test("IX-15 they have the matchers that people write, or none, absolute paths and $CLAUDE_PROJECT_DIR", () => {
  const groups = FIXTURES.flatMap((name) => Object.values(hooksOf(name, "/absolute").hooks).flat());
  const matchers = groups.map(({ matcher }) => matcher);
  for (const matcher of ["Bash", "Edit|Write", "mcp__.*", undefined]) expect(matchers).toContain(matcher);
  const commands = groups.flatMap(({ hooks }) => hooks.map(({ command }) => command));
  for (const word of ["$CLAUDE_PROJECT_DIR", "/absolute/", "${CLAUDE_PLUGIN_ROOT}"])
    expect(commands.some((command) => command.includes(word))).toBe(true);
});

test.each(cells)("IX-15 $script on $agent is a loss exactly where the agent's own table says so", ({ script, agent, isLost }) => {
  const facts = AGENTS.find(({ name }) => name === agent) as AgentFacts;
  const [event] = Object.keys(hooksOf(script, "").hooks);
  const ability = NEEDS[script];
  const at = Object.values(facts.events).filter((one) => one.event === event);
  expect(isLost).toBe(!at.some(({ can }) => ability === undefined || can[ability]));
  if (agent === SOURCE) expect(isLost).toBe(false);
});
