import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { type LogLevel, openLog } from "../../src/host/log-file.ts";
import { symposium } from "../commands/command-line.ts";

const NOON = Date.UTC(2026, 10, 15, 12, 0, 7);
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "symposium-log-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (level: LogLevel, time = NOON) => openLog({ places: { logs: join(folder, "logs") }, now: () => time, level });
const names = () => readdirSync(join(folder, "logs")).sort();

describe("RT-26 log files", () => {
  test("RT-26 the name tells the time of the start", () => {
    open("info").write("info", "hello\nagain");
    expect(names()).toEqual(["symposium-20261115-120007.log"]);
    expect(readFileSync(join(folder, "logs/symposium-20261115-120007.log"), "utf8")).toBe(
      "2026-11-15T12:00:07.000Z INFO  hello\n    again\n",
    );
  });

  test.runIf(process.platform !== "win32")("RT-26 the file is the user's alone", () => {
    open("info").write("info", "hello");
    expect(statSync(join(folder, "logs", names()[0] ?? "")).mode & 0o777).toBe(0o600);
  });

  test.each([
    ["trace", ["trace", "debug", "info", "warn", "error"]],
    ["info", ["info", "warn", "error"]],
    ["error", ["error"]],
  ] as const)("RT-26 level %s keeps %j", (level, kept) => {
    const log = open(level);
    for (const each of ["trace", "debug", "info", "warn", "error"] as const) log.write(each, `a ${each} line`);
    const text = readFileSync(join(folder, "logs", names()[0] ?? ""), "utf8");
    expect([...text.matchAll(/a (\w+) line/g)].map(([, word]) => word)).toEqual(kept);
  });

  test("RT-26 no message, no file", () => {
    open("error").write("info", "unimportant");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("RT-26 the newest 50 are kept, other files are left alone", () => {
    mkdirSync(join(folder, "logs"));
    writeFileSync(join(folder, "logs/notes.txt"), "mine");
    for (let second = 0; second < 60; second++) open("info", NOON + second * 1000).write("info", "x");
    const logs = names().filter((name) => name.endsWith(".log"));
    expect(logs).toHaveLength(50);
    expect(logs[0]).toBe("symposium-20261115-120017.log");
    expect(names()).toContain("notes.txt");
  });

  test("RT-26 with the clock set back the log of this start stays", () => {
    for (let second = 0; second < 50; second++) open("info", NOON + second * 1000).write("info", "x");
    open("info", NOON - 86_400_000).write("info", "yesterday");
    expect(names()).toHaveLength(50);
    expect(names()).toContain("symposium-20261114-120007.log");
  });

  test("RT-26 a folder that cannot be made costs nothing", () => {
    writeFileSync(join(folder, "logs"), "a file");
    chmodSync(join(folder, "logs"), 0o400);
    expect(() => open("info").write("error", "lost")).not.toThrow();
  });
});

describe("RT-26 what commands log", () => {
  const run = (config: string, args = ["plugin", "list"]) =>
    symposium(args, { home: { ".symposium/config.toml": config }, now: () => NOON });
  const log = "logs/symposium-20261115-120007.log";

  test("RT-26 the command line and failures at the usual level", async () => {
    const { files } = await run("[plugins\n");
    expect(files[log]).toMatch(/^\S+ INFO {2}symposium 0\.1\.0: "plugin" "list" in ~\n\S+ ERROR CONFIG: ~\/\.symposium\/config\.toml:1:/);
  });

  test("RT-26 the level comes from the config file", async () => {
    expect(Object.keys((await run('[logging]\nlevel = "warn"\n')).files)).toEqual(["config.toml", "state.toml"]);
    expect((await run('[logging]\nlevel = "trace"\n')).files[log]).toContain(" TRACE answer: {");
  });

  test("RT-26 help and the version leave no log", async () => {
    const logs = async (flag: string) => Object.keys((await run("", [flag])).files).filter((path) => path.startsWith("logs"));
    expect(await logs("--help")).toEqual([]);
    expect(await logs("-V")).toEqual([]);
  });
});
