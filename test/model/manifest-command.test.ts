import { describe, expect, test } from "vitest";

import { commandOn, scriptCall } from "../../src/model/hook-manifest.ts";

describe("IX-10 a command that begins with a script", () => {
  test.each([
    { command: "./guard.sh", script: "guard.sh", rest: "" },
    { command: "./scripts/guard.sh --strict", script: "scripts/guard.sh", rest: " --strict" },
    { command: "scripts/guard.sh\t-x", script: "scripts/guard.sh", rest: "\t-x" },
  ])("$command", ({ command, ...call }) => expect(scriptCall(command)).toEqual(call));

  test.each(["guard.sh", "python3 scripts/guard.py", "/usr/bin/guard", "scripts/guard.sh; true", "$HOME/guard.sh", "~/guard.sh", ""])(
    "%j is a line for the shell",
    (command) => expect(scriptCall(command)).toBeUndefined(),
  );
});

describe("IX-11 the command of the operating system", () => {
  const platform = { windows: "guard.cmd", darwin: "./guard-mac" };

  test.each([
    { os: "windows", command: "guard.cmd" },
    { os: "macos", command: "./guard-mac" },
    { os: "linux", command: "./guard" },
  ] as const)("on $os", ({ os, command }) => expect(commandOn({ command: "./guard", platform }, os)).toBe(command));

  test("an empty one does not take the usual one's place", () =>
    expect(commandOn({ command: "./guard", platform: { linux: "" } }, "linux")).toBe("./guard"));
});
