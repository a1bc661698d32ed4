import { chmodSync, rmSync, symlinkSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { SHELL } from "../../program/calling.ts";
import { agentPlugin, EVERY_PROJECT, ours, packageText, serversText } from "../../support/agent-plugin.ts";
import { createHome, type Home } from "../../support/home.ts";
import { commandHook, hooksText } from "../../support/hook-manifest.ts";
import { hook, manifest, says, skillText } from "../../support/plugin.ts";
import { loaded } from "./loaded.ts";

const HOOKED = ours({ "depends-on": ["*"], hooks: "dev.symposium/hooks.json" });
const GUARD = hooksText([commandHook('echo "not here" >&2; exit 2', { name: "no", blocking: true })]);

function guarded(fields = HOOKED) {
  return agentPlugin(fields, { "dev.symposium": { "hooks.json": GUARD }, "go.sh": "" });
}

async function told(home: Home): Promise<string> {
  const { stdout } = await home.call("claude", "PreToolUse", SHELL);
  const output = stdout === "" ? {} : (JSON.parse(stdout) as { hookSpecificOutput?: Record<string, string> }).hookSpecificOutput;
  return output?.["permissionDecisionReason"] ?? "";
}

describe("AP-1 a folder of a source with an Agent Plugin's manifest", () => {
  test("is a plugin with its skills and servers", async () => {
    await using home = await createHome({ any: agentPlugin({ ...EVERY_PROJECT, version: "1.2", keywords: ["a"] }) });
    const { plugins, states, skills, problems } = loaded(home);
    expect(problems).toEqual([]);
    expect(states).toEqual(["tools active"]);
    expect(skills).toEqual(["review"]);
    const folder = home.getPath("plugins/any");
    expect(plugins[0]?.plugin).toMatchObject({
      agentPlugin: { version: "1.2", keywords: ["a"] },
      servers: [
        { name: "local", transport: "stdio", command: { path: `${folder}/bin/server` }, packageRoot: folder },
        { name: "remote", transport: "http", url: "https://mcp.example.com/mcp" },
      ],
      skills: [{ source: { kind: "path", path: `${folder}/skills`, isFlat: true } }],
    });
  });

  test("lies anywhere in the source, beside other plugins, and nothing in it is another plugin", async () => {
    const inner = { inner: { ...manifest("inner") }, more: { "SKILL.md": skillText("more", 'crates: "*"') } };
    await using home = await createHome({ a: { b: { any: agentPlugin(EVERY_PROJECT, inner) } }, other: manifest("other") });
    expect(loaded(home)).toMatchObject({ states: ["tools active", "other active"], skills: ["review"], problems: [] });
  });

  test("counts as that, and not as the skill that its folder also is", async () => {
    await using home = await createHome({ any: agentPlugin(EVERY_PROJECT, { "SKILL.md": skillText("any", 'crates: "*"') }) });
    expect(loaded(home)).toMatchObject({ states: ["tools active"], skills: ["review"] });
  });

  test("is another program's where it names no schema of the format", async () => {
    const others = [{ id: "grafana" }, { $schema: "https://grafana.com/plugin.schema.json", name: "x" }, [], "x", null, 1];
    const folders = others.map((value, at) => [`f${at}`, { "plugin.json": JSON.stringify(value), "SYMPOSIUM.md": "" }]);
    await using home = await createHome(Object.fromEntries(folders));
    expect(loaded(home)).toMatchObject({ states: [], problems: [] });
  });

  test("counts with escaped slashes in its schema too", async () => {
    await using home = await createHome({ any: { "plugin.json": packageText(EVERY_PROJECT).replaceAll("/", "\\/") } });
    expect(loaded(home).states).toEqual(["tools active"]);
  });

  test("is the whole of a source that has it at its root", async () => {
    await using home = await createHome({ ...agentPlugin(), examples: { other: agentPlugin({ name: "other" }) } });
    expect(loaded(home)).toMatchObject({ states: ["tools active"], problems: [] });
  });

  test("at the root of a source loses to a SYMPOSIUM.toml there, which is refused", async () => {
    await using home = await createHome({ ...agentPlugin(), "SYMPOSIUM.toml": 'name = "other"\ncrates = ["*"]\n' });
    expect(loaded(home)).toMatchObject({ states: [], problems: ["~/plugins: plugin source root contains SYMPOSIUM.toml"] });
  });

  test("loses to a SYMPOSIUM.toml beside it, also to one that appears later", async () => {
    await using home = await createHome({ any: agentPlugin() });
    expect(loaded(home).states).toEqual(["tools active"]);
    writeFileSync(home.getPath("plugins/any/SYMPOSIUM.toml"), 'name = "own"\ncrates = ["*"]\n');
    expect(loaded(home)).toMatchObject({ states: ["own active"], skills: [] });
  });

  test("wins over a hook manifest beside it, which is said", async () => {
    await using home = await createHome({ any: agentPlugin(EVERY_PROJECT, { "hooks.json": GUARD }) });
    expect(loaded(home).problems).toEqual(["~/plugins/any/hooks.json: is beside plugin.json, so Symposium ignores it"]);
  });

  test("of another version is refused, whatever else it says", async () => {
    const $schema = "https://agent-plugins.org/schemas/1.1.0/plugin.schema.json";
    await using home = await createHome({ any: agentPlugin({ $schema, name: "BAD", ...EVERY_PROJECT }) });
    const { states, skills, problems } = loaded(home);
    expect({ states, skills }).toEqual({ states: [], skills: [] });
    expect(problems).toEqual([
      '~/plugins/any/plugin.json:2:14: this is version "1.1.0" of the format, and Symposium reads 1.0.0, so this plugin is ignored',
    ]);
  });
});

describe("AP-3 the extension", () => {
  test("missing, or without a gate, leaves the plugin dormant until `use`", async () => {
    const subcommands = { go: { description: "Go", command: { script: "go.sh" }, "depends-on": ["*"] } };
    await using home = await createHome({ a: agentPlugin({ name: "a" }), b: agentPlugin({ name: "b", ...ours({ subcommands }) }) });
    expect(loaded(home)).toMatchObject({ states: ["a dormant", "b dormant"], skills: [] });
    writeFileSync(home.getPath("config.toml"), '[plugins]\nuse = ["a"]\n');
    expect(loaded(home)).toMatchObject({ states: ["a active", "b dormant"], skills: ["review"] });
  });

  test("gates skills, servers and hooks alike", async () => {
    await using home = await createHome({ a: guarded(ours({ "depends-on": ["serde"], hooks: "dev.symposium/hooks.json" })) });
    const { states, skills, plugins } = loaded(home);
    expect({ states, skills }).toEqual({ states: ["tools inactive"], skills: [] });
    expect(plugins[0]?.servers.every(({ inactive }) => inactive !== undefined)).toBe(true);
    expect(await told(home)).toBe("");
  });

  test("brings hooks, commands and installations", async () => {
    const subcommands = { go: { description: "Go", command: "go" } };
    const extension = {
      "depends-on": "*",
      predicates: ["path_exists(.)"],
      hooks: "./dev.symposium/hooks.json",
      subcommands,
      installations: [{ name: "go", script: "go.sh" }],
    };
    await using home = await createHome({ a: guarded(ours(extension)) });
    const { plugins, problems } = loaded(home);
    expect(problems).toEqual([]);
    expect(plugins[0]?.plugin).toMatchObject({
      hooks: [{ name: "no" }],
      subcommands: [{ name: "go", command: { kind: "script", path: home.getPath("plugins/a/go.sh") } }],
      installations: [{ name: "go" }],
    });
    expect(await told(home)).toBe("not here (tools/no)");
  });
});

test("AP-4 hooks in another client's folder do not run, and its data is kept as it is", async () => {
  const theirs = { hooks: "com.example.client/hooks.json", "depends-on": ["absent"] };
  const extensions = { "dev.symposium": { "depends-on": ["*"] }, "com.example.client": theirs };
  await using home = await createHome({ a: agentPlugin({ extensions }, { "com.example.client": { "hooks.json": GUARD } }) });
  expect(await told(home)).toBe("");
  const { plugins, problems } = loaded(home);
  expect(problems).toEqual([]);
  expect(plugins[0]?.plugin).toMatchObject({ hooks: [], agentPlugin: { extensions: { "com.example.client": theirs } } });
  expect(plugins[0]?.plugin.agentPlugin?.extensions).not.toHaveProperty("dev.symposium");
});

describe("AP-1 a change is seen", () => {
  const write = (file: string, text: string) => (home: Home) => writeFileSync(home.getPath("plugins/a", file), text);

  test.each([
    ["plugin.json", write("plugin.json", packageText(EVERY_PROJECT))],
    ["the hook manifest", write("dev.symposium/hooks.json", hooksText([commandHook("exit 0")]))],
  ])("of %s by the next call", async (_, change) => {
    await using home = await createHome({ a: guarded() });
    expect(await told(home)).toBe("not here (tools/no)");
    change(home);
    expect(await told(home)).toBe("");
  });

  test("of a SYMPOSIUM.toml that appears with the next session", async () => {
    await using home = await createHome({ a: guarded() });
    expect(await told(home)).toBe("not here (tools/no)");
    write("SYMPOSIUM.toml", 'name = "own"\ncrates = ["*"]\n')(home);
    await home.call("claude", "SessionStart", {});
    expect(await told(home)).toBe("");
  });

  test("of a file that becomes an Agent Plugin with the next session; before that nothing of the folder is a plugin", async () => {
    await using home = await createHome({ a: { ...guarded(), "plugin.json": '{"id": "other"}\n' } });
    expect(await told(home)).toBe("");
    write("plugin.json", packageText(HOOKED))(home);
    await home.call("claude", "SessionStart", {});
    expect(await told(home)).toBe("not here (tools/no)");
  });
});

describe("AP-1 RT-37 the last good version stays in force", () => {
  test.each([
    ["half an edit of plugin.json", "plugin.json", packageText(HOOKED).slice(0, -20)],
    ["an invalid plugin.json", "plugin.json", packageText({ ...HOOKED, name: "Not Valid" })],
    ["a plugin.json that is no longer one", "plugin.json", "{}"],
    ["an empty plugin.json", "plugin.json", ""],
    ["half an edit of the hook manifest", "dev.symposium/hooks.json", GUARD.slice(0, -10)],
  ])("over %s, in a folder of a source and at its root", async (_, file, text) => {
    for (const folder of ["plugins/a", "plugins"]) {
      await using home = await createHome(folder === "plugins" ? guarded() : { a: guarded() });
      expect(await told(home)).toBe("not here (tools/no)");
      writeFileSync(home.getPath(folder, file), text);
      expect(await told(home)).toBe("not here (tools/no)");
      writeFileSync(home.getPath(folder, file), file === "plugin.json" ? packageText(HOOKED) : GUARD);
      expect(await told(home)).toBe("not here (tools/no)");
    }
  });

  test("of its servers, over an invalid mcp.json; none is left where the file is gone", async () => {
    await using home = await createHome({ a: guarded() });
    const servers = () => loaded(home).plugins.flatMap(({ plugin }) => plugin.servers.map(({ name }) => name));
    await told(home);
    writeFileSync(home.getPath("plugins/a/mcp.json"), serversText({ local: { type: "stdio" } }));
    expect(servers()).toEqual(["local", "remote"]);
    await told(home);
    expect(servers()).toEqual(["local", "remote"]);
    rmSync(home.getPath("plugins/a/mcp.json"));
    await told(home);
    expect(servers()).toEqual([]);
  });
});

test("AP-3 a guard whose script leads out of the plugin's folder denies, and does not run", async () => {
  const outside = { "guard.sh": "#!/bin/sh\ntouch ran\n" };
  for (const command of ["../../outside/guard.sh", "./link.sh"]) {
    const hooks = { "hooks.json": hooksText([commandHook(command, { name: "no", blocking: true })]) };
    await using home = await createHome({ a: agentPlugin(HOOKED, { "dev.symposium": hooks }) }, { outside, "plugins/outside": outside });
    chmodSync(home.getPath("outside/guard.sh"), 0o755);
    symlinkSync(home.getPath("outside/guard.sh"), home.getPath("plugins/a/dev.symposium/link.sh"));
    expect(await told(home)).toContain("leads out of the plugin's folder");
  }
});

test("AP-1 a closed guard of a SYMPOSIUM.toml stays when an Agent Plugin appears beside it", async () => {
  const guard = {
    ...manifest("own", hook("no", "PreToolUse", 'on-failure = "closed"')),
    "no.sh": says({ decision: "deny", reason: "own" }),
  };
  await using home = await createHome({ a: guard });
  const before = await told(home);
  expect(before).toContain("own/no");
  writeFileSync(home.getPath("plugins/a/plugin.json"), packageText(EVERY_PROJECT));
  expect(await told(home)).toBe(before);
});
