import assert from "node:assert/strict";
import { test } from "node:test";

import { predicateAnswer, subcommandResult } from "@symposium-agents/symposium/sdk";

import { pinsToolchain, toolchain } from "./programs.ts";

const env = { RUSTUP_TOOLCHAIN: "nightly" };

test("the variable is enough, and is watched", async () => {
  assert.deepEqual(await predicateAnswer(pinsToolchain, { argument: "no-such-file", env }), {
    holds: true,
    watch: { files: ["no-such-file"], variables: ["RUSTUP_TOOLCHAIN"] },
  });
  assert.equal((await predicateAnswer(pinsToolchain, { argument: "no-such-file" })).holds, false);
});

test("the command prints the toolchain, or fails with the reason", async () => {
  assert.deepEqual(await subcommandResult(toolchain, { env }), { code: 0, stdout: "nightly\n", stderr: "" });
  assert.deepEqual(await subcommandResult(toolchain, { args: ["no-such-file"] }), {
    code: 1,
    stdout: "",
    stderr: "no-such-file names no channel\n",
  });
});
