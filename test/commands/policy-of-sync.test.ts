import { existsSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { skillText } from "../support/plugin.ts";
import { subcommand } from "../support/subcommand.ts";
import { household } from "./command-line.ts";

/** A plugin of the user that starts a program wherever `sync` could start one; each leaves a file. */
function everything(at: (name: string) => string): string {
  const run = (name: string) => `{ executable = "/bin/sh", args = ["-c", "touch ${at(name)}; exit 0"] }`;
  return (
    'name = "busy"\ncrates = ["*"]\n' +
    `[[predicate]]\nname = "ready"\ncommand = ${run("predicate")}\n` +
    `[[installations]]\nname = "made"\nscript = "made.sh"\ninstall_commands = ["touch ${at("installation")}"]\n` +
    '[[hooks]]\nname = "h"\nevent = "Stop"\ncommand = "made"\npredicates = ["ready()"]\n' +
    `[[skills]]\npredicates = ["shell(touch ${at("shell")})"]\nsource.path = "skills"\n` +
    '[[mcp_servers]]\nname = "docs"\ncommand = "/bin/cat"\nargs = []\nenv = []\n' +
    subcommand("busy-command", { command: run("subcommand") })
  );
}

const STARTED = ["predicate", "shell", "subcommand"];

describe("IX-17 sync, servers and subcommands", () => {
  test.each(["allow-managed-only = true", "sources = []", 'sources = ["workspace"]'])(
    "%s: nothing is started, registered or offered",
    async (rule) => {
      await using here = await household({
        home: {
          ".symposium/config.toml": 'mcp-server = false\n[[agent]]\nname = "claude"\n[defaults]\nsymposium-recommendations = false\n',
          ".symposium/plugins/busy/made.sh": "exit 0\n",
          ".symposium/plugins/busy/skills/one/SKILL.md": skillText("one"),
          ".symposium/plugins/alone/SKILL.md": "",
        },
        env: { PATH: process.env["PATH"] ?? "" },
      });
      const made = (name: string) => here.at(`started-${name}`);
      here.write("home/.symposium/plugins/busy/SYMPOSIUM.toml", everything(made));
      // A skill of the source that belongs to no plugin asks as well.
      here.write("home/.symposium/plugins/alone/SKILL.md", skillText("alone", `predicates: ["shell(touch ${made("standalone")})"]`));
      const started = () => [...STARTED, "standalone"].filter((name) => existsSync(made(name)));

      here.write("etc/symposium/policy.toml", `[policy]\n${rule}\n`);
      await here.run(["sync"]);
      const called = await here.run(["busy-command"]);
      expect(started()).toEqual([]);
      expect(called.exitCode).not.toBe(0);
      expect(here.has("home/.claude.json") && here.read("home/.claude.json").includes("busy")).toBe(false);
      expect((await here.run(["--help"])).stdout).not.toContain("busy-command");

      here.remove("etc/symposium/policy.toml");
      await here.run(["sync"]);
      await here.run(["busy-command"]);
      expect(started()).toEqual([...STARTED, "standalone"]);
      expect(here.read("home/.claude.json")).toContain("busy");
    },
  );
});
