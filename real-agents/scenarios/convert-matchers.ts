import type { NativeCall } from "../model-server/script.ts";
import type { Recipe, Folders } from "../recipes/recipe.ts";
import { type Conversion, forAgent, hookRan, leaves, shellAndWrite } from "./conversion.ts";
import type { Claim, Seen } from "./scenario.ts";

const SERVER = "my_srv-a";
const TOOL = "ping_al-pha";

/** The shell, a file that is written, and a server's tool. */
const every =
  (name: string) =>
  (recipe: Recipe, folders: Folders): readonly NativeCall[] => [
    ...shellAndWrite(name)(recipe, folders),
    ...(recipe.findsTool === undefined ? [] : [recipe.findsTool(SERVER, TOOL)]),
    recipe.calls.mcp(SERVER, TOOL, { word: `${name}.` }),
  ];

/** Called for the calls with these texts, and for no others. */
function selected(seen: Seen, name: string, texts: readonly string[]): readonly Claim[] {
  const all = seen.handled(`${name}-noting`);
  const own = all.filter((payload) => payload.includes(`${name}.`));
  return [
    hookRan(seen, name, "noting", texts.length),
    ...texts.map((text): Claim => [`${name}: it was called for ${text}`, own.some((payload) => payload.includes(text))]),
  ];
}

const shell = (name: string) => leaves(name);
const written = (name: string) => `${name}.written.txt`;
const served = (name: string) => `"${name}."`;

function noting(
  name: string,
  ability: string,
  matcher: unknown,
  rest: Pick<Conversion, "losses"> & { readonly finds: (seen: Seen) => readonly string[] },
): Conversion {
  return {
    name,
    ability,
    file: ({ hook }) => [
      { event: "before_tool_execute", matcher: matcher as string, blocking: true, handler: { type: "command", command: hook("noting") } },
    ],
    calls: every(name),
    ...(rest.losses === undefined ? {} : { losses: rest.losses }),
    judge: (seen) => selected(seen, name, rest.finds(seen)),
  };
}

/** Nothing in the names of goose tells a server's tool from its own. */
const ANY_SERVER_LOSSES = { others: [], goose: ["matcher refused"] };

export const convertMatchers: readonly Conversion[] = [
  noting("convert-array", "a matcher with several tools", ["shell", { mcp: { server: SERVER, tool: TOOL } }], {
    finds: () => [shell("convert-array"), served("convert-array")],
  }),
  noting(
    "convert-pattern",
    "a matcher with a pattern",
    { pattern: "^(?:Bash|bash|shell|run_shell_.*)$" },
    { losses: { others: ["matcher changed"] }, finds: () => [shell("convert-pattern")] },
  ),
  noting(
    "convert-pattern-of-neutral-names",
    "a matcher with the format's own example of a pattern",
    { pattern: "file_(read|write|edit)" },
    { losses: { others: ["matcher changed"] }, finds: () => [written("convert-pattern-of-neutral-names")] },
  ),
  noting("convert-server", "a matcher with an MCP server", { mcp: { server: SERVER } }, { finds: () => [served("convert-server")] }),
  noting(
    "convert-server-tool",
    "a matcher with one tool of an MCP server",
    { mcp: { server: SERVER, tool: TOOL } },
    { finds: () => [served("convert-server-tool")] },
  ),
  noting(
    "convert-other-tool",
    "a matcher with another tool of the same server",
    { mcp: { server: SERVER, tool: "ping" } },
    { finds: () => [] },
  ),
  noting(
    "convert-any-server",
    "a matcher with every MCP server",
    { mcp: { server: "*" } },
    { losses: ANY_SERVER_LOSSES, finds: (seen) => (forAgent(seen, ANY_SERVER_LOSSES).length > 0 ? [] : [served("convert-any-server")]) },
  ),
  noting("convert-absent-tool", "a matcher with a tool that the agent may not have", "search", {
    losses: { others: [], codex: ["matcher excluded"], goose: ["matcher excluded"] },
    finds: () => [],
  }),
  noting("convert-no-matcher", "a hook for every tool", undefined, {
    finds: () => [shell("convert-no-matcher"), written("convert-no-matcher"), served("convert-no-matcher")],
  }),
];

/** The shim tests them: without it they are refused, because they may find tools that nothing in the other agent's file can name. */
export const convertPatterns: readonly Conversion[] = [
  {
    name: "convert-pattern-of-claude",
    ability: "a pattern for Claude Code's tools",
    from: "claude-code",
    file: ({ hook }) => ({
      document: { hooks: { PreToolUse: [{ matcher: "^Ba.h$", hooks: [{ type: "command", command: hook("noting") }] }] } },
    }),
    calls: every("convert-pattern-of-claude"),
    isShimmed: true,
    judge: (seen) => selected(seen, "convert-pattern-of-claude", [shell("convert-pattern-of-claude")]),
  },
];
