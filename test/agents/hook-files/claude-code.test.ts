import { expect, test } from "vitest";

import { hookFiles } from "../../../src/agents/claude-code/hook-files.ts";
import { formOf, tryCorpus, tryDocuments, tryInexpressible, tryMatchers, tryUnreadable } from "./grouped-cases.ts";
import { claude } from "./matcher-oracles.ts";

tryDocuments(hookFiles, [
  { title: "no hooks", document: { model: "opus" }, hooks: [], written: {} },
  {
    title: "two hooks in a group, and one in a group of its own",
    document: {
      hooks: {
        PreToolUse: [
          {
            matcher: "Bash",
            hooks: [
              { type: "command", command: "./a.sh", timeout: 5 },
              { type: "command", command: "./b.sh" },
            ],
          },
          { matcher: "Bash", hooks: [{ type: "command", command: "./c.sh" }] },
        ],
      },
    },
    hooks: [
      { event: "PreToolUse", matcher: "Bash", entry: { type: "command", command: "./a.sh", timeout: 5 } },
      { event: "PreToolUse", matcher: "Bash", entry: { type: "command", command: "./b.sh" }, withPrevious: true },
      { event: "PreToolUse", matcher: "Bash", entry: { type: "command", command: "./c.sh" } },
    ],
  },
  {
    title: "other keys of a group stay with its first hook, those of an entry with the entry",
    document: {
      hooks: {
        Stop: [
          {
            description: "Checks",
            hooks: [
              { type: "prompt", prompt: "Done? $ARGUMENTS", model: "haiku", "x-owner": "us" },
              { type: "mcp_tool", server: "quality", tool: "check", input: { strict: true } },
            ],
          },
        ],
      },
    },
    hooks: [
      {
        event: "Stop",
        entry: { type: "prompt", prompt: "Done? $ARGUMENTS", model: "haiku", "x-owner": "us" },
        group: { description: "Checks" },
      },
      { event: "Stop", entry: { type: "mcp_tool", server: "quality", tool: "check", input: { strict: true } }, withPrevious: true },
    ],
  },
  {
    title: "a plugin's file, which describes itself",
    form: "plugin",
    document: {
      description: "Formats",
      hooks: { PostToolUse: [{ matcher: "Write", hooks: [{ type: "command", command: "${CLAUDE_PLUGIN_ROOT}/format.sh" }] }] },
    },
    hooks: [{ event: "PostToolUse", matcher: "Write", entry: { type: "command", command: "${CLAUDE_PLUGIN_ROOT}/format.sh" } }],
    written: { hooks: { PostToolUse: [{ matcher: "Write", hooks: [{ type: "command", command: "${CLAUDE_PLUGIN_ROOT}/format.sh" }] }] } },
  },
]);

tryUnreadable(hookFiles);

const NAMES = [
  "Bash",
  "BashOutput",
  "Edit",
  "NotebookEdit",
  "Write",
  "Read",
  "WebFetch",
  "mcp__memory__create",
  "mcp__memory-2__create",
  "mcp__github__push",
];

tryMatchers(hookFiles.matcher!, NAMES, claude, [
  { text: "Bash", atoms: [{ kind: "tool", name: "Bash" }], selects: ["Bash"] },
  {
    text: "Edit|Write",
    atoms: [
      { kind: "tool", name: "Edit" },
      { kind: "tool", name: "Write" },
    ],
    selects: ["Edit", "Write"],
  },
  {
    text: "Edit, Write",
    atoms: [
      { kind: "tool", name: "Edit" },
      { kind: "tool", name: "Write" },
    ],
    written: "Edit|Write",
    selects: ["Edit", "Write"],
  },
  {
    text: "^(Edit|Write)$",
    atoms: [
      { kind: "tool", name: "Edit" },
      { kind: "tool", name: "Write" },
    ],
    written: "Edit|Write",
    selects: ["Edit", "Write"],
  },
  { text: "*", selects: NAMES },
  { text: "", selects: NAMES },
  { text: ".*", selects: NAMES },
  { text: "mcp__memory__.*", atoms: [{ kind: "mcp", server: "memory" }], selects: ["mcp__memory__create"] },
  { text: "mcp__memory-2__create", atoms: [{ kind: "mcp", server: "memory-2", tool: "create" }], selects: ["mcp__memory-2__create"] },
  { text: "mcp__.*", atoms: [{ kind: "any-mcp" }], selects: ["mcp__memory__create", "mcp__memory-2__create", "mcp__github__push"] },
  {
    text: "mcp__.*__create",
    atoms: [{ kind: "pattern", text: "mcp__.*__create" }],
    selects: ["mcp__memory__create", "mcp__memory-2__create"],
  },
  {
    text: "Bash|mcp__github__.*",
    atoms: [
      { kind: "tool", name: "Bash" },
      { kind: "mcp", server: "github" },
    ],
    written: "^Bash$|mcp__github__.*",
    selects: ["Bash", "mcp__github__push"],
    andFinds: ["BashOutput"],
  },
  { text: "Notebook.*", atoms: [{ kind: "pattern", text: "Notebook.*" }], selects: ["NotebookEdit"] },
  { text: "(?:Edit)", atoms: [{ kind: "pattern", text: "Edit" }], selects: ["Edit", "NotebookEdit"] },
  { text: "(?:Edit|Fetch)", atoms: [{ kind: "pattern", text: "Edit|Fetch" }], selects: ["Edit", "NotebookEdit", "WebFetch"] },
]);

// They are not regular expressions of JavaScript, or other ones.
tryInexpressible(hookFiles.matcher!, [
  [{ kind: "pattern", text: "(?i)bash" }],
  [{ kind: "pattern", text: String.raw`\ABash\z` }],
  [{ kind: "pattern", text: "[[:alpha:]]+" }],
]);

tryCorpus(hookFiles);

test("IX-9 files are recognised by their place, a plugin's by its variable", () => {
  const plugin = { hooks: { Stop: [{ hooks: [{ type: "command", command: "${CLAUDE_PLUGIN_ROOT}/stop.sh" }] }] } };
  expect(formOf(hookFiles, "settings").recognise({}, "/home/user/.claude/settings.local.json")).toBe("certainly");
  expect(formOf(hookFiles, "plugin").recognise(plugin, "format/hooks/hooks.json")).toBe("certainly");
  expect(formOf(hookFiles, "plugin").recognise({ hooks: {} }, "hooks/hooks.json")).toBe("no");
});
