/** A PATH that leaves out the system's folders or the user's: the programs of a guard's script are found. */

import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, test } from "vitest";

import { shellOf } from "../setup/registered-home.ts";
import { turnsOf } from "../support/thoroughness.ts";
import { expectDenied, FORMS, guardedHome, type GuardedHome, SOME } from "./guarded-home.ts";

const REASON = "the guard found its programs";

/** Denies only with a program of the system and one of the user. A script that fails denies with another reason. */
const SCRIPT = `if cat | grep -q . && judge; then echo '${REASON}' >&2; exit 2; fi\nexit 7\n`;

const PATHS: readonly (readonly [what: string, path: string])[] = [
  ["a folder that does not exist", "/no/such/folder"],
  ["relative folders alone", ".:./bin"],
  ["nothing", ""],
  ["the system alone", "/usr/bin:/bin"],
];

describe.each(FORMS)("the programs that a script finds, through %s", (form) => {
  const isTurn = turnsOf(form, FORMS);
  let home: GuardedHome;
  beforeAll(async () => {
    home = await guardedHome({ form, script: SCRIPT, files: { tools: { judge: { judge: "#!/bin/sh\nexit 0\n" } } } });
    // As if the user's shell had this folder on PATH at `init`.
    const record = JSON.parse(readFileSync(home.ours("places.json"), "utf8")) as { environment: Record<string, string> };
    record.environment["PATH"] = `${home.path}/tools/judge:${record.environment["PATH"] ?? ""}`;
    writeFileSync(home.ours("places.json"), JSON.stringify(record));
    chmodSync(`${home.path}/tools/judge/judge`, 0o755);
  });
  afterAll(() => home?.[Symbol.asyncDispose]());

  for (const [what, path] of PATHS)
    test.runIf(isTurn())(`RT-34 RT-36 with ${what}`, { timeout: 120_000 }, async () => {
      for (const agent of SOME)
        await expectDenied(agent, await home.call(agent, { env: { PATH: path }, shell: `/bin/${shellOf(agent)}` }), { reason: REASON });
    });
});
