/** Tools that do two things: Codex patches add files and edit them, Cursor and Kiro edit with their tool for writing. */

import { describe, expect, test } from "vitest";

import { decodeHooks } from "../../src/interchange/decode.ts";
import { documentIn, encodeHooks } from "../../src/interchange/encode.ts";
import { targetFor } from "../../src/interchange/target.ts";
import type { ManifestHook, ManifestMatcher } from "../../src/model/hook-manifest.ts";

const BOTH_FIRST_EDIT = ["file_edit", "file_write"];
const BOTH_FIRST_WRITE = ["file_write", "file_edit"];

const AGENTS = [
  { form: "codex:hooks", tool: "apply_patch", both: BOTH_FIRST_EDIT },
  { form: "codex:toml", tool: "apply_patch", both: BOTH_FIRST_EDIT },
  { form: "cursor:hooks", tool: "Write", both: BOTH_FIRST_WRITE },
  { form: "kiro:agent", tool: "fs_write", both: BOTH_FIRST_WRITE },
];

const guarding = (matcher: ManifestMatcher): ManifestHook => ({
  event: "before_tool_execute",
  matcher,
  handler: { type: "command", command: "guard" },
});

function written(form: string, matcher: ManifestMatcher, options = {}) {
  const target = targetFor(form)!;
  const { files, losses } = encodeHooks({ spec: "hooks/1.0", hooks: [guarding(matcher)] }, target, options);
  const decoded = decodeHooks(documentIn(files[0]!.content, target.form)!, target);
  return {
    content: files[0]!.content,
    told: losses.filter(({ field }) => field === "matcher").map(({ effect, severity }) => `${effect} ${severity}`),
    again: decoded.ok ? decoded.manifest.hooks.map((hook) => hook.matcher) : expect.fail(decoded.message),
  };
}

describe.each(AGENTS)("IX-5, IX-7 on $form", ({ form, tool, both }) => {
  test("a hook for both costs nothing, and both are read again", () => {
    for (const matcher of [BOTH_FIRST_EDIT, BOTH_FIRST_WRITE]) {
      const { content, told, again } = written(form, matcher);
      expect(content).toContain(tool);
      expect(told).toEqual([]);
      expect(again).toEqual([both]);
    }
  });

  test("a hook for one of them also runs for the other, which is a loss", () => {
    for (const word of both) {
      const { content, told, again } = written(form, word);
      expect(content).toContain(tool);
      expect(told).toEqual(["changed warning"]);
      expect(again).toEqual([both]);
    }
  });

  test("IX-12 the shim tests which of them a call does, so that nothing is lost", () => {
    for (const word of both) {
      const { content, told, again } = written(form, word, { shim: {} });
      expect(content).toContain(tool);
      expect(told).toEqual([]);
      expect(again).toEqual([word]);
    }
  });
});

describe("IX-6 a guard for such a tool is not narrowed elsewhere", () => {
  const NATIVE = [
    { from: "codex", document: { hooks: { PreToolUse: [{ matcher: "apply_patch", hooks: [{ type: "command", command: "guard" }] }] } } },
    { from: "cursor", document: { version: 1, hooks: { preToolUse: [{ command: "guard", matcher: "Write" }] } } },
    { from: "kiro", document: { hooks: { preToolUse: [{ command: "guard", matcher: "fs_write" }] } } },
  ];

  test.each(NATIVE)("from $from to Claude Code", ({ from, document }) => {
    const source = targetFor(from)!;
    const decoded = decodeHooks(document, source);
    if (!decoded.ok) expect.fail(decoded.message);
    const { files } = encodeHooks(decoded.manifest, targetFor("claude-code")!, { shim: {} });
    const { hooks } = JSON.parse(files[0]!.content) as { hooks: { PreToolUse: { matcher: string }[] } };
    expect(hooks.PreToolUse.map(({ matcher }) => matcher.split("|").sort())).toEqual([["Edit", "Write"]]);
  });
});

test("IX-8 two entries for one kind of tool stay two entries where an entry names one tool", () => {
  const { content, again } = written("kiro:agent", ["shell", "execute_cmd", "file_edit", "str_replace"]);
  const { hooks } = JSON.parse(content) as { hooks: { preToolUse: { matcher: string }[] } };
  expect(hooks.preToolUse.map(({ matcher }) => matcher)).toEqual(["execute_bash", "execute_cmd", "fs_write", "str_replace"]);
  expect(again).toEqual(["shell", "shell", BOTH_FIRST_WRITE, "file_edit"]);
});
