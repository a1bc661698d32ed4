import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { HOOK_FILES } from "../../../src/agents/hook-file-list.ts";
import type { HookManifest, ManifestHook, ManifestMatcher, MatcherElement } from "../../../src/canonical/hook-manifest.ts";
import { times } from "../../support/thoroughness.ts";
import { TOOL_WORDS } from "../manifest/arbitrary-manifest.ts";
import { encoded } from "./encoded.ts";
import { vectorsOf } from "./vectors.ts";
import { type CalledTool, entriesIn, found, namesOf, runs, toolOfServer } from "./what-runs.ts";

const selects = vectorsOf("tools")[0]!.vector.selects;
const OTHER_TOOLS = ["TodoWrite", "notebook_edit", "BashOutput", "run_shell_command_2", "xWrite", "a", "mcp", "*"];

interface KnownTool extends CalledTool {
  readonly neutral: readonly string[];
}

/** The agent's own tools, others with similar names, and those of servers. */
function toolsOf(agent: string): KnownTool[] {
  const neutral = new Map<string, string[]>();
  for (const [word, names] of Object.entries(selects[agent] ?? {}))
    for (const name of names) neutral.set(name, [...(neutral.get(name) ?? []), word]);
  const others = agent === "windsurf" ? [] : OTHER_TOOLS;
  return [
    ...[...neutral].map(([name, words]) => ({ name, neutral: words })),
    ...others.map((name) => ({ name, neutral: [] })),
    ...["github", "fs"].flatMap((server) => ["list", "push"].map((tool) => ({ ...toolOfServer(agent, server, tool), neutral: [] }))),
  ];
}

/** What the manifest says, in the agent's own names where it uses them. */
function isMeant(matcher: ManifestMatcher | undefined, agent: string, tool: KnownTool): boolean {
  if (matcher === undefined) return true;
  const { mcp, neutral } = tool;
  const names = namesOf(agent, tool);
  return (Array.isArray(matcher) ? (matcher as readonly MatcherElement[]) : [matcher as MatcherElement]).some((element) => {
    if (typeof element === "string") return TOOL_WORDS.includes(element) ? neutral.includes(element) : names.includes(element);
    if ("pattern" in element) return names.some((name) => found(element.pattern, name, "rust"));
    const { server, tool: one } = element.mcp;
    return mcp !== undefined && (server === "*" || server === mcp.server) && (one === undefined || one === mcp.tool);
  });
}

const element = fc.oneof(
  fc.constantFrom(...TOOL_WORDS),
  fc.constantFrom(
    "Bash",
    "bash",
    "Write",
    "run_shell_command",
    "*",
    ".*",
    "Bash|Write",
    "mcp__github__list",
    "TodoWrite",
    "@github",
    "a b",
    "x,y",
    "^a$",
    "(",
    "\\",
  ),
  fc
    .constantFrom("^Bash$", "Write|Edit", "^mcp_", "file", "[a-z]+_", "(?i)bash", "shell$", ".", "^(?:Bash|Read)$")
    .map((pattern) => ({ pattern })),
  fc
    .record(
      { server: fc.constantFrom("github", "fs", "*", "git.hub", "a|b", ".*"), tool: fc.constantFrom("list", "push", "l.st", "*") },
      { requiredKeys: ["server"] },
    )
    .map((mcp) => ({ mcp })),
);

const hook: fc.Arbitrary<ManifestHook> = fc.record(
  {
    event: fc.constant("before_tool_execute"),
    matcher: fc.oneof(element, fc.array(element, { minLength: 1, maxLength: 3 })),
    handler: fc.constant({ type: "command", command: "check" }),
    blocking: fc.boolean(),
  },
  { requiredKeys: ["event", "handler"] },
);

describe("IX-6 by each agent's own rule for matchers, a converted hook", () => {
  test.each(HOOK_FILES.map(({ agent }) => agent))(
    "on %s never runs for more tools, and a guard never for fewer without an error",
    (agent) => {
      const tools = toolsOf(agent);
      fc.assert(
        fc.property(hook, (one) => {
          const { files, isRefused, losses } = encoded({ spec: "hooks/1.0", hooks: [one] } satisfies HookManifest, agent);
          const entries = Object.values(files).flatMap(entriesIn);
          for (const tool of tools) {
            const isRun = entries.some((entry) => runs(agent, entry, tool));
            const meant = isMeant(one.matcher, agent, tool);
            if (isRun) expect(meant, `${JSON.stringify(one.matcher)} runs for ${tool.name}: ${JSON.stringify(entries)}`).toBe(true);
            else if (meant && one.blocking === true)
              expect(isRefused, `${JSON.stringify(one.matcher)} does not guard ${tool.name}: ${JSON.stringify(entries)}`).toBe(true);
            else if (meant) expect(losses.length, `${JSON.stringify(one.matcher)} silently skips ${tool.name}`).toBeGreaterThan(0);
          }
        }),
        { numRuns: times({ sample: 100, all: 1_000, proof: 20_000 }) },
      );
    },
    300_000,
  );
});
