import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { PAGE, PICTURE } from "../../scripts/demo-capture.ts";
import { TYPESCRIPT } from "../../scripts/run-typescript.ts";
import { AGENTS } from "../../src/agents/list.ts";
import { program } from "./programs.ts";
import { isAtLeast } from "../support/thoroughness.ts";

const ROOT = join(import.meta.dirname, "../..");

let home: FsFixture;
let written: FsFixture;
let ended: object;
let parts: string[];

const LONGEST_MS = 300_000;

beforeAll(async () => {
  program("native-hook");
  home = await createFixture();
  written = await createFixture();
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...TYPESCRIPT, join(ROOT, "scripts/demo.ts"), `--write=${written.path}`],
    { cwd: ROOT, encoding: "utf8", env: { PATH: process.env["PATH"], HOME: home.path } },
  );
  ended = { stderr, status };
  parts = stdout.split("\n\n");
}, LONGEST_MS);
afterAll(() => Promise.all([home.rm(), written.rm()]));

describe.runIf(isAtLeast("sample"))("the demo", () => {
  test("succeeds", () => {
    expect(ended).toEqual({ stderr: "", status: 0 });
  });

  test("touches nothing in the user's home", () => {
    expect(readdirSync(home.path)).toEqual([]);
  });

  test("registers with every agent and shows what that changed", () => {
    const init = partWith("$ symposium init").replaceAll(/\s+/g, " ");
    for (const { title } of AGENTS) expect(init).toContain(title);
    expect(partWith("Changes in the agents' files").match(/^ {2}(?:new|changed) +\+\d+ -\d+ +~\/.+$/gm)).toHaveLength(19);
    expect(
      partWith("~/.gemini/settings.json")
        .split("\n")
        .filter((line) => line.startsWith("+")),
    ).not.toEqual([]);
  });

  test("RG-12 shows that every file is as before, though registration changed 19 of them", () => {
    const rows = [...partWith("The agents' files after").matchAll(/^ {2}~\/(\S+) +(\S+) +(\S+) +(\S+) +(\S+)$/gm)];
    expect(rows.filter(([, , before, , after, verdict]) => before !== after || verdict !== "same")).toEqual([]);
    expect(rows.filter(([, , before, registered]) => before !== registered)).toHaveLength(19);
    expect(partWith("Every file and folder")).toContain("byte for byte");
  });

  test.each([
    ["rm -rf build", /deny|"decision":"block"|exit code 2/],
    ["npm install && npm test", /npm ci && npm test/],
    ["git push", /ask|ask-became-deny/],
    ["write a file", /House style|context-held|context-lost/],
    ["terraform apply", /Run terraform plan instead/],
    ["sends a prompt", /release team|context-lost/],
  ])("shows %s on every agent", (title, effect) => {
    const scene = partWith(title);
    const says = AGENTS.map((agent) => blockOf(scene, agent.title));
    for (const block of says) expect(block).toMatch(effect);
  });

  test("shows that a dependency brings a skill and a hook, and that removing it removes both", () => {
    const answers = partsWith("widget reset --all");
    expect(answers.map((answer) => /one-device/.test(answer))).toEqual([true, false]);
    expect(partWith("$ symposium sync").match(/^installed .*widget-reset/gm)).toHaveLength(3);
    expect(partsWith("Skills in the project").map((part) => part.match(/widget-reset/g)?.length ?? 0)).toEqual([0, 3]);
    expect(partsWith("$ git status")).toEqual(Array(3).fill("$ git status --short\n(nothing)"));
  });

  test("MC-4 shows where a dependency's MCP server goes, where it waits, and that it is gone with the dependency", () => {
    const [waiting, written] = [partWith("brings an MCP server"), partWith("$ symposium sync --mcp-project-files")];
    expect(waiting).not.toBe("");
    expect(parts.join("\n")).toMatch(/^waiting +MCP server widget-docs/m);
    expect(written.replaceAll(/\s+/g, " ")).toContain("goose, Windsurf: no file for the servers of one project");
    expect(partsWith("Files with the server").map((part) => part.match(/^ {2}~\//gm)?.length ?? 0)).toEqual([8, 0]);
    for (const entry of ["The entry in ~/.claude.json", "The entry `symposium`"])
      expect(partWith(entry).replaceAll(/\s+/g, " ")).toContain("one device at a time");
  });

  test("AP-2 AP-3 shows that skill, server and hook of an Agent Plugin reach every agent", () => {
    const scene = partWith("widget format disk0");
    for (const { title } of AGENTS)
      expect(blockOf(scene, title)).toMatch(/^blocked; skill in \.\w+\/skills, server (?:in ~\/\S+|through symposium mcp)$/);
    expect(partWith("The server keeps notes")).toContain("plugin-data/widget-kit-…/notes.txt: disk0 has no backup");
  });

  test("names what an agent cannot do", () => {
    expect(parts.join("\n\n")).toMatch(/! [a-z-]+: /);
  });
});

test.runIf(isAtLeast("sample")).each([PAGE, PICTURE])("%s shows what the demo prints; `npm run demo -- --write` updates it", (path) => {
  expect(readFileSync(join(ROOT, path), "utf8")).toBe(readFileSync(written.getPath(basename(path)), "utf8"));
});

test.runIf(isAtLeast("sample"))("the picture has a line for each agent, and colours for light and dark", () => {
  const picture = readFileSync(join(ROOT, PICTURE), "utf8");
  for (const { title } of AGENTS) expect(picture).toContain(`>${title} `);
  expect(picture).toContain("@media (prefers-color-scheme: dark)");
  expect(picture.match(/class="deny"/g)).toHaveLength(AGENTS.length);
});

/** The part of the output whose first line contains this. */
function partWith(words: string): string {
  return partsWith(words)[0] ?? "";
}

function partsWith(words: string): string[] {
  return parts.filter((text) => text.split("\n")[0]?.includes(words));
}

/** An agent's lines in a scene, unwrapped. */
function blockOf(scene: string, title: string): string {
  const lines = scene.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`  ${title} `));
  const end = lines.findIndex((line, at) => at > start && /^ {2}\S/.test(line));
  return lines
    .slice(start, end === -1 ? undefined : end)
    .map((line) => line.slice(16))
    .join("");
}
