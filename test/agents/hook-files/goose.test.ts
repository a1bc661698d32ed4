import { expect, test } from "vitest";

import { hookFiles } from "../../../src/agents/goose/hook-files.ts";
import { formOf, tryCorpus, tryDocuments, tryInexpressible, tryMatchers, tryUnreadable } from "./grouped-cases.ts";
import { goose } from "./matcher-oracles.ts";

tryDocuments(hookFiles, [
  {
    title: "a hook that blocks when it fails, one without a type, and events of goose alone",
    document: {
      hooks: {
        PreToolUse: [
          {
            matcher: "^shell$",
            hooks: [{ type: "command", command: "${PLUGIN_ROOT}/guard.sh", timeout: 5, on_failure: "block" }, { command: "./b.sh" }],
          },
        ],
        AfterFileEdit: [{ matcher: "\\.ts$", hooks: [{ type: "command", command: "./format.sh" }] }],
      },
    },
    hooks: [
      {
        event: "PreToolUse",
        matcher: "^shell$",
        entry: { type: "command", command: "${PLUGIN_ROOT}/guard.sh", timeout: 5, on_failure: "block" },
      },
      { event: "PreToolUse", matcher: "^shell$", entry: { command: "./b.sh" }, withPrevious: true },
      { event: "AfterFileEdit", matcher: "\\.ts$", entry: { type: "command", command: "./format.sh" } },
    ],
  },
]);

tryUnreadable(hookFiles);

const NAMES = ["shell", "write", "edit", "delegate", "apps__create_app", "github__push", "my-github__push"];

tryMatchers(hookFiles.matcher!, NAMES, goose, [
  { text: "^shell$", atoms: [{ kind: "tool", name: "shell" }], selects: ["shell"] },
  { text: "shell", atoms: [{ kind: "tool", name: "shell" }], written: "^shell$", selects: ["shell"] },
  {
    text: "write|edit",
    atoms: [
      { kind: "tool", name: "write" },
      { kind: "tool", name: "edit" },
    ],
    written: "^write$|^edit$",
    selects: ["write", "edit"],
  },
  // goose drops a rule whose pattern is invalid.
  { text: "*", atoms: [{ kind: "pattern", text: "[^\\s\\S]" }], written: "[^\\s\\S]", selects: [] },
  { text: "", selects: NAMES },
  { text: ".*", selects: NAMES },
  { text: "^github__.*", atoms: [{ kind: "mcp", server: "github" }], selects: ["github__push"] },
  { text: "github__.*", atoms: [{ kind: "pattern", text: "github__.*" }], selects: ["github__push", "my-github__push"] },
  { text: "^github__push$", atoms: [{ kind: "mcp", server: "github", tool: "push" }], selects: ["github__push"] },
  { text: "__", atoms: [{ kind: "pattern", text: "__" }], selects: ["apps__create_app", "github__push", "my-github__push"] },
  { text: "Bash", atoms: [{ kind: "pattern", text: "Bash" }], selects: [] },
]);

// goose's own extensions are named as servers are.
tryInexpressible(hookFiles.matcher!, [[{ kind: "any-mcp" }], [{ kind: "tool", name: "shell" }, { kind: "any-mcp" }]]);

tryCorpus(hookFiles);

test("IX-9 files are recognised by their place and by events of goose alone", () => {
  expect(formOf(hookFiles).recognise({ hooks: {} }, ".agents/plugins/policy/hooks/hooks.json")).toBe("certainly");
  expect(formOf(hookFiles).recognise({ hooks: { BeforeShellExecution: [] } }, "-")).toBe("certainly");
});
