/** Users' files go through the commands on Windows and come back as they were, byte for byte: the corpus of `test/setup`, one file of each agent at a time. */

import { readFileSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Scope } from "../../src/agents/agent.ts";
import { OWN_HOOK_FILES } from "../../src/agents/agents-by-name.ts";
import { isWithin } from "../../test/setup/entries/is-within.ts";
import { hookFileOf, userFiles } from "../../test/setup/entries/user-files.ts";
import { put, startWindows, WINE, type Windows } from "./windows.ts";

const DONE = { exitCode: 0, stderr: "" };
const AGENTS = OWN_HOOK_FILES.map(({ name }) => ({ agent: name, files: userFiles(name) })).filter(({ files }) => files.length > 0);
const ROUNDS = Array.from({ length: Math.max(...AGENTS.map(({ files }) => files.length)) }, (_, round) =>
  AGENTS.flatMap(({ files }) => files.slice(round, round + 1)),
);

describe.skipIf("missing" in WINE)("RG-21 RG-9 RG-12 undo on Windows", () => {
  let windows: Windows;
  beforeAll(() => void (windows = startWindows()));
  afterAll(() => windows[Symbol.dispose]());

  test("the corpus has files of every agent with entries", () => {
    expect(AGENTS.length).toBeGreaterThan(8);
    expect(ROUNDS.flat().length).toBe(AGENTS.flatMap(({ files }) => files).length);
  });

  test.each<[Scope, string]>([
    ["user", "global"],
    ["project", "project"],
  ])("%s files", (scope, hookScope) => {
    const rounds = ROUNDS.map((files, at) => {
      const house = windows.house(`${scope}${at}`);
      const place = (agent: string) => (scope === "user" ? house.file : house.inProject)(hookFileOf(agent, scope));
      for (const { agent, bytes } of files) put(place(agent), bytes);
      const agents = (flag: string) => files.flatMap(({ agent }) => [flag, agent]);
      const init = ["init", ...agents("--add-agent"), "--hook-scope", hookScope];
      return { house, files, place, init, leave: ["init", ...agents("--remove-agent")] };
    });
    const written = windows.run(rounds.map(({ house, init }) => ({ house, command: init })));
    expect(written).toMatchObject(rounds.map(() => DONE));
    for (const { files, place } of rounds) {
      for (const { agent, property, bytes } of files) {
        const registered = readFileSync(place(agent));
        expect([agent, property, registered.includes(`symposium-hook`), isWithin(bytes, registered)]).toEqual([
          agent,
          property,
          true,
          true,
        ]);
      }
    }
    const [again] = windows.run(rounds.slice(0, 1).map(({ house, init }) => ({ house, command: init })));
    expect(again?.stdout).toContain("nothing to change: everything is as configured");
    const undone = windows.run(rounds.map(({ house, leave }) => ({ house, command: leave })));
    expect(undone).toMatchObject(rounds.map(() => DONE));
    for (const { files, place } of rounds) {
      for (const { agent, property, bytes } of files)
        expect([agent, property, readFileSync(place(agent), "latin1")]).toEqual([agent, property, bytes.toString("latin1")]);
    }
  });
});
