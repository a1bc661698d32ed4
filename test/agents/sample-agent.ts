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
  notGuarded: [fact({ tool: "type_into", does: ["shell"], why: "input fires no event" }, SEEN)],
  mcpToolName: fact("<server>.<tool>", SEEN),
  timeout: fact({ unit: "milliseconds", default: 9000, field: "timeoutMs" }, DOCS),
  allow: fact("with-rewrite", SEEN),
  contextLimit: fact({ count: 12_345, unit: "characters" }, SEEN),
  systemMessage: fact(false, DOCS),
  limits: [fact("One limit.", SEEN)],
  trust: [
    fact({ scopes: ["project"], until: "the folder is trusted" }, SEEN),
    fact(
      {
        scopes: ["user", "project"],
        until: "each hook has been checked by someone who can read all of what it does and says so in a dialog",
      },
      DOCS,
    ),
  ],
  marks: fact({ env: ["SAMPLE_*"], payload: [] }, SEEN),
  readsFilesOf: [fact({ agent: "other-agent", scopes: ["user"] }, DOCS)],
  hookFiles: {
    user: [file(".sample/hooks.json", SEEN, "key `hooks`")],
    project: [file(".sample/hooks.json", DOCS), file(".sample/own.json", SEEN)],
  },
  mcpFiles: { user: [], project: [file(".sample/mcp.json", SEEN)] },
  skills: { user: [], project: [] },
  instructions: { user: [], project: [file("SAMPLE.md", SEEN)] },
  relocatedBy: [
    fact({ variable: "SAMPLE_HOME", from: ".sample", to: "." }, SEEN),
    fact({ variable: "SAMPLE_ROOT", from: ".", to: "home" }, DOCS),
  ],
  reader: fact({ comment: "works", trailingComma: "file-ignored", byteOrderMark: "agent-stops", crlf: "works" }, SEEN),
  knownDifferences: [],
};
