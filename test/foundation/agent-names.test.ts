import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { agentFolders } from "../../scripts/agent-tables.ts";

const SRC = join(import.meta.dirname, "../../src");

const agents = agentFolders();

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts") && !path.startsWith("agents/"));

/** The protocol of MCP servers continues a list at its `cursor`. */
const OTHER_MEANING = ["cursor plugins/mcp-servers/open-server.ts"];

describe("an agent is known in its own folder only", () => {
  test.each(agents)("no code outside src/agents names %s", (agent) => {
    const naming = files.filter(
      (path) => !OTHER_MEANING.includes(`${agent} ${path}`) && names(agent, readFileSync(join(SRC, path), "utf8")),
    );
    expect(naming).toEqual([]);
  });

  test("the search sees names in text and identifiers, and not in comments", () => {
    expect(names("gemini-cli", 'if (agent === "gemini-cli") stop();')).toBe(true);
    expect(names("gemini-cli", "const geminiCli = 1;")).toBe(true);
    expect(names("gemini-cli", 'if (agent === "gemini") stop();')).toBe(true);
    expect(names("gemini-cli", "const GEMINI_CLI = 1;")).toBe(true);
    expect(names("codex", "`call ${codex}`")).toBe(true);
    expect(names("codex", "/** As codex does. */ // codex\nconst code = 'x'; // \"codex\"")).toBe(false);
    expect(names("codex", 'const link = "https://example.org"; // codex')).toBe(false);
    expect(names("codex", "describe('for example codex');")).toBe(false);
    expect(names("claude-code", "const claudeName = toolName;")).toBe(false);
  });
});

const LITERAL_OR_COMMENT = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/.*/g;

/** A text that is the name or its first word, or an identifier with the full name in it. Comments and examples in prose may speak of agents. */
function names(agent: string, source: string): boolean {
  const texts = [...source.matchAll(LITERAL_OR_COMMENT)].map(([, literal]) => literal?.slice(1, -1));
  if (texts.some((text) => text === agent || text === agent.split("-")[0])) return true;
  const identifiers = source.replaceAll(LITERAL_OR_COMMENT, (_, literal?: string) => (literal?.startsWith("`") === true ? literal : ""));
  const full = new RegExp(`(?<![a-z])${agent.split("-").join("[-_]?")}(?![a-z])`, "i");
  return full.test(identifiers.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_"));
}
