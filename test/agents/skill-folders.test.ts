import { describe, expect, test } from "vitest";

import { AGENT_NAMES } from "../../src/agents/hook-list.ts";
import { everySkillFolder, skillFolders, skillFoldersBelow, someReadOnlyTheirFolder } from "../../src/agents/skill-folders.ts";
import type { Context } from "../../src/context.ts";

const context = (env: Context["env"] = {}) => ({ home: "/home/me", cwd: "/somewhere", os: "linux" as const, env });
const inProject = (...agents: string[]) => skillFolders(agents, { scope: "project", project: "/p", context: context() });
const ofUser = (agents: string[], env?: Context["env"]) => skillFolders(agents, { scope: "user", project: "/p", context: context(env) });
const paths = (folders: readonly { readonly path: string }[]) => folders.map(({ path }) => path);

const PROJECT: readonly { readonly covers: string; readonly agent: string; readonly folder: string }[] = [
  { covers: "K5", agent: "claude-code", folder: ".claude/skills" },
  { covers: "K6", agent: "copilot-cli", folder: ".agents/skills" },
  { covers: "B5", agent: "copilot-cli", folder: ".agents/skills" },
  { covers: "K7", agent: "codex", folder: ".agents/skills" },
  { covers: "K8", agent: "kiro", folder: ".kiro/skills" },
  { covers: "K9", agent: "opencode", folder: ".agents/skills" },
  { covers: "K10", agent: "goose", folder: ".agents/skills" },
];

describe("an agent's skills in a project", () => {
  test.each(PROJECT)("$covers $agent: $folder", ({ agent, folder }) => {
    expect(inProject(agent)).toEqual([{ path: `/p/${folder}`, agents: [agent] }]);
  });
});

const USER: readonly { readonly covers: string; readonly agent: string; readonly folder: string }[] = [
  { covers: "K11", agent: "kiro", folder: ".kiro/skills" },
  { covers: "K12", agent: "opencode", folder: ".agents/skills" },
  { covers: "K13", agent: "goose", folder: ".agents/skills" },
];

describe("an agent's skills in the home", () => {
  test.each(USER)("$covers $agent: $folder", ({ agent, folder }) => {
    expect(ofUser([agent])).toEqual([{ path: `/home/me/${folder}`, agents: [agent] }]);
  });
});

test("PL-20 every agent finds skills somewhere, in both scopes", () => {
  for (const agent of AGENT_NAMES) {
    expect(inProject(agent), agent).toHaveLength(1);
    expect(ofUser([agent]), agent).toHaveLength(1);
  }
});

test("PL-20 one folder serves all that read it, and a folder that someone needs serves others too", () => {
  expect(inProject("codex", "gemini-cli", "opencode")).toEqual([
    { path: "/p/.agents/skills", agents: ["codex", "gemini-cli", "opencode"] },
  ]);
  expect(inProject("claude-code", "copilot-cli")).toEqual([{ path: "/p/.claude/skills", agents: ["claude-code", "copilot-cli"] }]);
  expect(paths(inProject(...AGENT_NAMES)).toSorted()).toEqual(["/p/.agents/skills", "/p/.claude/skills", "/p/.kiro/skills"]);
});

test("PL-20 the order in which agents are named does not matter, and an unknown one has no folder", () => {
  expect(inProject("copilot-cli", "claude-code")).toEqual(inProject("claude-code", "copilot-cli"));
  expect(inProject("no-such-agent")).toEqual([]);
});

describe("PL-13 in a member's folder", () => {
  const inMember = (...agents: string[]) => skillFoldersBelow(agents, { scope: "project", project: "/p/m", context: context() });

  test("agents that look only there share a folder", () => {
    expect(inMember("gemini-cli", "goose", "qwen-code")).toEqual([
      { path: "/p/m/.agents/skills", agents: ["gemini-cli", "goose", "qwen-code"] },
    ]);
  });

  test("unless one that looks upwards reads it too; then each has its own", () => {
    expect(paths(inMember("codex", "gemini-cli", "goose", "qwen-code")).toSorted()).toEqual([
      "/p/m/.gemini/skills",
      "/p/m/.goose/skills",
      "/p/m/.qwen/skills",
    ]);
    expect(inMember("claude-code", "goose")).toEqual([{ path: "/p/m/.agents/skills", agents: ["goose"] }]);
  });

  test("an agent that reads folders above, or is not known to read only there, has none", () => {
    const others = AGENT_NAMES.filter((name) => !["gemini-cli", "goose", "qwen-code"].includes(name));
    expect(inMember(...others)).toEqual([]);
    expect([someReadOnlyTheirFolder(others), someReadOnlyTheirFolder([...others, "goose"])]).toEqual([false, true]);
  });
});

test("PL-20 the user's folders follow the variables that move them", () => {
  expect(paths(ofUser(["claude-code"], { CLAUDE_CONFIG_DIR: "/c" }))).toEqual(["/c/skills"]);
  // Codex also reads the shared folder, which nothing moves.
  expect(paths(ofUser(["codex"], { CODEX_HOME: "/x" }))).toEqual(["/home/me/.agents/skills"]);
  expect(paths(ofUser(["gemini-cli"], { GEMINI_CLI_HOME: "/g" }))).toEqual(["/g/.agents/skills"]);
});

test("PL-20 whatever is filled for any agents is checked when copies are taken away", () => {
  const every = everySkillFolder({ scope: "project", project: "/p", context: context() });
  for (const agent of AGENT_NAMES) for (const path of paths(inProject(agent))) expect(every).toContain(path);
  expect(every).toContain("/p/.codex/skills");
});
