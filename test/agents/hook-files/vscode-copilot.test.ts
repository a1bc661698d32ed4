import { expect, test } from "vitest";

import { hookFiles } from "../../../src/agents/vscode-copilot/hook-files.ts";
import { tryCorpus, tryDocuments } from "./hook-file-cases.ts";

const stop = (...entries: object[]) => ({ hooks: { Stop: entries } }) as never;

tryDocuments(hookFiles, [
  {
    name: "a command for all, and those of single systems before it",
    document: stop({ type: "command", command: "a", linux: "b", osx: "c", windows: "d", timeout: 5, cwd: "sub", env: { A: "1" } }),
    hooks: [
      {
        event: "Stop",
        entry: { type: "command", command: "a", linux: "b", osx: "c", windows: "d", cwd: "sub", env: { A: "1" }, timeout: 5 },
      },
    ],
  },
  {
    name: "Copilot's keys mean systems",
    document: stop({ type: "command", bash: "a", powershell: "b", timeoutSec: 5 }),
    hooks: [{ event: "Stop", entry: { type: "command", command: "a", windows: "b", timeout: 5 } }],
    written: stop({ type: "command", command: "a", windows: "b", timeout: 5 }),
  },
  {
    name: "without a command for all it runs on the systems it names",
    document: stop({ windows: "a" }, { linux: "b", osx: "b" }, { linux: "c" }, { linux: "d", osx: "e", windows: "f" }),
    hooks: [
      { event: "Stop", entry: { command: "a", windowsOnly: true } },
      { event: "Stop", entry: { command: "b", posixOnly: true } },
      { event: "Stop", entry: { command: "c", linux: "c", only: ["linux"] } },
      { event: "Stop", entry: { command: "d", linux: "d", osx: "e", windows: "f" } },
    ],
    written: stop({ windows: "a" }, { linux: "b", osx: "b" }, { linux: "c" }, { command: "d", linux: "d", osx: "e", windows: "f" }),
  },
  {
    name: "a matcher is kept, though VS Code does not look at it",
    document: stop({ matcher: "run_in_terminal", command: "a" }),
    hooks: [{ event: "Stop", matcher: "run_in_terminal", entry: { command: "a" } }],
  },
]);

test("IX-5 it has no matchers: every hook runs for every tool", () => expect(hookFiles.matcher).toBeUndefined());

tryCorpus(hookFiles, "vscode-copilot", {
  "all-three-systems.json": {
    PostToolUse: [{ type: "command", command: "make fmt", linux: "make fmt", osx: "gmake fmt", windows: "nmake fmt" }],
  },
  "copilot-file.json": {
    sessionStart: [{ type: "command", command: "./start.sh", windows: "./start.ps1", timeout: 10 }],
    preToolUse: [{ type: "command", linux: "./guard.sh", osx: "./guard.sh", timeout: 5 }],
  },
});
