import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { createSandbox, type Sandbox, type RunOptions } from "../setup/faults/sandbox.ts";
import { putBack, type Tree, treeOf } from "../setup/faults/tree.ts";

let sandbox: Sandbox;
let empty: Tree;
beforeAll(async () => {
  sandbox = await createSandbox({ "plain/notes.txt": "mine\n" });
  empty = treeOf(sandbox.home);
});
beforeEach(() => putBack(sandbox.home, empty));
afterAll(() => sandbox[Symbol.asyncDispose]());

const config = () => readFileSync(join(sandbox.home, ".symposium/config.toml"), "utf8");
const writeConfig = (text: string) => {
  mkdirSync(join(sandbox.home, ".symposium"), { recursive: true });
  writeFileSync(join(sandbox.home, ".symposium/config.toml"), text);
};
const init = (flags: string, options?: RunOptions) => sandbox.run(["init", ...flags.split(" ")], options);

describe("RG-17 flags", () => {
  test("agents by any of their names, added once, removed by another name", async () => {
    await init("--add-agent claude --add-agent gemini-cli --add-agent claude-code");
    expect(config()).toBe('[[agent]]\nname = "claude"\n\n[[agent]]\nname = "gemini-cli"\n');
    await init("--remove-agent claude-code");
    expect(config()).toBe('[[agent]]\nname = "gemini-cli"\n');
    expect(Object.keys(treeOf(sandbox.home)).filter((path) => path.startsWith(".claude"))).toEqual([]);
  });

  test("an unknown agent: exit 2, and the name that was meant or all names", async () => {
    const { exitCode, stderr } = await init("--add-agent claud");
    expect(exitCode).toBe(2);
    expect(stderr).toBe("error: unknown agent: claud\n\nhint: did you mean `claude`?\n");
    const far = await init("--add-agent emacs");
    expect(far.stderr).toMatch(/hint: use one of claude, codex, copilot, cursor, gemini, goose, kiro, opencode, .*windsurf/);
    expect(treeOf(sandbox.home)).not.toHaveProperty(".claude/");
  });

  test("a wrong scope and a wrong word for updates: exit 2, and the words there are", async () => {
    expect(await init("--hook-scope everywhere")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("use one of global, project"),
    });
    expect(await init("--auto-update never")).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("use one of on, warn, off") });
  });

  test("hints name the command as it was called", async () => {
    const { stderr } = await sandbox.run(["init"], { calledAs: "cargo agents" });
    expect(stderr).toContain("`cargo agents init --add-agent claude`");
    expect((await sandbox.run(["sync"], { calledAs: "cargo agents" })).stderr).toContain(
      "no agents configured, run `cargo agents init` to add one",
    );
    expect((await sandbox.run(["status"], { calledAs: "cargo agents" })).stdout).toContain("run `cargo agents init` to add one");
  });

  test("project scope in a git project registers at its root, and the scope is kept", async () => {
    mkdirSync(join(sandbox.project, "src/deep"), { recursive: true });
    await init("--add-agent claude --hook-scope project", { cwd: join(sandbox.project, "src/deep") });
    expect(treeOf(sandbox.project)).toHaveProperty([".claude/settings.json"]);
    expect(config()).toContain('hook-scope = "project"');
    await init("--add-agent codex", { cwd: sandbox.project });
    expect(config()).toContain('hook-scope = "project"');
    expect(treeOf(sandbox.project)).toHaveProperty([".codex/hooks.json"]);
    expect(treeOf(sandbox.home)).not.toHaveProperty([".codex/hooks.json"]);
  });

  test("project scope in a folder without git registers there", async () => {
    await init("--add-agent claude --hook-scope project", { cwd: join(sandbox.home, "plain") });
    expect(treeOf(join(sandbox.home, "plain"))).toHaveProperty([".claude/settings.json"]);
  });

  test("project scope in the home folder stores the scope and says to run sync", async () => {
    const { exitCode, stderr } = await init("--add-agent claude --hook-scope project");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "hooks are registered per project: run `symposium sync` in each\n" });
    expect(treeOf(sandbox.home)).not.toHaveProperty([".claude/settings.json"]);
    await sandbox.run(["sync"], { cwd: sandbox.project });
    expect(treeOf(sandbox.project)).toHaveProperty([".claude/settings.json"]);
  });

  test("auto-update is stored, and nothing else is touched", async () => {
    await init("--add-agent claude");
    const { stdout } = await init("--auto-update off");
    expect(config()).toContain('auto-update = "off"');
    expect(stdout).not.toContain("settings.json");
  });
});

describe("what else `init` brings", () => {
  test("the recommendations are named in the plan like the MCP server, and flags leave both out", async () => {
    await using sandbox = await createSandbox();
    const plan = await sandbox.run(["init", "--add-agent", "claude", "--dry-run"]);
    expect(plan.stdout).toContain(
      "plugins from https://github.com/symposium-dev/recommendations; `--recommendations off` leaves them out\n",
    );
    expect(plan.stdout).toContain("MCP server symposium");
    const off = await sandbox.run(["init", "--add-agent", "claude", "--recommendations", "off", "--mcp-server", "off"]);
    expect(off.stdout).not.toMatch(/plugins from|MCP server/);
    const config = () => readFileSync(join(sandbox.home, ".symposium/config.toml"), "utf8");
    expect(config()).toMatch(/^mcp-server = false\n/m);
    expect(config()).toMatch(/^\[defaults\]\nsymposium-recommendations = false\n/m);
    expect((await sandbox.run(["init", "--recommendations", "on", "--mcp-server", "on"])).exitCode).toBe(0);
    expect(config()).toMatch(/^mcp-server = true\n/m);
    expect(config()).toMatch(/^\[defaults\]\nsymposium-recommendations = true\n/m);
  });
});

describe("RG-18 without a terminal and without flags", () => {
  test("nothing configured: exit 2, naming the flags", async () => {
    const { exitCode, stderr } = await sandbox.run(["init"]);
    expect(exitCode).toBe(2);
    for (const flag of ["--add-agent", "--remove-agent", "--hook-scope", "--auto-update"]) expect(stderr).toContain(flag);
  });

  test("configured agents are kept; a second run says that nothing changes", async () => {
    writeConfig('[[agent]]\nname = "codex"\n');
    expect((await sandbox.run(["init"])).stdout).toContain("created       ~/.codex/hooks.json");
    const before = treeOf(sandbox.home, { times: true });
    const { stdout, exitCode } = await sandbox.run(["init"]);
    expect({ exitCode, last: stdout.trimEnd().split("\n").at(-1) }).toEqual({
      exitCode: 0,
      last: "nothing to change: everything is as configured",
    });
    const after = treeOf(sandbox.home, { times: true });
    for (const path of [".codex/hooks.json", ".symposium/config.toml", ".symposium/ledger.json"]) expect(after[path]).toBe(before[path]);
  });
});

describe("RG-19 plan, print, apply", () => {
  test.each([
    "init --add-agent claude --add-agent opencode",
    "init --add-agent kiro --hook-scope project",
    "sync",
    "uninstall",
    "uninstall --purge",
  ])("%s --dry-run touches nothing, not even a time, and leaves no log", async (line) => {
    await init("--add-agent codex --add-agent claude");
    const before = treeOf(sandbox.home, { times: true });
    for (const more of [["--dry-run"], ["--dry-run", "--json"], ["--dryRun"]])
      expect((await sandbox.run([...line.split(" "), ...more], { cwd: sandbox.project })).exitCode).toBe(0);
    expect(treeOf(sandbox.home, { times: true })).toEqual(before);
  });

  test("a dry run prints a line for each file, with -v the difference, and the same is then done", async () => {
    writeFileSync(join(sandbox.home, "plain/notes.txt"), "mine\n");
    mkdirSync(join(sandbox.home, ".codex"));
    writeFileSync(join(sandbox.home, ".codex/hooks.json"), '{ "hooks": {} }\n');
    const planned = await init("--add-agent codex --add-agent claude --dry-run --json");
    const told = await init("--add-agent codex --add-agent claude --dry-run");
    expect(told.stdout).toMatch(/would change {2}~\/\.codex\/hooks\.json {2}Codex CLI \(\+\d+ -1\)\n/);
    expect(told.stdout).toMatch(/\nnothing was changed: this is a dry run; -v shows the differences\n$/);
    expect(told.stdout).not.toContain("@@");
    const detailed = await init("--add-agent codex --add-agent claude --dry-run -v");
    expect(detailed.stdout).toMatch(/would change {2}~\/\.codex\/hooks\.json[^]*@@ -1 \+1 @@\n-\{ "hooks": \{\} \}/);
    const done = await init("--add-agent codex --add-agent claude --json");
    type Answer = { answer: { files: object[]; config: object; agents: object[] } };
    const [plan, fact] = [planned, done].map(({ stdout }) => (JSON.parse(stdout) as Answer).answer);
    expect(fact?.files).toEqual(plan?.files);
    expect(fact?.config).toEqual(plan?.config);
    expect(fact?.agents).toEqual(plan?.agents);
  });
});

describe("RG-14 what goes and what stays", () => {
  test("init with no agents left takes everything but the config", async () => {
    await init("--add-agent claude --add-agent opencode");
    await init("--remove-agent opencode --remove-agent claude");
    expect(Object.keys(treeOf(join(sandbox.home, ".symposium")))).toEqual(["config.toml"]);
    expect(config()).toBe("");
    expect(Object.keys(treeOf(sandbox.home)).filter((path) => /^\.(?:claude|config)/.test(path))).toEqual([]);
  });

  test.each(["sync", "sync --dry-run", "init --remove-agent claude", "init --remove-agent claude --dry-run"])(
    "%s where no agent is configured says so and changes nothing",
    async (line) => {
      writeConfig("# none yet\n");
      await sandbox.run(["status"]);
      const before = treeOf(sandbox.home);
      expect(before).toHaveProperty([".symposium/state.toml"]);
      const { exitCode, stdout, stderr } = await sandbox.run(line.split(" "));
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "no agents configured, run `symposium init` to add one\n" });
      expect(stdout).not.toContain("delete");
      const after = treeOf(sandbox.home);
      const isLog = (path: string) => path.startsWith(".symposium/logs/");
      expect(Object.entries(after).filter(([path]) => !isLog(path))).toEqual(Object.entries(before).filter(([path]) => !isLog(path)));
      expect(Object.keys(after)).toEqual(expect.arrayContaining(Object.keys(before)));
    },
  );

  test("sync after the last agent was taken out of the config by hand says what takes the rest out", async () => {
    await init("--add-agent claude");
    writeConfig("# later\n");
    const before = treeOf(sandbox.home)[".claude/settings.json"];
    const { exitCode, stderr } = await sandbox.run(["sync"], { cwd: sandbox.project });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: expect.stringMatching(
        /^no agents configured[^]*hint: `symposium uninstall` removes .*\.claude\/settings\.json, .*\.claude\.json\n$/,
      ) as string,
    });
    expect(treeOf(sandbox.home)[".claude/settings.json"]).toEqual(before);
    await sandbox.run(["uninstall"]);
    expect(treeOf(sandbox.home)).not.toHaveProperty([".claude/settings.json"]);
  });

  test("uninstall keeps config and plugins; --purge takes them too", async () => {
    await init("--add-agent claude");
    mkdirSync(join(sandbox.home, ".symposium/plugins/mine"), { recursive: true });
    await sandbox.run(["uninstall"]);
    expect(Object.keys(treeOf(join(sandbox.home, ".symposium")))).toEqual(["config.toml", "plugins/", "plugins/mine/"]);
    const { stdout } = await sandbox.run(["uninstall", "--purge"]);
    expect(stdout.split("\n").slice(0, 3)).toEqual([
      "deleted       ~/.symposium/config.toml",
      "deleted       ~/.symposium/plugins",
      "done: no agent calls Symposium now",
    ]);
    expect(treeOf(sandbox.home)).toEqual(empty);
    expect((await sandbox.run(["uninstall", "--purge"])).stdout).toBe("nothing to remove: Symposium has written nothing here\n");
  });
});
