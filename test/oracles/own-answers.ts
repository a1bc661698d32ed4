/**
 * What a hook that was written for an agent says at an event that only this agent has, by hand from what the agent reads. `NO` is why it refuses,
 * `NOTE` is for the model, `WORD` for the user.
 */

import { exit, json, nested, plain } from "./answers.ts";
import type { HookAnswer } from "./oracle.ts";

export const NO = "NOT HERE";
export const NOTE = "REMEMBER THIS";
export const WORD = "GOOD TO KNOW";

type Said = (event: string) => HookAnswer;

export interface OwnAnswers {
  readonly deny: Readonly<Record<string, Said>>;
  readonly ask?: Said;
  readonly allow?: Said;
  readonly stop?: Said;
  readonly context?: Said;
  readonly message?: Said;
  /** Fields that no other agent has, by event, twice with different values. */
  readonly fields?: Readonly<Record<string, readonly [object, object]>>;
}

const STOP: Said = () => json({ continue: false, stopReason: NO });
const MESSAGE: Said = () => json({ systemMessage: WORD });
const CONTEXT: Said = (event) => nested(event, { additionalContext: NOTE });
const BLOCK: Said = () => json({ decision: "block", reason: NO });
const EXIT: Said = () => exit(2, NO);
const WORDLESS: Said = () => exit(2);

export const OWN_ANSWERS: Readonly<Record<string, OwnAnswers>> = {
  "claude-code": {
    deny: {
      block: BLOCK,
      "exit 2": EXIT,
      "exit 2 without words": WORDLESS,
      "block beside fields that may void it": (event) => nested(event, { anything: 1 }, { decision: "block", reason: NO }),
    },
    allow: () => json({ decision: "approve" }),
    stop: STOP,
    context: CONTEXT,
    message: MESSAGE,
    fields: {
      MessageDisplay: [{ displayContent: "one" }, { displayContent: "two" }],
      PermissionDenied: [{ retry: true }, { retry: false }],
      CwdChanged: [{ watchPaths: ["/one"] }, { watchPaths: ["/two"] }],
      FileChanged: [{ watchPaths: ["/one"] }, { watchPaths: ["/two"] }],
      Elicitation: [
        { action: "accept", content: { word: "one" } },
        { action: "accept", content: { word: "two" } },
      ],
      ElicitationResult: [
        { action: "accept", content: { word: "one" } },
        { action: "accept", content: { word: "two" } },
      ],
    },
  },
  codex: { deny: { block: BLOCK, "exit 2": EXIT }, stop: STOP, context: CONTEXT, message: MESSAGE },
  "gemini-cli": {
    deny: {
      deny: () => json({ decision: "deny", reason: NO }),
      block: BLOCK,
      "exit 2": EXIT,
      "deny, exit 1": () => json({ decision: "deny", reason: NO }, 1),
    },
    allow: () => json({ decision: "allow" }),
    stop: STOP,
    context: CONTEXT,
    message: MESSAGE,
    fields: {
      BeforeModel: [{ llm_request: { model: "one" } }, { llm_request: { model: "two" } }],
      AfterModel: [{ llm_response: { candidates: [1] } }, { llm_response: { candidates: [2] } }],
      BeforeToolSelection: [{ toolConfig: { mode: "NONE" } }, { toolConfig: { mode: "ANY" } }],
    },
  },
  "qwen-code": {
    deny: { block: BLOCK, "exit 2": EXIT },
    allow: () => json({ decision: "allow" }),
    stop: STOP,
    context: CONTEXT,
    message: MESSAGE,
  },
  cursor: {
    deny: {
      deny: () => json({ permission: "deny", user_message: NO, agent_message: NO }),
      "with a word for the user": () => json({ permission: "deny", user_message: WORD, agent_message: NO }),
      "exit 2": EXIT,
      "exit 2 without words": WORDLESS,
    },
    ask: () => json({ permission: "ask", agent_message: NO }),
    allow: () => json({ permission: "allow" }),
    context: () => json({ additional_context: NOTE }),
  },
  goose: { deny: { block: BLOCK, "exit 2": EXIT } },
  windsurf: { deny: { "exit 2": EXIT } },
};

export const TEXT = plain(NOTE);
