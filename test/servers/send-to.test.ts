import { describe, expect, test } from "vitest";

import { sendTo } from "../../src/servers/run-server.ts";

describe("MC-11 signals for a server", () => {
  test("Windows ends it with all that it started, by a program of Windows itself", () => {
    const done: unknown[] = [];
    const child = { pid: 42, kill: (signal: NodeJS.Signals) => done.push(["kill", signal]) > 0 };
    const env = { SystemRoot: "C:\\evil", PATH: "C:\\evil" };
    expect(sendTo(child, "SIGTERM", "windows", env, (file, args) => done.push([file, ...args]))).toBe(true);
    expect(done).toEqual([
      ["C:\\Windows\\System32\\taskkill.exe", "/pid", "42", "/t", "/f"],
      ["kill", "SIGTERM"],
    ]);
  });

  test("nothing is sent where nothing was started, or nothing is left", () => {
    const child = { kill: () => true };
    expect(sendTo(child, "SIGTERM", "windows", {})).toBe(false);
    // No process has this number.
    expect(sendTo({ ...child, pid: 2 ** 30 }, "SIGTERM", "linux", {})).toBe(false);
  });
});
