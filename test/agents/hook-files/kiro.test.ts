import { hookFiles, oneName, toolTypes } from "../../../src/agents/kiro/hook-files.ts";
import { tryCorpus, tryDocuments, tryMatchers } from "./hook-file-cases.ts";

const AGENT = {
  name: "hooks",
  description: "Kiro with hooks",
  tools: ["*"],
  resources: ["skill://.kiro/skills/**/SKILL.md", "skill://~/.kiro/skills/**/SKILL.md"],
  includeMcpJson: true,
};

tryDocuments(hookFiles, [
  {
    name: "hooks of an agent file; a new one has all tools, the skills and the user's servers",
    document: { ...AGENT, hooks: { preToolUse: [{ matcher: "execute_bash", command: "./a", timeout_ms: 500, cache_ttl_seconds: 60 }] } },
    hooks: [{ event: "preToolUse", matcher: "execute_bash", entry: { command: "./a", timeout_ms: 500, cache_ttl_seconds: 60 } }],
  },
  {
    name: "a hook of the IDE that runs a command",
    form: "ide",
    document: {
      enabled: true,
      name: "Guard",
      description: "No rm",
      version: "1",
      when: { type: "preToolUse", toolTypes: ["shell", "write"] },
      then: { type: "runCommand", command: "./a", timeout: 5 },
    },
    hooks: [
      {
        event: "preToolUse",
        matcher: "shell,write",
        entry: { name: "Guard", description: "No rm", type: "runCommand", command: "./a", timeout: 5 },
      },
    ],
  },
  {
    name: "one that asks the agent, for some files, that is off, with more keys",
    form: "ide",
    document: {
      enabled: false,
      name: "Docs",
      description: "Docs",
      version: "2",
      shortName: "d",
      when: { type: "fileEdited", patterns: ["**/*.py"] },
      then: { type: "askAgent", prompt: "Update the docs." },
    },
    hooks: [
      {
        event: "fileEdited",
        entry: {
          name: "Docs",
          type: "askAgent",
          prompt: "Update the docs.",
          version: "2",
          enabled: false,
          when: { patterns: ["**/*.py"] },
          more: { shortName: "d" },
        },
      },
    ],
  },
  {
    name: "what every file of the IDE needs",
    form: "ide",
    document: {
      enabled: true,
      name: "Hook at postToolUse",
      description: "Hook at postToolUse",
      version: "1",
      when: { type: "postToolUse", toolTypes: ["*"] },
      then: { type: "runCommand", command: "./a" },
    },
    hooks: [{ event: "postToolUse", matcher: "*", entry: { type: "runCommand", command: "./a" } }],
  },
]);

const NAMES = ["execute_bash", "fs_read", "web_fetch", "web_search", "@git/status", "@git/commit", "@github/status"];

/** From Kiro's documentation: `*`, `@builtin`, a server, a server's tool, a name; `*` stands for any text. */
function isSelected(matcher: string, name: string): boolean {
  if (matcher === "*") return true;
  if (matcher === "@builtin") return !name.startsWith("@");
  if (/^@[^/*]+$/.test(matcher)) return name.startsWith(`${matcher}/`);
  if (!matcher.includes("*")) return matcher === name;
  const [start = "", end = ""] = matcher.split("*");
  return name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
}

tryMatchers(oneName, NAMES, isSelected, [
  { text: "execute_bash", atoms: [{ kind: "tool", name: "execute_bash" }], selects: ["execute_bash"] },
  { text: "*", selects: NAMES },
  { text: "@git", atoms: [{ kind: "mcp", server: "git" }], selects: ["@git/status", "@git/commit"] },
  { text: "@git/*", atoms: [{ kind: "mcp", server: "git" }], written: "@git", selects: ["@git/status", "@git/commit"] },
  { text: "@git/status", atoms: [{ kind: "mcp", server: "git", tool: "status" }], selects: ["@git/status"] },
  { text: "@builtin", atoms: [{ kind: "pattern", text: "^[^@]" }], selects: ["execute_bash", "fs_read", "web_fetch", "web_search"] },
  { text: "web_*", atoms: [{ kind: "pattern", text: "^web_.*$" }], selects: ["web_fetch", "web_search"] },
  { text: "@git*", atoms: [{ kind: "pattern", text: "^@git.*$" }], selects: ["@git/status", "@git/commit", "@github/status"] },
  { text: "@git/*t", atoms: [{ kind: "pattern", text: "^@git/.*t$" }], selects: ["@git/commit"] },
]);

/** From Kiro's documentation of the IDE: a type is a group of tools. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  shell: ["execute_bash"],
  read: ["fs_read"],
  write: ["fs_write"],
  "@mcp": ["@git/status"],
};
const isOfType = (types: string, name: string) => types.split(",").some((type) => type === "*" || GROUPS[type]?.includes(name));

tryMatchers(toolTypes, ["execute_bash", "fs_read", "fs_write", "@git/status", "web_fetch"], isOfType, [
  { text: "shell", atoms: [{ kind: "tool", name: "execute_bash" }], selects: ["execute_bash"] },
  {
    text: "read,write",
    atoms: [
      { kind: "tool", name: "fs_read" },
      { kind: "tool", name: "fs_write" },
    ],
    selects: ["fs_read", "fs_write"],
  },
  { text: "*", selects: ["execute_bash", "fs_read", "fs_write", "@git/status", "web_fetch"] },
  { text: "@mcp", atoms: [{ kind: "any-mcp" }], selects: ["@git/status"] },
  { text: "web", atoms: [{ kind: "tool", name: "web" }] },
]);

tryCorpus(hookFiles, "kiro");
