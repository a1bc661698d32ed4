import { claudeServerEntry, MCP_JSON } from "../claude-shape/server-entry.ts";
import { fact, measured } from "../fact.ts";
import { rustServerEntry } from "../rust-server-entry.ts";
import type { ServerFile, ServerFiles } from "../server-files.ts";
import { isPlainServerName } from "../server-name.ts";
import { BRACED, DOLLAR } from "../server-references.ts";

const SEEN = measured("2.1.325", "2026-11-17");

/** Claude Code writes it at every start and after many actions. */
const STATE = {
  path: ".claude.json",
  format: "json",
  reader: fact({ comment: "agent-stops", trailingComma: "agent-stops", byteOrderMark: "works" }, SEEN),
  isRewritten: true,
  lock: { ending: ".lock", waits: 1000, stale: 10_000 },
} as const satisfies Partial<ServerFile>;

export const servers: ServerFiles = {
  agent: "claude-code",
  user: { ...STATE, table: () => ["mcpServers"] },
  local: { ...STATE, table: (project) => ["projects", project, "mcpServers"] },
  project: { ...MCP_JSON, reader: fact({ comment: "file-ignored", trailingComma: "file-ignored", byteOrderMark: "works" }, SEEN) },
  // Copilot CLI reads the project's file too, and replaces `$NAME` there.
  entry: (server, place) =>
    claudeServerEntry(server, { written: (variable) => `\${${variable}}`, special: place === "project" ? DOLLAR : BRACED }),
  references: fact("`${NAME}` in `url` and `headers`", SEEN),
  approvals: [fact({ places: ["project"], until: "you approve the server when Claude Code asks at its next start" }, SEEN)],
  isValidName: isPlainServerName,
  wrongShape: fact("entry-ignored", SEEN),
  rust: { path: ".claude/settings.json", format: "json", table: ["mcpServers"], entry: rustServerEntry },
};
