/** Variables of the JavaScript engine in the hook program, with values that would end it, slow it down, make it print or let it write files. */

import { existsSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { fewer, isAtLeast } from "../support/thoroughness.ts";
import { expectDenied, FORMS, GUARD_REASON, type GuardedHome, guardedHome, type GuardForm } from "./guarded-home.ts";

const VARIABLES: readonly string[] = [
  "BUN_JSC_useJIT=maybe",
  "BUN_JSC_noSuchOption=1",
  "BUN_JSC_maxPerThreadStackUsage=1",
  "BUN_JSC_gcMaxHeapSize=1",
  "BUN_JSC_dumpOptions=3",
  "JSC_useJIT=maybe",
  "BUN_OPTIONS=--preload=/no/such/file",
  "BUN_BE_BUN=1",
  "BUN_INSPECT=ws://127.0.0.1:1/x",
  "BUN_GARBAGE_COLLECTOR_LEVEL=9",
  "BUN_RUNTIME_TRANSPILER_CACHE_PATH=/no/such/folder",
  "BUN_CONFIG_VERBOSE_FETCH=1",
  "BUN_TMPDIR=/no/such/folder",
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
  "TMPDIR=/no/such/folder",
  "LC_ALL=xx_YY.nothing",
];

/** Bun reads Node's variables too, Node none of Bun's. */
const isFor = (form: GuardForm, variable: string) => form === "native" || !/^(?:BUN|JSC)_/.test(variable);

describe.each(FORMS)("in the environment that its engine reads, the %s program", (form) => {
  let home: GuardedHome;
  beforeAll(async () => {
    home = await guardedHome({ form });
  });
  afterAll(() => home[Symbol.asyncDispose]());

  test.each(fewer(VARIABLES.filter((variable) => isAtLeast("all") || isFor(form, variable))))(
    "RT-34 RT-38 %s",
    { timeout: 60_000 },
    async (variable) => {
      const [name = "", value = ""] = variable.split("=");
      const env = { [name]: value.replace("HOME", home.path) };
      for (const agent of isAtLeast("all") || form === "native" ? ["claude-code", "kiro"] : ["claude-code"]) {
        const called = await home.call(agent, { env, direct: true });
        await expectDenied(agent, called, { reason: GUARD_REASON });
        if (agent === "claude-code") expect(called.stderr).toBe("");
      }
      expect(["coverage", "compiled"].filter((folder) => existsSync(`${home.path}/${folder}`))).toEqual([]);
    },
  );
});
