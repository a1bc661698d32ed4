import { hookFiles, wholePattern } from "../../../src/agents/copilot-cli/hook-files.ts";
import { tryCorpus, tryDocuments, tryMatchers, tryUnreadable } from "./hook-file-cases.ts";

const v1 = (hooks: object) => ({ version: 1, hooks }) as never;

tryDocuments(hookFiles, [
  {
    name: "`bash` with `powershell` is the command, and that of Windows",
    document: v1({ preToolUse: [{ type: "command", bash: "./a.sh", powershell: "./a.ps1", cwd: ".", timeoutSec: 10, env: { A: "1" } }] }),
    hooks: [
      {
        event: "preToolUse",
        entry: { type: "command", command: "./a.sh", powershell: "./a.ps1", cwd: ".", timeoutSec: 10, env: { A: "1" } },
      },
    ],
  },
  {
    name: "`command` is for every system, and `timeout` another word for `timeoutSec`",
    document: v1({ agentStop: [{ command: "./a", timeout: 5 }] }),
    hooks: [{ event: "agentStop", entry: { command: "./a", timeoutSec: 5 } }],
    written: v1({ agentStop: [{ command: "./a", timeoutSec: 5 }] }),
  },
  {
    name: "`bash` alone does not run on Windows, `powershell` alone only there",
    document: v1({ preToolUse: [{ bash: "./a.sh" }, { powershell: "./a.ps1" }] }),
    hooks: [
      { event: "preToolUse", entry: { command: "./a.sh", posixOnly: true } },
      { event: "preToolUse", entry: { command: "./a.ps1", windowsOnly: true } },
    ],
  },
  {
    name: "`command` beside `powershell` is that of all other systems",
    document: v1({
      preToolUse: [
        { command: "./a", powershell: "./a.ps1" },
        { command: "./b", bash: "./b.sh" },
      ],
    }),
    hooks: [
      { event: "preToolUse", entry: { command: "./a", powershell: "./a.ps1" } },
      { event: "preToolUse", entry: { command: "./b.sh", powershell: "./b" } },
    ],
    written: v1({
      preToolUse: [
        { bash: "./a", powershell: "./a.ps1" },
        { bash: "./b.sh", powershell: "./b" },
      ],
    }),
  },
  {
    name: "Claude's groups are accepted, with what else they contain",
    document: v1({
      preToolUse: [{ matcher: "bash", note: 1, hooks: [{ type: "command", command: "./a" }, { command: "./b" }] }, { bash: "./c" }],
    }),
    hooks: [
      { event: "preToolUse", matcher: "bash", entry: { type: "command", command: "./a" }, group: { note: 1 } },
      { event: "preToolUse", matcher: "bash", entry: { command: "./b" }, withPrevious: true },
      { event: "preToolUse", entry: { command: "./c", posixOnly: true } },
    ],
  },
  {
    name: "a prompt has no command, and unknown keys stay",
    document: v1({ sessionStart: [{ type: "prompt", prompt: "/compact", owner: "me" }] }),
    hooks: [{ event: "sessionStart", entry: { type: "prompt", prompt: "/compact", owner: "me" } }],
  },
]);

tryUnreadable(hookFiles, [
  { document: { hooks: [] }, place: ["hooks"] },
  { document: { hooks: { preToolUse: {} } }, place: ["hooks", "preToolUse"] },
  { document: { hooks: { preToolUse: ["./a"] } }, place: ["hooks", "preToolUse", 0] },
  { document: { hooks: { preToolUse: [{ matcher: 1 }] } }, place: ["hooks", "preToolUse", 0, "matcher"] },
  { document: { hooks: { preToolUse: [{ hooks: {} }] } }, place: ["hooks", "preToolUse", 0, "hooks"] },
]);

const NAMES = [
  "bash",
  "bash2",
  "read_bash",
  "edit",
  "web_fetch",
  "github-create_issue",
  "github/create_issue",
  "github-a-b",
  "git-log",
  "my.srv-x",
];

/** Measured: a pattern for the whole name; what is not a pattern, and an empty one, matches nothing. */
function isSelected(matcher: string, name: string): boolean {
  if (matcher === "") return false;
  try {
    return new RegExp(`^(?:${matcher})$`).test(name);
  } catch {
    return false;
  }
}

tryMatchers(wholePattern, NAMES, isSelected, [
  { text: "bash", atoms: [{ kind: "tool", name: "bash" }], selects: ["bash"] },
  {
    text: "bash|edit",
    atoms: [
      { kind: "tool", name: "bash" },
      { kind: "tool", name: "edit" },
    ],
    selects: ["bash", "edit"],
  },
  { text: "^bash$", atoms: [{ kind: "tool", name: "bash" }], written: "bash", selects: ["bash"] },
  { text: ".*", selects: NAMES },
  { text: "*", atoms: [{ kind: "pattern", text: "[^\\s\\S]" }], written: "[^\\s\\S]", selects: [] },
  { text: "", atoms: [{ kind: "pattern", text: "[^\\s\\S]" }], written: "[^\\s\\S]", selects: [] },
  { text: "bash.*", atoms: [{ kind: "pattern", text: "^(?:bash.*)$" }], selects: ["bash", "bash2"] },
  { text: ".*(?:bash).*", atoms: [{ kind: "pattern", text: "bash" }], selects: ["bash", "bash2", "read_bash"] },
  { text: ".*(?:^bash$).*", atoms: [{ kind: "pattern", text: "^bash$" }], selects: ["bash"] },
  { text: ".*(?:^(?:bash|edit)$).*", atoms: [{ kind: "pattern", text: "^(?:bash|edit)$" }], selects: ["bash", "edit"] },
  {
    text: "github[-/]create_issue",
    atoms: [{ kind: "mcp", server: "github", tool: "create_issue" }],
    selects: ["github-create_issue", "github/create_issue"],
  },
  { text: "git-log", atoms: [{ kind: "mcp", server: "git", tool: "log" }], written: "git[-/]log", selects: ["git-log"] },
  { text: "github-a-b", atoms: [{ kind: "tool", name: "github-a-b" }], selects: ["github-a-b"] },
  {
    text: "github[-/].+",
    atoms: [{ kind: "mcp", server: "github" }],
    selects: ["github-create_issue", "github/create_issue", "github-a-b"],
  },
  { text: "github-.*", atoms: [{ kind: "mcp", server: "github" }], written: "github[-/].+" },
  { text: "my\\.srv[-/].+", atoms: [{ kind: "mcp", server: "my.srv" }], selects: ["my.srv-x"] },
  {
    text: "[^-/]+[-/].+",
    atoms: [{ kind: "any-mcp" }],
    selects: ["github-create_issue", "github/create_issue", "github-a-b", "git-log", "my.srv-x"],
  },
  { text: "(?i)bash", atoms: [{ kind: "pattern", text: "^(?:(?i)bash)$" }], written: null },
]);

tryCorpus(hookFiles, "copilot-cli", {
  "cross-platform-command.json": {
    postToolUse: [
      { command: "npx prettier --write .", timeoutSec: 45 },
      { bash: "node scripts/lint.js", powershell: "node scripts\\lint.js" },
    ],
  },
  "claude-groups.json": {
    preToolUse: [
      {
        matcher: "bash",
        hooks: [
          { type: "command", command: "./check.sh", timeoutSec: 5 },
          { type: "command", command: "./log.sh" },
        ],
      },
      { type: "command", bash: "./all-tools.sh" },
    ],
  },
});
