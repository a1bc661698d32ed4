/** The commands of the built package, run by Node for Windows. */

import { existsSync, readFileSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { OWN_HOOK_FILES } from "../../src/agents/agents-by-name.ts";
import { AGENTS } from "../../src/agents/list.ts";
import { put, startWindows, WINE, type Windows } from "./windows.ts";

const ALL = AGENTS.flatMap(({ name }) => ["--add-agent", name]);
const DONE = { exitCode: 0, stderr: "" };

describe.skipIf("missing" in WINE)("RG-21 commands on Windows", () => {
  let windows: Windows;
  beforeAll(() => void (windows = startWindows()));
  afterAll(() => windows[Symbol.dispose]());

  test("init, status, sync and uninstall, in a home with a blank and other letters in its name", () => {
    const house = windows.house("Jo Döner");
    const isThere = (path: string) => existsSync(house.file(path));
    const [init, status, sync] = windows.run([
      { house, command: ["init", ...ALL] },
      { house, command: ["status", "--json"] },
      { house, command: ["sync"] },
    ]);
    expect(init).toMatchObject(DONE);
    expect(init?.stdout).toContain("~\\.symposium\\bin\\symposium-hook.cmd");
    for (const { name, registration } of OWN_HOOK_FILES) expect(isThere(registration.file.user), name).toBe(true);

    const { answer } = JSON.parse(status?.stdout ?? "") as { answer: StatusAnswer };
    expect(answer.program).toEqual({ file: `${house.home}\\.symposium\\bin\\symposium-hook.cmd`, isThere: true });
    expect(answer.registrations).toHaveLength(OWN_HOOK_FILES.length);
    for (const { file, state } of answer.registrations) expect([file.startsWith(house.home), state]).toEqual([true, "as written"]);
    expect(status?.stdout).not.toContain("the program that agents call");

    expect(sync).toMatchObject(DONE);
    expect(sync?.stdout).toContain("nothing to change: everything is as configured");

    const [removed, uninstalled] = windows.run([
      { house, command: ["init", "--remove-agent", "gemini"] },
      { house, command: ["uninstall", "--purge"] },
    ]);
    expect(removed).toMatchObject(DONE);
    expect(removed?.stdout).toContain("~\\.gemini\\settings.json");
    expect(uninstalled).toMatchObject(DONE);
    for (const { name, registration } of OWN_HOOK_FILES) expect(isThere(registration.file.user), name).toBe(false);
    expect(isThere(".symposium")).toBe(false);
  });

  test("HOME of a POSIX shell does not lead away from what agents and their texts look at", () => {
    const house = windows.house("shell");
    const env = { HOME: "C:\\users\\elsewhere" };
    expect(windows.run([{ house, env, command: ["init", "--add-agent", "goose"] }])).toMatchObject([DONE]);
    expect(existsSync(house.file(".symposium/bin/symposium-hook.cmd"))).toBe(true);
    expect(existsSync(house.file("../elsewhere"))).toBe(false);
  });

  test("commands at the same time leave whole files and a whole record", () => {
    const house = windows.house("many");
    const agents = ["claude-code", "gemini-cli", "goose"];
    const mine = '{\r\n  "model": "opus"\r\n}\r\n';
    put(house.file(".claude/settings.json"), mine);
    const answers = windows.run(
      agents.map((agent) => ({ house, command: ["init", "--add-agent", agent] })),
      "together",
    );
    expect(answers).toMatchObject(agents.map(() => DONE));
    const { files } = JSON.parse(readFileSync(house.file(".symposium/ledger.json"), "utf8")) as { files: { agents: string[] }[] };
    expect(files.flatMap((file) => file.agents).toSorted()).toEqual(agents);
    expect(windows.run([{ house, command: ["uninstall"] }])).toMatchObject([DONE]);
    expect(readFileSync(house.file(".claude/settings.json"), "utf8")).toBe(mine);
  });
});

interface StatusAnswer {
  readonly program: { readonly file: string; readonly isThere: boolean };
  readonly registrations: readonly { readonly file: string; readonly state: string }[];
}
