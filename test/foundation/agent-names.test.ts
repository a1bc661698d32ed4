import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

const SRC = join(import.meta.dirname, "../../src");

const agents = readdirSync(join(SRC, "agents"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.endsWith("-shape"))
  .map(({ name }) => name);

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts") && !path.startsWith("agents/"));

describe("an agent is known in its own folder only", () => {
  test.each(agents)("no code outside src/agents names %s", (agent) => {
    const naming = files.filter((path) => names(agent, readFileSync(join(SRC, path), "utf8")));
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
    expect(names("claude-code", "const claudeName = toolName;")).toBe(false);
  });
});

/** The full name in any spelling, or its first word as a whole string; comments may speak of agents. */
function names(agent: string, source: string): boolean {
  const code = withoutComments(source);
  const [first = agent] = agent.split("-");
  const full = new RegExp(`(?<![a-z])${agent.split("-").join("[-_]?")}(?![a-z])`, "i");
  const short = new RegExp(`(["'\`])${first}\\1`);
  return full.test(code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_")) || short.test(code);
}

function withoutComments(source: string): string {
  return source.replaceAll(/("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/.*/g, "$1");
}
