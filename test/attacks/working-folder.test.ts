/** A working folder that is deleted, unreachable, a file, or deeper than any path may be: as the folder where the program starts, and as the one in the payload. */

import { chmodSync, chownSync, mkdirSync } from "node:fs";

import { afterAll, beforeAll, describe, test } from "vitest";

import { inFolder } from "../conformance/agents.ts";
import { expectDenied, FORMS, GUARDED, type GuardedHome, guardedHome, SOME } from "./guarded-home.ts";
import { fewer, inTurns, turnsOf } from "../support/thoroughness.ts";

const DELETED = 'mkdir -p gone; cd gone; rmdir ../gone; exec "$@"';

describe.each(FORMS)("started in such a folder, the %s program", (form) => {
  const isTurn = turnsOf(form, FORMS);
  test.runIf(isTurn())("RT-38 a folder that was deleted, on every agent, through the registered text", { timeout: 120_000 }, async () => {
    await using home = await guardedHome({ form, agents: GUARDED });
    for (const agent of GUARDED.filter((name) => name !== "opencode"))
      await expectDenied(agent, await home.call(agent, { arrange: DELETED }));
  });

  test.runIf(isTurn())("RT-38 a folder that is deleted while the guard runs", { timeout: 60_000 }, async () => {
    const script = 'cat >/dev/null; rm -rf "$PWD"; echo no >&2; exit 2\n';
    await using home = await guardedHome({ form, script });
    for (const agent of SOME) {
      const cwd = `${home.path}/passing-${agent}`;
      mkdirSync(cwd);
      await expectDenied(agent, await home.call(agent, { cwd }));
    }
  });

  const folders: readonly (readonly [name: string, folder: (home: string) => string])[] = [
    ["that is not there", () => "/no/such/folder"],
    ["that is a file", () => "/etc/passwd"],
    ["that is a device", () => "/dev/null"],
    ["with a zero byte", () => "/tmp/a\0b"],
    ["longer than any path", () => `/${"x/".repeat(20_000)}`],
    ["of 100,000 letters", () => `/${"x".repeat(100_000)}`],
    ["that is relative", () => "../.."],
    ["that is empty", () => ""],
    ["below our file", (home) => `${home}/.symposium/config.toml/x`],
  ];

  describe("RT-38 a payload whose folder is one", () => {
    let home: GuardedHome;
    beforeAll(async () => {
      home = await guardedHome({ form });
    });
    afterAll(() => home[Symbol.asyncDispose]());

    test.each(fewer(inTurns(folders, form, FORMS)))("%s", { timeout: 60_000 }, async (_, folder) => {
      for (const agent of SOME) {
        await expectDenied(agent, await home.call(agent, { changePayload: (payload) => inFolder(payload, folder(home.path)) }));
      }
    });
  });

  test.runIf(isTurn())("RT-38 a folder deeper than any path may be", { timeout: 60_000 }, async () => {
    await using home = await guardedHome({ form });
    const name = "d".repeat(200);
    const arrange = `for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25; do mkdir -p ${name}; cd ${name} || break; done 2>/dev/null; exec "$@"`;
    for (const agent of SOME.filter((one) => one !== "opencode")) await expectDenied(agent, await home.call(agent, { arrange }));
  });
});

const NOBODY = 65_534;

describe.skipIf(process.getuid?.() !== 0).each(FORMS)("started by an ordinary user, the %s program", (form) => {
  const isTurn = turnsOf(form, FORMS);
  test.runIf(isTurn())("RT-38 a folder that no one may enter, read or write", { timeout: 60_000 }, async () => {
    await using home = await guardedHome({ form, user: NOBODY });
    const cwd = `${home.path}/closed-folder`;
    mkdirSync(cwd);
    chownSync(cwd, NOBODY, NOBODY);
    for (const agent of SOME) await expectDenied(agent, await home.call(agent, { cwd, arrange: `chmod 000 .; exec "$@"` }));
    chmodSync(cwd, 0o700);
  });
});
