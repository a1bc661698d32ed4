import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { loadHookTime } from "../../../src/agents/find-agent.ts";
import { HOOK_FILES } from "../../../src/agents/hook-files-list.ts";
import { readShimEntry } from "../../../src/agents/shim-entry.ts";
import { documentIn, encodeHooks } from "../../../src/interchange/encode.ts";
import {
  elementsOf,
  type HookManifest,
  type ManifestHook,
  type ManifestMatcher,
  type MatcherElement,
} from "../../../src/model/hook-manifest.ts";
import { selectsTool } from "../../../src/model/manifest-matcher.ts";
import { matchNames, type ToolCall } from "../../../src/model/tool.ts";
import { agentsUnderTest } from "../../conformance/agents.ts";
import { toolPayload } from "../../support/tool-payload.ts";
import { times } from "../../support/thoroughness.ts";
import { TOOL_WORDS } from "../../plugins/hook-manifest/arbitrary-manifest.ts";
import { encoded, targetOf } from "./encoded.ts";
import { vectorsOf } from "./vectors.ts";
import { type CalledTool, entriesIn, found, namesOf, runs, toolOfServer } from "./what-runs.ts";

const selects = vectorsOf("tools")[0]!.vector.selects;
const OTHER_TOOLS = ["TodoWrite", "notebook_view", "BashOutput", "run_shell_command_2", "xWrite", "a", "mcp", "*"];

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

/** What the manifest says, in the agent's own names where it uses them. A pattern is searched in these and in the neutral ones. */
function isMeant(matcher: ManifestMatcher | undefined, agent: string, tool: KnownTool): boolean {
  if (matcher === undefined) return true;
  const { mcp, neutral } = tool;
  const names = namesOf(agent, tool);
  return (Array.isArray(matcher) ? (matcher as readonly MatcherElement[]) : [matcher as MatcherElement]).some((element) => {
    if (typeof element === "string") return TOOL_WORDS.includes(element) ? neutral.includes(element) : names.includes(element);
    if ("pattern" in element) return [...names, ...neutral].some((name) => found(element.pattern, name, "rust"));
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
    .constantFrom(
      "^Bash$",
      "Write|Edit",
      "^mcp_",
      "file",
      "[a-z]+_",
      "(?i)bash",
      "shell$",
      ".",
      "^(?:Bash|Read)$",
      "file_(read|write|edit)",
      "^file_edit$",
    )
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

/** The tool as the hook program reads it in the agent's own payload. */
async function calledTools(agent: string): Promise<ReadonlyMap<string, ToolCall>> {
  const under = (await agentsUnderTest()).find(({ oracle }) => oracle.agent === agent)!;
  const hookTime = (await loadHookTime(agent))!;
  const read = toolsOf(agent).flatMap((tool): [string, ToolCall][] => {
    const { event, payload } = toolPayload(under, tool.name, {});
    const seen = hookTime.read(payload as never, event).tool;
    return seen === undefined ? [] : [[tool.name, seen]];
  });
  return new Map(read);
}

describe("IX-6, IX-12 with the shim, by each agent's own rule for matchers and then by the shim's, a converted hook", () => {
  // Windsurf names no tools but those of servers, so that a payload of any tool cannot be made.
  test.each(HOOK_FILES.map(({ agent }) => agent).filter((agent) => !["windsurf", "opencode"].includes(agent)))(
    "on %s is never refused for its matcher, runs for all that it is meant for, and for nothing else",
    async (agent) => {
      const called = await calledTools(agent);
      fc.assert(
        fc.property(hook, (one) => {
          const { files, losses } = encodeHooks({ spec: "hooks/1.0", hooks: [one] }, targetOf(agent), { shim: {} });
          expect(losses.filter(({ field, effect }) => field === "matcher" && effect === "refused")).toEqual([]);
          const entries = files.flatMap(({ content }) => entriesIn(documentIn(content, targetOf(agent).form)));
          for (const tool of toolsOf(agent)) {
            const seen = called.get(tool.name);
            const shimmed = entries.map((entry) => ({ entry, filter: filterIn(entry.entry) })).filter(({ filter }) => filter !== undefined);
            // Without a filter the other test is about it. Of a tool for two things its input decides, as in every call (RT-40).
            if (shimmed.length === 0 || seen === undefined || tool.mcp !== undefined || tool.neutral.length > 1) continue;
            const isRun = shimmed.some(({ entry, filter }) => runs(agent, entry, tool) && selectsTool(filter!, seen));
            const isByNeutral = elementsOf(one.matcher!).some((each) => typeof each === "string" && tool.neutral.includes(each));
            if (isByNeutral) expect(isRun, `${JSON.stringify(one.matcher)} does not guard ${tool.name}`).toBe(true);
            else if (isRun)
              expect(isMeant(one.matcher, agent, tool) || isNamedByClaude(one.matcher!, seen), `${tool.name} runs`).toBe(true);
          }
        }),
        { numRuns: times({ sample: 100, all: 1_000, proof: 20_000 }) },
      );
    },
    300_000,
  );
});

/** Manifests may name a tool as Claude Code does, on every agent (RT-10). */
function isNamedByClaude(matcher: ManifestMatcher, seen: ToolCall): boolean {
  return elementsOf(matcher).some((each) => typeof each === "string" && matchNames(seen).includes(each));
}

function filterIn(entry: Readonly<Record<string, unknown>>): ManifestMatcher | undefined {
  const command = Object.values(entry).find((value) => typeof value === "string" && value.includes(" shim "));
  return command === undefined ? undefined : (readShimEntry(command as string)?.hook["matcher"] as ManifestMatcher | undefined);
}

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
