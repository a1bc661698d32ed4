import { answers, type PluginHook } from "./plugin.ts";
import { ended, reached, runsShell, toolRan, where, type Claim, type Scenario, type Seen } from "./scenario.ts";

const noting = (name: string, matcher: string): PluginHook => ({
  name,
  event: "PostToolUse",
  matcher,
  body: answers("PostToolUse", { additionalContext: `Noted by ${name}.` }),
});
const silent = (seen: Seen, hook: string): Claim => [`${hook} did not run`, seen.handled(hook).length === 0];
const matched = (seen: Seen, ...hooks: readonly string[]): readonly Claim[] =>
  hooks.flatMap((hook) => [
    [`${hook} ran once`, seen.handled(hook).length === 1],
    ...where(seen, "context after a tool", reached(seen, `Noted by ${hook}.`, 2)),
  ]);

export const matcher: readonly Scenario[] = [
  {
    name: "matcher-shell",
    ability: "matcher",
    plugins: () => [
      {
        name: "matching",
        hooks: [
          noting("claude-name", "Bash"),
          noting("neutral-name", "shell"),
          noting("pattern", "^Ba.h$"),
          noting("another-tool", "Write|Edit"),
        ],
      },
    ],
    steps: runsShell,
    judge: (seen) => [ended(seen), toolRan(seen), ...matched(seen, "claude-name", "neutral-name", "pattern"), silent(seen, "another-tool")],
  },
  {
    name: "matcher-mcp",
    ability: "matcher",
    mcp: true,
    plugins: () => [
      {
        name: "matching",
        hooks: [
          noting("server-tool", "mcp__my_srv-a__ping_al-pha"),
          noting("pattern", "mcp__my_srv.a__.*"),
          noting("another-tool", "mcp__other__.*"),
        ],
      },
    ],
    steps: ({ calls }) => [{ calls: [calls.mcp("my_srv-a", "ping_al-pha", { word: "hello" })] }],
    judge: (seen) => [ended(seen), ...matched(seen, "server-tool", "pattern"), silent(seen, "another-tool")],
  },
  {
    name: "matcher-file-write",
    ability: "matcher",
    plugins: () => [
      { name: "matching", hooks: [noting("claude-name", "Write"), noting("neutral-name", "file_write"), noting("another-tool", "Bash")] },
    ],
    steps: ({ calls }, { project }) => [{ calls: [calls.write(`${project}/marker.txt`, "ran\n")] }],
    judge: (seen) => [ended(seen), toolRan(seen), ...matched(seen, "claude-name", "neutral-name"), silent(seen, "another-tool")],
  },
];
