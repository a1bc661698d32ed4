import { describe, expect, test } from "vitest";

import { program } from "../foundation/programs.ts";
import { manifestText } from "../support/plugin.ts";
import { commandHouse, subcommand } from "../support/subcommand.ts";
import { HAS_TMUX, screenOf } from "./screens/real-terminal.ts";

type Keys = Parameters<typeof screenOf>[0]["keys"];

/** What stands on a terminal after the command of this script, with these keys. */
async function shown(script: string, keys: Keys, before: readonly string[] = []): Promise<string> {
  await using house = await commandHouse({ p: { "SYMPOSIUM.toml": manifestText("p", subcommand("try")), "try.sh": script } });
  const command = [...before, process.execPath, program("symposium"), "try"];
  return await screenOf({ columns: 80, cwd: house.project, home: house.home, command, keys });
}

describe.skipIf(!HAS_TMUX)("PG-13 a command at a terminal", { timeout: 60_000 }, () => {
  test("has the terminal, and reads what is typed", async () => {
    const script = '[ -t 0 ] && [ -t 1 ] && [ -t 2 ] && echo all; printf "name? "; read name; echo "hello $name"; exit 3\n';
    const screen = await shown(script, [
      ["name?", "Ada"],
      ["name? Ada", "Enter"],
    ]);
    expect(screen).toBe("all\nname? Ada\nhello Ada\n[exit 3]\n");
  });

  test("Ctrl-C reaches it once, and it may go on", async () => {
    const script = 'trap "echo caught" INT; echo ready; n=0; while [ $n -lt 30 ]; do sleep 0.1; n=$((n+1)); done; echo done; exit 4\n';
    const screen = await shown(script, [["ready", "C-c"]]);
    expect(screen.match(/caught/g)).toHaveLength(1);
    expect(screen).toMatch(/done\n\[exit 4\]\n$/);
  });

  test.each([
    ["C-c", 130],
    ["C-\\", 131],
  ])("%s ends one that does not handle it: exit code %d", async (key, code) => {
    expect(await shown("ulimit -c 0; echo ready; exec sleep 20\n", [["ready", key]])).toContain(`[exit ${code}]`);
  });

  test("a new width reaches it", async () => {
    const script = 'trap "stty size | cut -d\\" \\" -f2; seen=1" WINCH; echo ready; while [ -z "$seen" ]; do sleep 0.1; done\n';
    expect(await shown(script, [["ready", 97]])).toMatch(/^ready\n97\n/);
  });

  test("Ctrl-Z stops both, and fg continues both", async () => {
    const script = 'echo ready; read line; echo "got $line"\n';
    const jobs = ["/usr/bin/env", "bash", "-c", 'set -m; "$@"; echo "stopped $?"; fg >/dev/null; echo "ended $?"', "bash"];
    const keys: Keys = [
      ["ready", "C-z"],
      ["stopped", "x"],
      ["stopped", "Enter"],
    ];
    const screen = await shown(script, keys, jobs);
    expect(screen).toContain("stopped 148");
    expect(screen).toMatch(/got x\nended 0\n/);
  });
});
