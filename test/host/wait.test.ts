import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, expect, test } from "vitest";

import { within } from "../../src/host/wait.ts";
import { buildFixtureProgram, programEnd, RUNTIMES, startProgram } from "./runtimes.ts";

let fixture: FsFixture;
let program: string;
beforeAll(async () => {
  fixture = await createFixture();
  program = buildFixtureProgram(fixture.path);
});
afterAll(() => fixture.rm());

test.each(RUNTIMES)(
  "MC-11 RT-12 a program under $name that stood still for longer than it waits hears what came meanwhile",
  async (runtime) => {
    const { said } = await programEnd(startProgram(runtime, program, ["stall"], ["ignore", "ignore", "pipe"]));
    expect(said).toEqual({ text: "said" });
  },
);

test("what does not settle in time is not waited for", async () => {
  expect(await within(1, new Promise(() => {}))).toBeUndefined();
});
