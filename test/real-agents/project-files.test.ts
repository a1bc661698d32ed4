/** What was measured of projects' files (`real-agents/project-files.json`) must be in the agents' own tables, from which `status` and the docs say it. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { RECIPES } from "../../real-agents/recipes/list.ts";
import { SWITCHES } from "../../src/agents/hook-list.ts";

interface Measured {
  readonly version: string;
  readonly rows: readonly MeasuredFile[];
}

interface MeasuredFile {
  readonly what: string;
  readonly hook: "runs" | "does not run" | "the agent stops";
  /** The tool that the model asked for ran. */
  readonly tool: boolean;
  /** A program of the project ran around the hook, or in its place. */
  readonly theirs: boolean;
}

const FILE = join(import.meta.dirname, "../../real-agents/project-files.json");
const measured = JSON.parse(readFileSync(FILE, "utf8")) as Readonly<Record<string, Measured>>;

/** Code of the project that the agent itself runs can do anything; no key of a file says so. */
const IS_CODE = ".opencode/plugins/";

/** In a folder that is not trusted an agent refuses the tool, and asks no hook. */
const off = Object.entries(measured).flatMap(([agent, { rows }]) =>
  rows.filter(({ hook, tool, theirs }) => hook === "does not run" && (tool || theirs)).map(({ what }) => ({ agent, what })),
);

test("every agent that can be run was measured, in the version that is pinned", () => {
  expect(Object.entries(measured).map(([name, { version }]) => `${name} ${version}`)).toEqual(
    RECIPES.map(({ name, npm }) => `${name} ${npm.version}`),
  );
});

test.each(off.filter(({ what }) => !what.includes(IS_CODE)))(
  "RT-40 $agent, $what: listed as what switches the user's hooks off",
  ({ agent, what }) => {
    const [, file = ""] = /`([^`]+)`/.exec(what) ?? [];
    const listed = SWITCHES.filter(
      ([name, , scope, path, , key, , effect]) =>
        name === agent && scope === "project" && effect === "off" && file.startsWith(path) && what.includes(String(key.at(-1) ?? "")),
    );
    expect(listed.length).toBeGreaterThan(0);
  },
);

test("RT-40 every agent has something that switches hooks off", () => {
  expect(new Set(off.map(({ agent }) => agent)).size).toBe(7);
});
