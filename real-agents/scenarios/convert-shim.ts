/** Hooks that are called through our shim: the command gets the payload that it was written for, or its script does nothing. */

import { callBlocked, callRan, type Conversion, forAgent, hookRan, runsShellOf, shellAndWrite } from "./conversion.ts";
import { reached, where } from "./scenario.ts";

const SERVER = "my_srv-a";
const TOOL = "ping_al-pha";

/** Only Claude Code names the event and the tool like this. */
const forClaude = (event: string, tool: string, body: string) =>
  `case "$input" in *'"hook_event_name":"${event}"'*'"tool_name":"${tool}"'*) ;; *) exit 0 ;; esac\n${body}`;

const prints = (answer: object) => `printf '%s' '${JSON.stringify(answer)}'`;

/** Only Cursor names this event, and answers like this. */
const CURSOR_GUARD = [
  `case "$input" in *'"hook_event_name":"beforeShellExecution"'*'"command":'*) ;; *) exit 0 ;; esac`,
  prints({ permission: "deny", user_message: "Refused by convert-shim-cursor.", agent_message: "Refused by convert-shim-cursor." }),
].join("\n");

/** Claude Code's own file, with one hook. */
const settings = (event: string, matcher: string, command: string) => ({
  document: { hooks: { [event]: [{ matcher, hooks: [{ type: "command", command, timeout: 20 }] }] } },
});

/** Agents that cannot replace a tool's input. */
const NO_REWRITES = { others: false, goose: true, "qwen-code": true };

export const convertShim: readonly Conversion[] = [
  {
    name: "convert-shim-deny",
    ability: "through the shim, a guard of the shell from Claude Code",
    from: "claude-code",
    isShimmed: true,
    file: ({ hook }) =>
      settings("PreToolUse", "Bash", hook("guard", forClaude("PreToolUse", "Bash", "echo 'Refused by convert-shim-deny.' >&2; exit 2"))),
    calls: shellAndWrite("convert-shim-deny"),
    judge: (seen) => [
      callBlocked(seen, "convert-shim-deny"),
      reached(seen, "Refused by convert-shim-deny.", seen.turns.length),
      callRan(seen, "convert-shim-deny", "written."),
    ],
  },
  {
    name: "convert-shim-by-manifest",
    ability: "through the shim, a guard of the shell from Claude Code by way of a manifest",
    from: "claude-code",
    isShimmed: true,
    isByManifest: true,
    file: ({ hook }) =>
      settings(
        "PreToolUse",
        "Bash",
        hook("guard", forClaude("PreToolUse", "Bash", "echo 'Refused by convert-shim-by-manifest.' >&2; exit 2")),
      ),
    calls: shellAndWrite("convert-shim-by-manifest"),
    judge: (seen) => [
      callBlocked(seen, "convert-shim-by-manifest"),
      reached(seen, "Refused by convert-shim-by-manifest.", seen.turns.length),
      callRan(seen, "convert-shim-by-manifest", "written."),
    ],
  },
  {
    name: "convert-shim-cursor",
    ability: "through the shim, a guard of Cursor's `beforeShellExecution`",
    from: "cursor",
    isShimmed: true,
    file: ({ hook }) => ({
      document: { version: 1, hooks: { beforeShellExecution: [{ command: hook("guard", CURSOR_GUARD), timeout: 20 }] } },
    }),
    calls: shellAndWrite("convert-shim-cursor"),
    judge: (seen) => [
      callBlocked(seen, "convert-shim-cursor"),
      reached(seen, "Refused by convert-shim-cursor.", seen.turns.length),
      callRan(seen, "convert-shim-cursor", "written."),
      hookRan(seen, "convert-shim-cursor", "guard"),
    ],
  },
  {
    name: "convert-shim-context",
    ability: "through the shim, context after a tool from Claude Code",
    from: "claude-code",
    isShimmed: true,
    file: ({ hook }) =>
      settings(
        "PostToolUse",
        "Bash",
        hook(
          "context",
          forClaude(
            "PostToolUse",
            "Bash",
            prints({ hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "Seen by convert-shim-context." } }),
          ),
        ),
      ),
    calls: runsShellOf("convert-shim-context"),
    judge: (seen) => [
      callRan(seen, "convert-shim-context"),
      hookRan(seen, "convert-shim-context", "context"),
      ...where(seen, "context after a tool", reached(seen, "Seen by convert-shim-context.", seen.turns.length)),
    ],
  },
  {
    name: "convert-shim-rewrite",
    ability: "through the shim, a rewrite from Claude Code",
    from: "claude-code",
    isShimmed: true,
    file: ({ hook }) =>
      settings(
        "PreToolUse",
        "Bash",
        hook(
          "rewrite",
          forClaude(
            "PreToolUse",
            "Bash",
            prints({
              hookSpecificOutput: {
                hookEventName: "PreToolUse",
                permissionDecision: "allow",
                updatedInput: { command: "echo ran > convert-shim-rewrite.changed.txt" },
              },
            }),
          ),
        ),
      ),
    calls: runsShellOf("convert-shim-rewrite"),
    judge: (seen) => {
      const denies = forAgent(seen, NO_REWRITES);
      return [
        callBlocked(seen, "convert-shim-rewrite"),
        denies
          ? reached(seen, "Allowed only in this form", seen.turns.length)
          : ["the tool ran with the new input", seen.file("convert-shim-rewrite.changed.txt") === "ran"],
      ];
    },
  },
  {
    name: "convert-shim-matcher",
    ability: "through the shim, a matcher that the agent cannot have",
    from: "claude-code",
    isShimmed: true,
    file: ({ hook }) => settings("PreToolUse", "mcp__.*__ping.*", hook("noting")),
    calls: (recipe, folders) => [
      ...shellAndWrite("convert-shim-matcher")(recipe, folders),
      ...(recipe.findsTool === undefined ? [] : [recipe.findsTool(SERVER, TOOL)]),
      recipe.calls.mcp(SERVER, TOOL, { word: "convert-shim-matcher." }),
    ],
    judge: (seen) => [
      callRan(seen, "convert-shim-matcher"),
      hookRan(seen, "convert-shim-matcher", "noting"),
      ["it was called for the server's tool", seen.handled("convert-shim-matcher-noting").every((payload) => payload.includes("mcp__"))],
    ],
  },
  {
    name: "convert-shim-non-blocking",
    ability: "through the shim, a hook that is not blocking",
    isShimmed: true,
    file: ({ hook }) => [
      {
        event: "before_tool_execute",
        matcher: "shell",
        blocking: false,
        handler: { type: "command", command: hook("fails", "echo refused >&2; exit 2") },
      },
    ],
    calls: runsShellOf("convert-shim-non-blocking"),
    judge: (seen) => [hookRan(seen, "convert-shim-non-blocking", "fails"), callRan(seen, "convert-shim-non-blocking")],
  },
];
