import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import { AGENTS as ALL_AGENTS } from "../../src/agents/list.ts";
import { parseConfig } from "../../src/files/config.ts";
import { problemText } from "../../src/files/problem.ts";
import { closedFlags } from "../../src/index/flags.ts";
import { busyEvents } from "../../src/index/used-events.ts";
import { indexText } from "../../src/index/write-index.ts";
import type { Workspace } from "../../src/packages/workspace.ts";
import {
  asksPrograms,
  inOrder,
  type LoadedOutline,
  type LoadedPlugin,
  type LoadedPlugins,
  loadPlugins,
} from "../../src/plugins/active-plugins.ts";
import { variablesIn } from "../../src/plugins/catalogue.ts";
import type { ReadRequest } from "../../src/plugins/plugins-read.ts";
import { collectSkills } from "../../src/plugins/skills/collect.ts";
import { times } from "../support/thoroughness.ts";
import { ourDirectory } from "./our-directory.ts";
import { workspaceWith } from "./workspace-with.ts";

const PACKAGES = ["serde", "tokio", "my-crate", "my_crate", "absent"] as const;
const atom = fc.oneof(
  fc.constantFrom(...PACKAGES, "*", "cargo:*", "npm:left", "cargo:serde"),
  fc.constantFrom("serde>=1.0", "tokio^2", "my_crate=1.0.0"),
);
const predicate = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    atom.map((one) => `depends-on(${one})`),
    fc.constantFrom("env(SOME)", "env(OTHER=1)", "path_exists(/)", "workspace-member()", "shell(true)", "mine(x)"),
    tie("any").map((one) => `not(${one})`),
    fc
      .tuple(fc.constantFrom("any", "all"), fc.array(tie("any"), { minLength: 1, maxLength: 3 }))
      .map(([word, of]) => `${word}(${of.join(", ")})`),
  ),
})).any;
const list = (of: fc.Arbitrary<string>) => fc.array(of, { maxLength: 3 });
const gate = fc
  .tuple(fc.option(list(atom)), fc.option(list(predicate), { freq: 3 }))
  .map(([crates, predicates]) =>
    [
      ...(crates === null ? [] : [`crates = ${JSON.stringify(crates)}`]),
      ...(predicates === null ? [] : [`predicates = ${JSON.stringify(predicates)}`]),
    ].join("\n"),
  );
const hook = fc
  .tuple(
    fc.constantFrom("a", "b"),
    fc.constantFrom("PreToolUse", "Stop", "SessionStart", "BeforeLunch"),
    gate,
    fc.constantFrom("", 'on-failure = "closed"', 'agent = "claude"'),
  )
  .map(
    ([name, event, own, more]) => `[[hooks]]\nname = "${name}"\nevent = "${event}"\n${more}\n${own}\ncommand = { executable = "true" }\n`,
  );
const item = fc.oneof(
  { weight: 4, arbitrary: hook },
  { weight: 2, arbitrary: gate.map((own) => `[[skills]]\nsource.path = "skills"\n${own}\n`) },
  { weight: 1, arbitrary: fc.constant('[[predicate]]\nname = "mine"\ncommand = { executable = "true" }\n') },
  { weight: 1, arbitrary: atom.map((one) => `[[plugins]]\nsource.cargo = "${one}"\n`) },
);
const manifest = fc
  .tuple(
    fc.constantFrom("one", "two", "three", "four"),
    gate,
    fc.array(item, { maxLength: 3 }),
    fc.constantFrom("", "", "", "unknown = 1", "= ="),
  )
  .map(([name, own, items, more]) => `name = "${name}"\n${more}\n${own}\n${items.join("")}`);
const plugins = fc.dictionary(fc.constantFrom("p1", "p2", "p3", "p4", "p5"), manifest, { minKeys: 1, noNullPrototype: true });
const workspace = fc.oneof(
  fc.constant(null),
  fc.subarray(["serde 1.0.5", "tokio 1.0.0", "my-crate 1.0.0", "other"]).map((packages) => workspaceWith(packages)),
  fc.constant<Workspace>({ ...workspaceWith(["serde"]), problems: [{ severity: "error", file: "/w/Cargo.toml", message: "is damaged" }] }),
);

/** Everything that anyone asks of plugins, whether their outline is read or all of them. */
function answersOf(loaded: LoadedPlugins, request: ReadRequest) {
  const all = inOrder<LoadedPlugin, LoadedOutline>(loaded.plugins, loaded.outlined);
  const meta = { program: "1", config: "c", key: null, workspace: null, repository: null, registrations: [], stamps: [], watched: [] };
  const { leftOut, kept, skills, asked, problems } = collectSkills(loaded, request);
  return {
    index: indexText(all, { ...meta, logLevel: "info", problems: [], hints: { candidates: [] } }, [
      ...loaded.refused,
      ...loaded.refusedUnread,
    ]),
    closed: [...closedFlags(loaded, [])].toSorted(),
    busy: ALL_AGENTS.map(({ name }) => [name, ...busyEvents(name, all)]),
    states: all.map(({ source, plugin, state, inactive }) => [source, plugin.name, plugin.manifest, state, inactive]),
    problems: loaded.problems.map((problem) => [problem.severity, problemText(problem)]),
    watched: [...loaded.watched, ...loaded.roots, ...loaded.broken],
    asksPrograms: asksPrograms(loaded.plugins),
    variables: new Set([
      ...variablesIn(loaded.plugins.map(({ plugin }) => plugin)),
      ...loaded.outlined.flatMap(({ plugin }) => plugin.variables),
    ]),
    inForce: loaded.inForce.map(({ plugins: each, ...source }) => ({
      ...source,
      plugins: each.map((one) => ({ ...one, isOutlined: undefined, texts: one.texts() })),
    })),
    packages: loaded.packages,
    skills: { leftOut, kept, skills, asked, problems },
    checked: loaded.surroundings.checkedPaths,
  };
}

test("PL-31 every answer is the same with the catalogue and without it, whatever plugins and workspaces there are", async () => {
  let outlined = 0;
  await fc.assert(
    fc.asyncProperty(
      plugins,
      fc.array(fc.tuple(workspace, fc.option(plugins, { freq: 3 })), { minLength: 1, maxLength: 4 }),
      fc.constantFrom("", 'disable = ["two"]', 'use = ["one", "three"]'),
      async (first, steps, table) => {
        await using ours = await ourDirectory({});
        const put = (name: string, text: string) => {
          const file = ours.path("plugins", name, "SYMPOSIUM.toml");
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, text);
        };
        const parsed = parseConfig(ours.places.config, `[defaults]\nsymposium-recommendations = false\n[plugins]\n${table}\n`);
        if (!parsed.ok) throw new Error(parsed.problem.message);
        for (const [name, text] of Object.entries(first)) put(name, text);
        const context = { ...ours.context, now: () => Date.now() + 10_000 };
        const request = { config: parsed.config, places: ours.places, context };
        loadPlugins({ ...request, workspace: null, isStored: true });
        for (const [around, changed] of steps) {
          for (const [name, text] of Object.entries(changed ?? {})) put(name, text);
          if (changed !== null && changed["p1"] === undefined) rmSync(ours.path("plugins", "p1"), { recursive: true, force: true });
          const here = { ...request, workspace: around };
          const known = loadPlugins({ ...here, isStored: true });
          outlined += known.outlined.length;
          expect(answersOf(known, here)).toEqual(answersOf(loadPlugins({ ...here, through: "all" }), here));
        }
      },
    ),
    { numRuns: times({ quick: 40, sample: 100, all: 500, proof: 2_000 }) },
  );
  // Else it would compare nothing.
  expect(outlined).toBeGreaterThan(20);
}, 300_000);
