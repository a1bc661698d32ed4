/**
 * Handlers built with the real Rust SDK, on every agent. Building them takes minutes and needs crates from the network, so this is
 * done where `SYMPOSIUM_TEST_RUST_SDK` names a folder for it. `rust-sdk-recorded.test.ts` tests the same without Rust.
 */

import { readFileSync } from "node:fs";

import { beforeAll, describe, expect, test, type TestContext } from "vitest";

import { agentsUnderTest } from "../conformance/agents.ts";
import { BUILT, createHome, runProgram } from "../support/home.ts";
import { plugin } from "../support/plugin.ts";
import { buildRustHandlers, LONGEST_BUILD_MS, type RustHandlers } from "./build-rust-sdk.ts";
import { shellCall } from "./shell-call.ts";

const folder = process.env["SYMPOSIUM_TEST_RUST_SDK"];
const agents = await agentsUnderTest();
const starting = agents.flatMap(({ oracle, payloads }) => {
  const start = payloads.find(
    ({ event, payload }) => oracle.means(event, payload) === "SessionStart" && oracle.obeys(event, payload).context,
  );
  return start === undefined ? [] : [{ oracle, start }];
});

interface Recorded {
  readonly handler: string;
  readonly input: object;
}

const recorded = JSON.parse(readFileSync(new URL("../fixtures/rust-sdk/recorded.json", import.meta.url), "utf8")) as readonly Recorded[];

describe.skipIf(!folder)("executables built with the Rust SDK", () => {
  let handlers: RustHandlers;
  beforeAll(() => {
    handlers = buildRustHandlers(folder ?? "");
  }, LONGEST_BUILD_MS);

  /** A test without its program is skipped, with the reason. */
  const pathOf = (handler: string, { skip }: TestContext) => ("missing" in handlers ? skip(handlers.missing) : handlers.path(handler));

  test("RT-2 the handlers still say what is recorded", async (context) => {
    for (const { handler, input, ...said } of recorded) {
      expect(await runProgram(pathOf(handler, context), [], JSON.stringify(input), {}, folder ?? "")).toEqual(said);
    }
  });

  describe.each(BUILT)("through %s", (form) => {
    const hook = (event: string, path: string) => plugin("rust", `[[hooks]]\nname = "hook"\nevent = "${event}"\nexecutable = '${path}'\n`);

    test.for(agents)("RT-2 RT-1 blocks destructive commands: $oracle.agent", async (agent, context) => {
      await using home = await createHome(hook("PreToolUse", pathOf("block-destructive", context)));
      const ask = async (command: string) => {
        const { event, payload } = shellCall(agent, command);
        return agent.oracle.read(event, payload, await home.call(agent.oracle.agent, event, payload, { form }));
      };
      expect(await ask("cd / && rm -rf *")).toMatchObject({
        blocked: true,
        reason: expect.stringContaining("Destructive rm -rf commands are not allowed (rust/hook)"),
      });
      expect(await ask("cargo test")).toMatchObject({ blocked: false, ignored: true });
    });

    test.for(starting)(
      "RT-2 RT-1 injects context at session start: $oracle.agent",
      async ({ oracle, start: { event, payload } }, context) => {
        await using home = await createHome(hook("SessionStart", pathOf("inject-context", context)));
        const answer = await home.call(oracle.agent, event, payload, { form });
        const advice = "This project uses tokio 1.x for async. Prefer spawn over block_on.";
        expect(await oracle.read(event, payload, answer)).toMatchObject({ blocked: false, context: advice, ignored: false });
      },
    );
  });
});
