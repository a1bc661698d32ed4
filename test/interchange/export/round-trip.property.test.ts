/** AP-5: any plugin that validates is the same plugin after it was exported, and its export is its own export. */

import { rmSync } from "node:fs";

import fc from "fast-check";
import { expect, test } from "vitest";

import { skillText } from "../../support/plugin.ts";
import { temporaryHome } from "../../support/temporary-home.ts";
import { times } from "../../support/thoroughness.ts";
import { roundTrip } from "./round-trip.ts";

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
/** Letters that JSON and TOML write in different ways. */
const text = fc.string({ unit: fc.constantFrom("a", "Z", "0", " ", '"', "\\", "é", "💡", "'", "=", "$", "{", "#"), maxLength: 12 });
/** With files of the plugin, and others. */
const path = fc.constantFrom("scripts/a.sh", "--file=top.sh", "scripts/deep/b.sh:top.sh", "cat top.sh", "./none.sh", "scripts/deep");
const gate = fc.record(
  {
    crates: fc.array(fc.constantFrom("widget", "widget>=1.2", "npm:react{>=18 <20}", "*", "pypi:django"), { minLength: 1, maxLength: 3 }),
    predicates: fc.array(fc.constantFrom("env(CI)", "not(env(A=1))", "any(path_exists(a b), depends-on(serde))", "shell(exit 0)"), {
      minLength: 1,
      maxLength: 2,
    }),
  },
  { requiredKeys: [] },
);

/** Most items have none: what has one is for Symposium alone. */
const ownGate = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: gate });

const hook = fc.record(
  {
    event: fc.constantFrom("PreToolUse", "PostToolUse", "SessionStart", "Stop", "UserPromptSubmit"),
    script: fc.constantFrom("scripts/a.sh", "scripts/deep/b.sh", "top.sh"),
    args: fc.array(fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: path }), { maxLength: 2 }),
    timeout: fc.constantFrom(1, 2.5, 30),
    "on-failure": fc.constantFrom("open", "closed"),
    format: fc.constantFrom("symposium", "interchange", "claude"),
    "keep-env": fc.array(fc.constantFrom("PYTHONPATH"), { maxLength: 1 }),
    matcher: fc.constantFrom("Bash", "Edit|Write", "mcp__.*"),
  },
  { requiredKeys: ["event", "script"] },
);

const server = fc.oneof(
  fc.record(
    {
      command: fc.constantFrom("bin/server", "npx", "top.sh"),
      args: fc.array(
        fc.oneof({ weight: 6, arbitrary: text }, { weight: 2, arbitrary: path }, { weight: 1, arbitrary: fc.constant("${PLUGIN_ROOT}/x") }),
        { maxLength: 3 },
      ),
      env: fc.dictionary(
        fc.constantFrom("LEVEL", "HOME_OF", "MODE", "PLUGIN_DATA"),
        fc.constantFrom("1", "a b", "x", "${MY_TOKEN}", "top.sh:${MY_TOKEN}", "bin/server"),
        { maxKeys: 2 },
      ),
      cwd: fc.constantFrom(".", "bin", "scripts/deep"),
      "keep-alive": fc.boolean(),
    },
    { requiredKeys: ["command"] },
  ),
  fc.record(
    {
      type: fc.constantFrom("http", "sse"),
      url: fc.constantFrom(
        "https://mcp.example.com/a",
        "http://localhost:8080/mcp",
        "http://mcp.example.com/a",
        "https://mcp.example.com/a#b",
        "https://${HOST}/a",
        "http://[::1]:1/a",
      ),
      headers: fc.dictionary(fc.constantFrom("X-Team", "x-team", "Accept"), fc.constantFrom("a", "b c", "Bearer ${MY_TOKEN}")),
    },
    { requiredKeys: ["type", "url"] },
  ),
);

const group = fc.record({ folder: fc.constantFrom("skills", "later"), gate: ownGate });

const manifest = fc.record({
  name: fc.constantFrom("plugin", "a.b-c", "x1"),
  gate,
  hooks: fc.array(fc.record({ hook, gate: ownGate }), { maxLength: 3 }),
  servers: fc.array(fc.record({ server, gate: ownGate }), { maxLength: 3 }),
  groups: fc.uniqueArray(group, { selector: ({ folder }) => folder, maxLength: 2 }),
  subcommands: fc.uniqueArray(
    word.filter((one) => one.length > 7),
    { maxLength: 2 },
  ),
});

const FILES = {
  scripts: { "a.sh": "exit 0\n", deep: { "b.sh": "exit 2\n" } },
  "top.sh": "#!/bin/sh\n",
  bin: { server: "#!/bin/sh\n" },
  skills: { one: { "SKILL.md": skillText("one") }, deep: { two: { "SKILL.md": skillText("two", "crates: widget") } } },
  later: { three: { "SKILL.md": skillText("three") } },
};

function tomlOf(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(tomlOf).join(", ")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  return `{ ${Object.entries(value)
    .map(([key, each]) => `${JSON.stringify(key)} = ${tomlOf(each)}`)
    .join(", ")} }`;
}

const lines = (table: object) =>
  Object.entries(table)
    .map(([key, value]) => `${key} = ${tomlOf(value)}\n`)
    .join("");

type Made = typeof manifest extends fc.Arbitrary<infer T> ? T : never;

function manifestOf({ name, gate: around, hooks, servers, groups, subcommands }: Made): string {
  return [
    `name = "${name}"\n${lines(around)}`,
    ...hooks.map(({ hook: one, gate: own }, at) => `[[hooks]]\nname = "h${at}"\n${lines(one)}${lines(own)}`),
    ...servers.map(({ server: one, gate: own }, at) => `[[mcp_servers]]\nname = "s${at}"\n${lines(one)}${lines(own)}`),
    ...groups.map(({ folder, gate: own }) => `[[skills]]\nsource.path = "${folder}"\n${lines(own)}`),
    ...subcommands.map((one) => `[subcommand.${one}]\ndescription = "Does it"\ncommand = { script = "top.sh" }\n`),
  ].join("\n");
}

test("AP-5 every valid plugin survives an export, and its export an export", { timeout: 120_000 }, async () => {
  await using home = await temporaryHome({ files: { plugin: FILES, project: { ".git": {} } } });
  await fc.assert(
    fc.asyncProperty(manifest, async (made) => {
      home.write("plugin/SYMPOSIUM.toml", manifestOf(made));
      for (const folder of ["out", "out-again"]) rmSync(home.at(folder), { recursive: true, force: true });
      const trip = await roundTrip(home, home.at("plugin"), home.at("out"));
      expect(trip.after).toEqual(trip.before);
      expect(trip.filesAgain).toEqual(trip.files);
      // Paths are told where files move.
      expect(trip.again).toEqual(trip.losses.filter(({ code }) => !code.startsWith("path-")));
      expect(trip.errors).toEqual([]);
    }),
    { numRuns: times({ quick: 100, sample: 150, all: 500, proof: 3000 }) },
  );
});
