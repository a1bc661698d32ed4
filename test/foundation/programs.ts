/** The built programs, for tests that start them. */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

import { platformName, thisMachine } from "../../src/host/machine.ts";

export const BUILD_FAILED = "SYMPOSIUM_TEST_BUILD_FAILED";
/** Names the folder of the build that tests start, which is a copy where they run in memory: `init` links its program into their homes. */
export const BUILT_IN = "SYMPOSIUM_TEST_BUILT_IN";
/** Names the folder of a build that has no native program, which is made once for all tests. */
export const WITHOUT_NATIVE = "SYMPOSIUM_TEST_WITHOUT_NATIVE";

export const DIST = process.env[BUILT_IN] ?? join(import.meta.dirname, "../../dist");

const PROGRAMS = {
  symposium: "symposium.cjs",
  "cargo-agents": "cargo-agents.cjs",
  /** The launcher that starts the hook program under Node. */
  "node-hook": "bin/symposium-hook",
  "native-hook": `native/${platformName(thisMachine())}/symposium-hook`,
} as const;

export type ProgramName = keyof typeof PROGRAMS;

/** Its path; throws where the sources could not be built, so that no test runs an older program unawares. */
export function program(name: ProgramName): string {
  const failed = process.env[BUILD_FAILED];
  if (failed !== undefined) throw new Error(`The sources could not be built: ${failed}`);
  const path = join(DIST, PROGRAMS[name]);
  if (!existsSync(path)) throw new Error(`${path} is missing: run \`npm run build\``);
  return path;
}

/** The folder of the build, or of one that has no native program, as after an upgrade to such a one. */
export function buildFolder({ native }: { readonly native: boolean }): string {
  const built = dirname(program("symposium"));
  if (native) return built;
  const other = process.env[WITHOUT_NATIVE];
  if (other === undefined) throw new Error(`${WITHOUT_NATIVE} is not set: global set-up did not run`);
  return other;
}
