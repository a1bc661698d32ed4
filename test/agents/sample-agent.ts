/** A made-up agent for tests of what is rendered from the tables, so that a new fact about a real one breaks none of them. */

import type { AgentFacts } from "../../src/agents/agent.ts";
import { can, documented, fact, file, measured } from "../../src/agents/facts.ts";
import { tableOf } from "../../src/lookup.ts";

const SEEN = measured("1.2.3", "2026-11-15");
const DOCS = documented("https://sample.dev/docs/hooks", "2026-11-14");

export const sampleAgent: AgentFacts = {
  name: "sample-agent",
  title: "Sample Agent",
  aliases: ["sample"],
  homepage: "https://sample.dev/docs",
  events: tableOf({
    beforeTool: { event: "PreToolUse", can: can("block", "rewrite"), source: SEEN, note: "needs `reason` | or else" },
    Stop: { event: "Stop", can: can("block", "context", "stop"), source: SEEN },
    Notification: { event: "Notification", can: can(), source: DOCS },
    onChunk: { can: can(), source: DOCS },
  }),
  tools: {
    names: tableOf({ run: "shell" }),
    beside: tableOf({ run_elsewhere: "shell", editor: "editor" }),
    fields: [{ claude: "command", native: "cmd", kinds: ["shell"] }],
    source: SEEN,
  },
  notGuarded: [fact(SEEN, { tool: "type_into", does: ["shell"], why: "input fires no event" })],
  mcpToolName: fact(SEEN, "<server>.<tool>"),
  timeout: fact(DOCS, { unit: "milliseconds", default: 9000, field: "timeoutMs" }),
  allow: fact(SEEN, "with-rewrite"),
  contextLimit: fact(SEEN, { count: 12_345, unit: "characters" }),
  systemMessage: fact(DOCS, false),
  limits: [fact(SEEN, "One limit.")],
  trust: [
    fact(SEEN, { scopes: ["project"], until: "the folder is trusted" }),
    fact(DOCS, {
      scopes: ["user", "project"],
      until: "each hook has been checked by someone who can read all of what it does and says so in a dialog",
    }),
  ],
  marks: fact(SEEN, { env: ["SAMPLE_*"], payload: [] }),
  readsFilesOf: [fact(DOCS, { agent: "other-agent", scopes: ["user"] })],
  hookFiles: {
    user: [file(".sample/hooks.json", SEEN, "key `hooks`")],
    project: [file(".sample/hooks.json", DOCS), file(".sample/own.json", SEEN)],
  },
  mcpFiles: { user: [], project: [file(".sample/mcp.json", SEEN)] },
  skills: { user: [], project: [] },
  instructions: { user: [], project: [file("SAMPLE.md", SEEN)] },
  relocatedBy: [
    fact(SEEN, { variable: "SAMPLE_HOME", from: ".sample", to: "." }),
    fact(DOCS, { variable: "SAMPLE_ROOT", from: ".", to: "home" }),
  ],
  reader: fact(SEEN, { comment: "works", trailingComma: "file-ignored", byteOrderMark: "agent-stops", crlf: "works" }),
  knownDifferences: [],
};
