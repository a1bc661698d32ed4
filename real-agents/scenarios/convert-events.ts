import { join } from "node:path";

import { read } from "../sandbox.ts";
import { shellWord } from "../shell-word.ts";
import { callRan, type Conversion, forAgent, given, hookRan, leaves, runsShellOf } from "./conversion.ts";
import type { Seen } from "./scenario.ts";

const STOPPED = "Stopped by convert-stop.";
const PROMPT_REFUSED = "Refused by convert-prompt.";
const count = (seen: Seen, hook: string) => seen.handled(hook).length;

export const convertEvents: readonly Conversion[] = [
  {
    name: "convert-session-start",
    ability: "a hook at the session's start, from Codex's TOML",
    from: "codex:toml",
    file: ({ always }) => ({
      text: `model = "x"\n\n[[hooks.SessionStart]]\nmatcher = "startup"\n\n[[hooks.SessionStart.hooks]]\ntype = "command"\ncommand = '${always("start")}'\ntimeout = 20\n`,
    }),
    // goose and Copilot CLI tell no session that starts from one that goes on.
    losses: { others: [], goose: ["matcher excluded"], "copilot-cli": ["matcher excluded"], opencode: ["matcher excluded"] },
    judge: (seen) => {
      const times = forAgent(seen, { others: 1, goose: 0, "copilot-cli": 0, opencode: 0 });
      return [[`the hook ran ${times} times`, count(seen, "convert-session-start-start") === times]];
    },
  },
  {
    name: "convert-every-session-start",
    ability: "a hook at every start of a session, from Qwen Code",
    from: "qwen-code",
    file: ({ always }) => ({
      document: { hooks: { SessionStart: [{ hooks: [{ type: "command", name: "start", command: always("start"), timeout: 20 }] }] } },
    }),
    losses: { others: ["name unwritten"], "gemini-cli": [], "qwen-code": [], opencode: [] },
    judge: (seen) => [["the hook ran once", count(seen, "convert-every-session-start-start") === 1]],
  },
  {
    name: "convert-after-tool",
    ability: "a hook after a tool, from Copilot CLI",
    from: "copilot-cli",
    file: ({ hook }) => ({
      document: { version: 1, hooks: { postToolUse: [{ type: "command", matcher: "bash", bash: hook("after"), timeoutSec: 20 }] } },
    }),
    calls: runsShellOf("convert-after-tool"),
    losses: { others: ["blocking adapted"], "copilot-cli": [], goose: [], "qwen-code": [], opencode: [] },
    judge: (seen) => [
      callRan(seen, "convert-after-tool"),
      hookRan(seen, "convert-after-tool", "after"),
      [
        "it was given the command",
        given(seen, "convert-after-tool", "after").some((payload) => payload.includes(leaves("convert-after-tool"))),
      ],
    ],
  },
  {
    name: "convert-stop",
    ability: "a hook that keeps the agent going",
    file: ({ always, root }) => {
      const flag = shellWord(join(root, "stopped.txt"));
      return [
        {
          event: "agent_stop",
          blocking: true,
          handler: { type: "command", command: always("stop", `test -e ${flag} && exit 0; touch ${flag}; echo '${STOPPED}' >&2; exit 2`) },
        },
      ];
    },
    losses: { others: ["blocking unwritten"], "copilot-cli": ["blocking changed"], opencode: ["blocking observes"] },
    judge: (seen) => {
      const holds = forAgent(seen, { others: true, "copilot-cli": false, opencode: false });
      return [
        ["the hook ran", read(join(seen.run.root, "stopped.txt")) === "" && count(seen, "convert-stop-stop") >= (holds ? 2 : 1)],
        [`the reason ${holds ? "reached" : "did not reach"} the model`, seen.turns.some((turn) => turn.includes(STOPPED)) === holds],
      ];
    },
  },
];

/** A run of its own: the prompt is all there is. */
export const convertPrompt: readonly Conversion[] = [
  {
    name: "convert-prompt",
    ability: "a guard of prompts",
    file: ({ always }) => [
      {
        event: "before_prompt",
        blocking: true,
        handler: { type: "command", command: always("guard", `echo '${PROMPT_REFUSED}' >&2; exit 2`) },
      },
    ],
    losses: { others: [], "copilot-cli": ["blocking changed"], goose: ["blocking observes"] },
    judge: (seen) => {
      const holds = forAgent(seen, { others: true, "copilot-cli": false, goose: false });
      return [
        ["the hook ran", count(seen, "convert-prompt-guard") >= 1],
        [`the prompt ${holds ? "did not reach" : "reached"} the model`, (seen.turns.length === 0) === holds],
      ];
    },
  },
];
