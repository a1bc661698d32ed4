/** Users' files go through the command line and come back as they were, byte for byte. */

import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import type { Scope } from "../../../src/agents/agent.ts";
import { AGENTS } from "../../../src/agents/list.ts";
import { HOOKS_ONLY, household, type Household } from "../../commands/command-line.ts";
import { expectLedger } from "./expect-ledger.ts";
import { EDITS_AROUND } from "./hand-edits.ts";
import { hookEdits } from "./hook-edits.ts";
import { isWithin } from "./is-within.ts";
import { documentIn, ourEntries } from "./our-entries.ts";
import { filesBeside, hookFileOf, type UserFile, userFiles } from "./user-files.ts";
import { sampled } from "../../support/thoroughness.ts";

const HOOK_SCOPE: Readonly<Record<Scope, string>> = { user: "global", project: "project" };

export function describeUndo(scope: Scope): void {
  describe.each(AGENTS.map(({ name }) => name))(`in the ${scope}'s files of %s`, (agent) => {
    const register = (house: Household) => house.run(["init", "--add-agent", agent, "--hook-scope", HOOK_SCOPE[scope]]);
    const below = (house: Household) => (scope === "user" ? house.home : house.project);
    const hookFile = (house: Household) => join(below(house), hookFileOf(agent, scope));

    test.each(sampled(userFiles(agent), () => `${scope} ${agent}`))("RG-9, RG-12, RG-13 $property", async ({ bytes }: UserFile) => {
      await using house = await household({ home: HOOKS_ONLY });
      const file = hookFile(house);
      const ledger = join(house.home, ".symposium/ledger.json");
      put(file, bytes, 0o640);

      expect(await register(house)).toMatchObject({ exitCode: 0, stderr: "" });
      const registered = readFileSync(file);
      expect(ourEntries(agent, registered.toString()).filter(({ count }) => count !== 1)).toEqual([]);
      expect(isWithin(bytes, registered)).toBe(true);
      expect(statSync(file).mode & 0o777).toBe(0o640);
      const recorded = readFileSync(ledger);
      expectLedger(recorded.toString(), { file, scope, text: registered.toString() });

      const again = await register(house);
      expect(again.stdout).toContain("nothing to change: everything is as configured");
      expect(readFileSync(file).equals(registered)).toBe(true);
      expect(readFileSync(ledger, "utf8")).toBe(recorded.toString());

      expect(await house.run(["init", "--remove-agent", agent])).toMatchObject({ exitCode: 0, stderr: "" });
      expect(readFileSync(file, "latin1")).toBe(bytes.toString("latin1"));
      expect(statSync(file).mode & 0o777).toBe(0o640);

      const undone = async (edited: string) => {
        put(ledger, recorded, 0o600);
        put(file, edited, 0o640);
        const { exitCode, stdout } = await house.run(["uninstall"]);
        expect(exitCode, stdout).toBe(0);
        return { text: readFileSync(file, "utf8"), stdout };
      };
      const before = bytes.toString();
      for (const { name, apply } of EDITS_AROUND) {
        const edited = apply(registered.toString());
        const expected = apply(before);
        if (edited === undefined || expected === undefined) continue;
        const { text } = await undone(edited);
        expect(spaced(before, `${name}:\n${text}`)).toBe(spaced(before, `${name}:\n${expected}`));
      }
      for (const { name, edited, bytes: asBytes, value, says } of hookEdits(agent, before, registered.toString())) {
        const { text, stdout } = await undone(edited);
        if (asBytes !== undefined) expect(`${name}:\n${text}`).toBe(`${name}:\n${asBytes}`);
        expect({ name, value: documentIn(text) }).toEqual({ name, value });
        expect(stdout).toContain(says);
      }
    });

    test.each(filesBeside(agent))("RG-9, RG-12 untouched beside it: $property", async ({ files }) => {
      await using house = await household({ home: HOOKS_ONLY });
      for (const [path, bytes] of Object.entries(files)) put(join(below(house), path), bytes, 0o600);
      const there = () => Object.fromEntries(Object.keys(files).map((path) => [path, readFileSync(join(below(house), path))]));
      expect(await register(house)).toMatchObject({ exitCode: 0, stderr: "" });
      expect(there()).toEqual(files);
      expect(await house.run(["uninstall"])).toMatchObject({ exitCode: 0, stderr: "" });
      expect(there()).toEqual(files);
      expect(statSync(hookFile(house), { throwIfNoEntry: false })).toBeUndefined();
    });
  });
}

function put(file: string, bytes: Buffer | string, mode: number): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  chmodSync(file, mode);
}

/** In an object that was empty, what the user put in stands on lines that we made: white space is not compared there. */
function spaced(before: string, text: string): string {
  return Object.keys(documentIn(before)).length === 0 ? text.replaceAll(/\s+/g, "") : text;
}
