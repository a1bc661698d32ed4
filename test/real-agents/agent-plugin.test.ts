import { join } from "node:path";

import { expect, test } from "vitest";

import { agentPlugin } from "../../real-agents/scenarios/agent-plugin.ts";
import { CARGO } from "../../real-agents/scenarios/packaged-projects.ts";
import { foldersIn, putAll } from "../../real-agents/sandbox.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { temporaryHome } from "../support/temporary-home.ts";

const EXAMPLE = join(import.meta.dirname, "../../examples/widget-kit");

test("AP-7 the Agent Plugin of the scenarios is valid, so that a failed scenario is not its fault", async () => {
  await using there = await temporaryHome();
  putAll(there.at("harbour"), agentPlugin(CARGO, foldersIn(there.root)));
  const { stdout, exitCode } = await runInProcess({ args: validating(there.at("harbour")), context: there.context });
  expect({ stdout, exitCode }).toEqual({ stdout: "good     harbour (plugin)\n  good     lanternfish-basics (skill)\n", exitCode: 0 });
});

test("AP-7 the example is a valid Agent Plugin", async () => {
  await using there = await temporaryHome();
  const { stdout, exitCode } = await runInProcess({ args: validating(EXAMPLE), context: there.context });
  expect({ stdout, exitCode }).toEqual({ stdout: "good     widget-kit (plugin)\n  good     widget-notes (skill)\n", exitCode: 0 });
});

function validating(folder: string): readonly string[] {
  return ["plugin", "validate", "--no-check-crates", folder];
}
