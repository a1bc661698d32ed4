/** Variables of engines, loaders and C libraries, with values that would end the hook program, slow it down, make it print or let it write files. */

import { existsSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { fewer, isAtLeast } from "../support/thoroughness.ts";
import { expectDenied, FORMS, GUARD_REASON, type GuardedHome, guardedHome, type GuardForm } from "./guarded-home.ts";

const VARIABLES: readonly string[] = [
  "BUN_OPTIONS=--preload=/no/such/file",
  "BUN_BE_BUN=1",
  "NODE_OPTIONS=--no-such-option",
  "NODE_EXTRA_CA_CERTS=/no/such/file",
  "NODE_V8_COVERAGE=HOME/coverage",
  "NODE_COMPILE_CACHE=HOME/compiled",
  "NODE_DEBUG=*",
  "NODE_ICU_DATA=/no/such/folder",
  "NODE_REDIRECT_WARNINGS=/no/such/folder/x",
  "NODE_CHANNEL_FD=3",
  "NODE_UNIQUE_ID=1",
  "OPENSSL_CONF=/no/such/file",
  "SSLKEYLOGFILE=/no/such/folder/x",
  "UV_THREADPOOL_SIZE=x",
  "MALLOC_ARENA_MAX=x",
  "MALLOC_PERTURB_=165",
  "TZ=:/no/such/file",
  "TMPDIR=/no/such/folder",
  "LC_ALL=xx_YY.nothing",
];

/** The native program needs no loader. Under these the shell of the launcher does not get as far as our text. */
const OF_THE_LOADER: readonly string[] = [
  "LD_PRELOAD=/no/such/file",
  "LD_LIBRARY_PATH=/no/such/folder",
  "LD_DEBUG=all",
  "LD_TRACE_LOADED_OBJECTS=1",
  "GLIBC_TUNABLES=glibc.malloc.check=3:glibc.malloc.perturb=165",
];

const variablesFor = (form: GuardForm) => (form === "native" ? [...OF_THE_LOADER, ...VARIABLES] : VARIABLES);

describe.each(FORMS)("in the environment that its engine reads, the %s program", (form) => {
  let home: GuardedHome;
  beforeAll(async () => {
    home = await guardedHome({ form });
  });
  afterAll(() => home[Symbol.asyncDispose]());

  test.each(fewer(variablesFor(form)))("RT-34 RT-38 %s", { timeout: 60_000 }, async (variable) => {
    const [name = "", ...value] = variable.split("=");
    const env = { [name]: value.join("=").replace("HOME", home.path) };
    for (const agent of isAtLeast("all") || form === "native" ? ["claude-code", "kiro"] : ["claude-code"]) {
      const called = await home.call(agent, { env, direct: true });
      await expectDenied(agent, called, { reason: GUARD_REASON });
      if (agent === "claude-code") expect(called.stderr).toBe("");
    }
    expect(["coverage", "compiled"].filter((folder) => existsSync(`${home.path}/${folder}`))).toEqual([]);
  });
});
