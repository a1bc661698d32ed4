/** Cursor's own code as the judge of the hook files that are converted for it. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { parse } from "jsonc-parser";
import { describe, expect, test } from "vitest";

import { foundPattern } from "../../../src/agents/cursor/hook-files.ts";
import { decodeHooks } from "../../../src/interchange/decode.ts";
import { encodeHooks } from "../../../src/interchange/encode.ts";
import { targetFor } from "../../../src/interchange/target.ts";
import type { Json } from "../../../src/model/json.ts";
import { type CursorHooks, cursorHooks, VERSION } from "../cursor/sdk-hooks.ts";
import { CORPUS } from "./hook-file-cases.ts";

const VALID = { isValid: true, errors: [] };
const filesOf = (agent: string) => readdirSync(join(CORPUS, agent)).map((name) => join(agent, name));
/** Its reader cuts comments out first. */
const readAsCursor = (text: string) => JSON.parse(text.replaceAll(/\/\/.*$/gm, "").replaceAll(/\/\*[\s\S]*?\*\//g, "")) as unknown;

describe.skipIf(cursorHooks === undefined)(`IX-4 Cursor's code agrees (needs @cursor/sdk ${VERSION} in $SYMPOSIUM_CURSOR_SDK)`, () => {
  const cursor = cursorHooks as CursorHooks;

  test.each(filesOf("cursor"))("the corpus is what Cursor reads: %s", (file) => {
    expect(cursor.checkFile(readAsCursor(readFileSync(join(CORPUS, file), "utf8")))).toEqual(VALID);
  });

  test.each(["claude-code", "gemini-cli", "copilot-cli", "vscode-copilot", "windsurf", "kiro", "opencode", "cursor"].flatMap(filesOf))(
    "what is written for Cursor is valid, and nothing in it is taken for a comment: %s",
    (file) => {
      const [agent = ""] = file.split(/[/\\]/);
      const source = targetFor(file.endsWith(".kiro.hook") ? "kiro:ide" : agent) ?? expect.fail(agent);
      const cursors = targetFor("cursor") ?? expect.fail("no Cursor");
      const decoded = decodeHooks(parse(readFileSync(join(CORPUS, file), "utf8")) as Json, source);
      if (!decoded.ok) expect.fail(decoded.message);
      const { files } = encodeHooks(decoded.manifest, cursors);
      for (const { content } of files) {
        expect(readAsCursor(content)).toEqual(JSON.parse(content));
        expect(cursor.checkFile(readAsCursor(content))).toEqual(VALID);
      }
    },
  );

  test("IX-5 matchers select what they say", () => {
    const names = ["Shell", "WriteShellStdin", "Read", "ReadLints", "Write", "WebFetch", "MCP:create_issue", "MCP:x"];
    const selects = (matcher: string | undefined) =>
      names.filter((tool_name) => cursor.selected([{ command: "x", matcher }], cursor.subjectOf("preToolUse", { tool_name })).length > 0);
    expect(selects(foundPattern.write([{ kind: "tool", name: "Shell" }]))).toEqual(["Shell"]);
    expect(selects(foundPattern.write([{ kind: "tool", name: "Read" }, { kind: "any-mcp" }]))).toEqual([
      "Read",
      "MCP:create_issue",
      "MCP:x",
    ]);
    expect(selects(foundPattern.write([{ kind: "pattern", text: "Shell" }]))).toEqual(["Shell", "WriteShellStdin"]);
    expect(selects("*")).toEqual(names);
  });

  test("IX-5 at the event of a kind of tool a matcher is about something else than the tool's name", () => {
    expect(cursor.subjectOf("beforeShellExecution", { command: "git push" })).toBe("git push");
    expect(cursor.subjectOf("beforeMCPExecution", { tool_name: "x" })).toBe("MCP:x");
  });
});
