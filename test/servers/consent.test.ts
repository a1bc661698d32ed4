/** Servers that a repository or a dependency brings: the launcher checks the user's consent at every start. */

import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { BUILT, environmentOf, type Home, runProgram } from "../support/home.ts";
import { CLOSED, decideSettled, packageHome, repositoryHome } from "../support/consented.ts";
import { program } from "../foundation/programs.ts";
import { type BuiltForm, INITIALIZE, refusalIn } from "./launched.ts";
import { fewer, turnsOf } from "../support/thoroughness.ts";

const SERVER = `${CLOSED}\n[[installations]]\nname = "server"\nscript = "server.sh"\n[[mcp_servers]]\nname = "s"\ncommand = "server"\n`;
const FILES = { "server.sh": 'echo ran >> "$HOME/ran"; echo served\n' };

function start(form: BuiltForm, home: Home, word: string) {
  return runProgram(program(form), ["serve", word], INITIALIZE, environmentOf(home.path), home.getPath("work"));
}

const hasRun = (home: Home) => existsSync(home.getPath("ran"));

describe.each(BUILT)("MC-1 MC-11 consent, at every start of the process %s", (form) => {
  const isTurn = turnsOf(form, BUILT);
  test.each([
    ["a repository's own plugin", repositoryHome, "house-rules/s", "house-rules"],
    ["a dependency's plugin", packageHome, "widget/s", "widget"],
  ] as const)("%s starts nothing before the user agrees, nor after a revoked consent", async (_what, make, word, name) => {
    await using home = await make(SERVER, FILES);
    const waiting = await start(form, home, word);
    expect(refusalIn(waiting.stdout)).toContain(`waits for your consent; run \`symposium trust accept ${name}\` at a terminal`);
    expect(hasRun(home)).toBe(false);
    await decideSettled(home, "accepted");
    expect((await start(form, home, word)).stdout).toBe("served\n");
    await decideSettled(home, "declined");
    expect(refusalIn((await start(form, home, word)).stdout)).toContain(`you declined it; \`symposium trust ask ${name}\` asks again`);
  });

  test.each(
    fewer([
      ["server.sh", "\n# changed\n"],
      ["SYMPOSIUM.toml", 'args = ["more"]\n'],
      ["lib/words.sh", "\n# changed\n"],
    ] as const),
  )("a changed %s stops it", async (file, added) => {
    await using home = await repositoryHome(SERVER, FILES);
    await decideSettled(home, "accepted");
    expect((await start(form, home, "house-rules/s")).stdout).toBe("served\n");

    appendFileSync(home.getPath("work", file), added);
    const { stdout } = await start(form, home, "house-rules/s");
    expect(refusalIn(stdout)).toContain("run `symposium trust accept house-rules` at a terminal");
  });

  test.runIf(isTurn())("PL-17 a comment in SYMPOSIUM.toml does not stop it", async () => {
    await using home = await repositoryHome(SERVER, FILES);
    await decideSettled(home, "accepted");
    appendFileSync(home.getPath("work", "SYMPOSIUM.toml"), "# changed\n");
    expect((await start(form, home, "house-rules/s")).stdout).toBe("served\n");
  });

  test.runIf(isTurn())("a repository's plugin with the name of the user's own does not take its place", async () => {
    await using home = await repositoryHome(SERVER.replaceAll('"s"', '"db"'), {
      "SYMPOSIUM.toml":
        'name = "mine"\n[[installations]]\nname = "server"\nscript = "server.sh"\n[[mcp_servers]]\nname = "db"\ncommand = "server"\n',
      ...FILES,
    });

    mkdirSync(home.getPath("plugins/mine"), { recursive: true });
    const own = 'name = "mine"\ncrates = ["*"]\n[[mcp_servers]]\nname = "db"\ncommand = "/bin/echo"\nargs = ["the user\'s"]\n';
    writeFileSync(home.getPath("plugins/mine/SYMPOSIUM.toml"), own);
    expect((await start(form, home, "mine/db")).stdout).toBe("the user's\n");
    await decideSettled(home, "accepted");
    expect((await start(form, home, "mine/db")).stdout).toBe("the user's\n");
    expect(hasRun(home)).toBe(false);
  });
});
