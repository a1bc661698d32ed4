import { callBlocked, callRan, type Conversion, forAgent, hookRan, reasonReached, runsShellOf, shellAndWrite } from "./conversion.ts";

const refuses = (name: string) => `echo 'Refused by ${name}.' >&2; exit 2`;

export const convertGuards: readonly Conversion[] = [
  {
    name: "convert-guard",
    ability: "a guard of the shell, from Claude Code",
    from: "claude-code",
    file: ({ hook }) => ({
      document: {
        hooks: {
          PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: hook("guard", refuses("convert-guard")), timeout: 20 }] }],
        },
      },
    }),
    calls: shellAndWrite("convert-guard"),
    judge: (seen) => [
      callBlocked(seen, "convert-guard"),
      ...reasonReached(seen, "Refused by convert-guard."),
      callRan(seen, "convert-guard", "written."),
    ],
  },
  {
    name: "convert-guard-of-writes",
    ability: "a guard of written files alone, from Gemini CLI",
    from: "gemini-cli",
    file: ({ hook }) => ({
      document: {
        hooks: {
          BeforeTool: [
            {
              matcher: "^write_file$",
              hooks: [{ type: "command", command: hook("guard", refuses("convert-guard-of-writes")), timeout: 20_000 }],
            },
          ],
        },
      },
    }),
    calls: shellAndWrite("convert-guard-of-writes"),
    // Codex has one tool for files.
    losses: { others: [], codex: ["matcher changed"] },
    judge: (seen) => [
      callRan(seen, "convert-guard-of-writes"),
      callBlocked(seen, "convert-guard-of-writes", "written."),
      ...reasonReached(seen, "Refused by convert-guard-of-writes."),
    ],
  },
  {
    name: "convert-non-blocking",
    ability: "a hook that is not blocking",
    file: ({ hook }) => [
      {
        event: "before_tool_execute",
        matcher: "shell",
        blocking: false,
        handler: { type: "command", command: hook("fails", refuses("convert-non-blocking")) },
      },
    ],
    calls: runsShellOf("convert-non-blocking"),
    // Agents obey exit code 2 of every hook.
    losses: { others: ["blocking adapted"], opencode: [] },
    judge: (seen) => [
      hookRan(seen, "convert-non-blocking", "fails"),
      seen.recipe.name === "opencode" ? callRan(seen, "convert-non-blocking") : callBlocked(seen, "convert-non-blocking"),
    ],
  },
];

/** The denial is for every call of the server. */
export const convertStrategies: readonly Conversion[] = [
  {
    name: "convert-block-strategy",
    ability: "a rewrite that the agent cannot take is a denial",
    file: ({ hook }) => [
      {
        event: "before_tool_execute",
        matcher: { mcp: { server: "my_srv-a" } },
        blocking: true,
        capabilities: ["input_rewrite"],
        handler: { type: "command", command: hook("rewrites") },
      },
    ],
    calls: ({ calls, findsTool }) => [
      ...(findsTool === undefined ? [] : [findsTool("my_srv-a", "ping_al-pha")]),
      calls.mcp("my_srv-a", "ping_al-pha", { word: "convert-block-strategy." }),
    ],
    losses: {
      others: ["capabilities unwritten"],
      goose: ["capabilities blocks", "capabilities unwritten"],
      "qwen-code": ["capabilities blocks", "capabilities unwritten"],
    },
    judge: (seen) => {
      const denies = forAgent(seen, { others: false, goose: true, "qwen-code": true });
      const isAnswered = seen.turns.some((turn) => /pong \{[^}]*convert-block-strategy\./.test(turn));
      return [
        hookRan(seen, "convert-block-strategy", "rewrites", denies ? 0 : 1),
        [`the tool ${denies ? "did not run" : "ran"}`, isAnswered !== denies],
      ];
    },
  },
];
