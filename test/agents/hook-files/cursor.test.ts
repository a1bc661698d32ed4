import { describe, expect, test } from "vitest";

import { foundPattern, hookFiles, withoutCommentMarks } from "../../../src/agents/cursor/hook-files.ts";
import type { Insertion } from "../../../src/files/editor.ts";
import { editorFor } from "../../../src/files/editors.ts";
import { tryCorpus, tryDocuments, tryMatchers, tryUnreadable } from "./hook-file-cases.ts";

const v1 = (hooks: object) => ({ version: 1, hooks }) as never;

tryDocuments(hookFiles, [
  {
    name: "entries are flat, with their own matcher",
    document: v1({
      preToolUse: [{ matcher: "Shell", command: "./a", timeout: 5, failClosed: true }],
      stop: [{ command: "./b", loop_limit: null }],
    }),
    hooks: [
      { event: "preToolUse", matcher: "Shell", entry: { command: "./a", timeout: 5, failClosed: true } },
      { event: "stop", entry: { command: "./b", loop_limit: null } },
    ],
  },
  {
    name: "at the events of one kind of tool a matcher is about the command",
    document: v1({
      beforeShellExecution: [{ matcher: "curl|wget", command: "./a" }],
      beforeMCPExecution: [{ matcher: "MCP:x", command: "./b" }],
    }),
    hooks: [
      { event: "beforeShellExecution", entry: { command: "./a", commandMatcher: "curl|wget" } },
      { event: "beforeMCPExecution", entry: { command: "./b", commandMatcher: "MCP:x" } },
    ],
  },
  {
    name: "there `*` and an empty matcher are none, and `failClosed: false` is the default",
    document: v1({ afterFileEdit: [{ matcher: "*", command: "./a", failClosed: false }] }),
    hooks: [{ event: "afterFileEdit", entry: { command: "./a" } }],
    written: v1({ afterFileEdit: [{ command: "./a" }] }),
  },
  {
    name: "a prompt for a model",
    document: v1({ preToolUse: [{ type: "prompt", prompt: "Safe? $ARGUMENTS", model: "fast" }] }),
    hooks: [{ event: "preToolUse", entry: { type: "prompt", prompt: "Safe? $ARGUMENTS", model: "fast" } }],
  },
]);

tryUnreadable(hookFiles, [
  { document: { version: 1, hooks: { stop: { command: "x" } } }, place: ["hooks", "stop"] },
  { document: { version: 1, hooks: { stop: [null] } }, place: ["hooks", "stop", 0] },
]);

const NAMES = ["Shell", "WriteShellStdin", "Read", "ReadLints", "Write", "WebFetch", "Fetch", "MCP:create_issue", "MCP:x.y"];

/** From the SDK: nothing, an empty one and `*` mean every tool; a pattern is found anywhere. */
const isSelected = (matcher: string, name: string) => ["", "*"].includes(matcher) || new RegExp(matcher).test(name);

tryMatchers(foundPattern, NAMES, isSelected, [
  { text: "^Shell$", atoms: [{ kind: "tool", name: "Shell" }], selects: ["Shell"] },
  {
    text: "^Shell$|^Write$",
    atoms: [
      { kind: "tool", name: "Shell" },
      { kind: "tool", name: "Write" },
    ],
    selects: ["Shell", "Write"],
  },
  { text: "Grep", atoms: [{ kind: "tool", name: "Grep" }], written: "^Grep$" },
  {
    text: "^(Read|Write)$",
    atoms: [
      { kind: "tool", name: "Read" },
      { kind: "tool", name: "Write" },
    ],
    written: "^Read$|^Write$",
    selects: ["Read", "Write"],
  },
  { text: "", selects: NAMES },
  { text: "*", selects: NAMES },
  { text: "^MCP:", atoms: [{ kind: "any-mcp" }], selects: ["MCP:create_issue", "MCP:x.y"] },
  { text: "MCP:.*", atoms: [{ kind: "any-mcp" }], written: "^MCP:", selects: ["MCP:create_issue", "MCP:x.y"] },
  { text: "^MCP:x\\.y$", atoms: [{ kind: "tool", name: "MCP:x.y" }], selects: ["MCP:x.y"] },
  { text: "Web.*", atoms: [{ kind: "pattern", text: "Web.*" }], selects: ["WebFetch"] },
  { text: "(?:Shell)", atoms: [{ kind: "pattern", text: "Shell" }], selects: ["Shell", "WriteShellStdin"] },
  {
    text: "^Shell$|^MCP:|Web(Fetch|Search)",
    atoms: [{ kind: "tool", name: "Shell" }, { kind: "any-mcp" }, { kind: "pattern", text: "Web(Fetch|Search)" }],
    selects: ["Shell", "WebFetch", "MCP:create_issue", "MCP:x.y"],
  },
]);

test("IX-6 the tools of one server have no matcher: their names come without it", () => {
  expect(foundPattern.write([{ kind: "mcp", server: "github" }])).toBeUndefined();
  expect(foundPattern.write([{ kind: "mcp", server: "github", tool: "create_issue" }])).toBeUndefined();
});

describe("IX-4 a text that Cursor reads correctly", () => {
  /** What Cursor does before it parses, from its SDK. */
  const cut = (text: string) => text.replaceAll(/\/\/.*$/gm, "").replaceAll(/\/\*[\s\S]*?\*\//g, "");

  test.each(["curl https://example.com//x", "ls /tmp/* && cat */x", "a /* b */ c", "//", "/*/", "///***///", 'say "//" \\/\\*', "\\\\//"])(
    "%s",
    (command) => {
      const document = v1({ preToolUse: [{ command, matcher: command }], [command]: [] });
      expect(JSON.parse(cut(withoutCommentMarks(JSON.stringify(document, null, 2))))).toEqual(document);
    },
  );

  test("IX-9 added to a file that is there, it is as safe, and is removed byte for byte", async () => {
    const { ensure, remove } = await editorFor("json");
    const entry = { command: "curl https://example.com /*" };
    const [entries = []] = hookFiles.forms[0].write([{ event: "stop", entry }]);
    const before = '{\n  "version": 1,\n  // Ours.\n  "hooks": { "stop": [] }\n}\n';
    let now: { readonly text: string; readonly insertions: readonly Insertion[] } = { text: before, insertions: [] };
    for (const one of entries) {
      const edited = ensure(now.text, one);
      if (!edited.ok) expect.fail(edited.trouble.message);
      now = { text: edited.text, insertions: [...now.insertions, ...edited.insertions] };
    }
    expect(JSON.parse(cut(now.text))).toEqual({ version: 1, hooks: { stop: [entry] } });
    expect(remove(now.text, now.insertions)).toMatchObject({ ok: true, text: before });
  });

  test("comments stay", () => {
    const text = '{\n  // see "https://x"\n  "a": "b" /* "c//d" */\n}';
    expect(withoutCommentMarks(text)).toBe(text);
  });
});

tryCorpus(hookFiles, "cursor", {
  "failures.json": {
    postToolUseFailure: [{ matcher: "Shell", command: "./hooks/failed.sh" }],
    subagentStart: [{ command: "./hooks/subagent.sh" }],
  },
});
