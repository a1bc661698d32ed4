/** What the Rust tool wrote, where, and how: pretty with two spaces, keys in the order of the alphabet, no newline at the end. */

import type { Scope } from "../../../src/agents/agent.ts";

export interface RustFile {
  readonly agent: string;
  readonly path: string;
  readonly scopes: readonly Scope[];
  /** Its name of the event → the agent's. */
  readonly events: Readonly<Record<string, string>>;
  readonly entry: (command: string) => Record<string, unknown>;
  /** What it put into the file besides. */
  readonly frame?: Readonly<Record<string, unknown>>;
  /** Keys that we need besides, and that the tool does not write. */
  readonly weAdd?: Readonly<Record<string, unknown>>;
}

const CLAUDE = {
  "pre-tool-use": "PreToolUse",
  "post-tool-use": "PostToolUse",
  "user-prompt-submit": "UserPromptSubmit",
  "session-start": "SessionStart",
};
const COPILOT = {
  agent: "copilot",
  events: {
    "pre-tool-use": "preToolUse",
    "post-tool-use": "postToolUse",
    "user-prompt-submit": "userPromptSubmitted",
    "session-start": "sessionStart",
  },
  entry: (bash: string) => ({ bash, timeoutSec: 10, type: "command" }),
};
const BOTH = ["user", "project"] as const;

export const RUST_FILES: readonly RustFile[] = [
  {
    agent: "claude",
    path: ".claude/settings.json",
    scopes: BOTH,
    events: { ...CLAUDE, stop: "Stop" },
    entry: (command) => ({ hooks: [{ command, type: "command" }], matcher: "*" }),
  },
  {
    agent: "codex",
    path: ".codex/hooks.json",
    scopes: BOTH,
    events: CLAUDE,
    entry: (command) => ({ hooks: [{ command, timeout: 10, type: "command" }], matcher: "" }),
  },
  {
    agent: "gemini",
    path: ".gemini/settings.json",
    scopes: BOTH,
    events: {
      "pre-tool-use": "BeforeTool",
      "post-tool-use": "AfterTool",
      "user-prompt-submit": "BeforeAgent",
      "session-start": "SessionStart",
    },
    entry: (command) => ({ hooks: [{ command, name: "symposium", timeout: 10000, type: "command" }], matcher: ".*" }),
  },
  { ...COPILOT, path: ".copilot/config.json", scopes: BOTH },
  { ...COPILOT, path: ".copilot/settings.json", scopes: BOTH },
  { ...COPILOT, path: ".github/hooks/symposium.json", scopes: ["project"], frame: { version: 1 } },
  {
    agent: "kiro",
    path: ".kiro/agents/symposium.json",
    scopes: BOTH,
    events: {
      "pre-tool-use": "preToolUse",
      "post-tool-use": "postToolUse",
      "user-prompt-submit": "userPromptSubmit",
      "session-start": "agentSpawn",
    },
    entry: (command) => ({ command, matcher: "*" }),
    frame: { name: "symposium", resources: ["skill://.kiro/skills/**/SKILL.md"], tools: ["*"] },
    weAdd: { includeMcpJson: true },
  },
];

export type Lists = Record<string, Record<string, unknown>[]>;

/** Event → the entries that the tool puts into a file in which nothing is, with whatever stands in front of its name. */
export function rustLists({ agent, events, entry }: RustFile, before = ""): Lists {
  return Object.fromEntries(Object.entries(events).map(([word, event]) => [event, [entry(`${before}cargo-agents hook ${agent} ${word}`)]]));
}

export function rustText(value: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(sorted(value), null, 2);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}
