import { answers, type PluginHook } from "./plugin.ts";
import { ended, reached, runsShell, toolRan, type Scenario, type Seen } from "./scenario.ts";

const noting = (name: string, matcher: string): PluginHook => ({
  name,
  event: "PostToolUse",
  matcher,
  body: answers("PostToolUse", { additionalContext: `Noted by ${name}.` }),
});
const silent = (seen: Seen, hook: string) => [`${hook} did not run`, seen.handled(hook).length === 0] as const;

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
    judge: (seen) => [
      ended(seen),
      toolRan(seen),
      reached(seen, "Noted by claude-name.", 2),
      reached(seen, "Noted by neutral-name.", 2),
      reached(seen, "Noted by pattern.", 2),
      silent(seen, "another-tool"),
    ],
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
    judge: (seen) => [
      ended(seen),
      reached(seen, "Noted by server-tool.", 2),
      reached(seen, "Noted by pattern.", 2),
      silent(seen, "another-tool"),
    ],
  },
  {
    name: "matcher-file-write",
    ability: "matcher",
    plugins: () => [
      { name: "matching", hooks: [noting("claude-name", "Write"), noting("neutral-name", "file_write"), noting("another-tool", "Bash")] },
    ],
    steps: ({ calls }, { project }) => [{ calls: [calls.write(`${project}/marker.txt`, "ran\n")] }],
    judge: (seen) => [
      ended(seen),
      toolRan(seen),
      reached(seen, "Noted by claude-name.", 2),
      reached(seen, "Noted by neutral-name.", 2),
      silent(seen, "another-tool"),
    ],
  },
];
