/** `cargo binstall`, which downloads what the crate's author built. Where it is not installed, or has nothing for this crate, Cargo builds it. */

import { join } from "node:path";

import { ecosystemNamed } from "../../ecosystems/list.ts";
import { lookUp } from "../../lookup.ts";
import { findProgram, realFiles } from "../../platform/find-program.ts";
import { runTool } from "../run-tool.ts";
import type { Cargo } from "./cargo-program.ts";
import type { ExactOrder } from "./install.ts";

/** Whether it says that it installed the crate. */
export async function binstall({ wanted, version }: ExactOrder, cargo: Cargo, where: readonly string[]): Promise<boolean> {
  // Only Cargo builds a certain commit.
  if (wanted.git !== undefined || !isInstalled(cargo) || !asksCratesIo(cargo)) return false;
  const { program, folder: cwd, services, onLine } = cargo;
  // Its links would point into a folder that is renamed.
  const options = ["--no-confirm", "--no-symlinks", "--disable-strategies", withoutStrategies(services.context.env)];
  const args = ["binstall", ...options, ...where, "--", `${wanted.crate}@${version}`];
  const env = { ...program.env, BINSTALL_DISABLE_TELEMETRY: "true" };
  return (await runTool({ program: { ...program, env }, args, cwd, os: services.context.os, onLine })).ok;
}

function isInstalled({ program: { env }, services: { context } }: Cargo): boolean {
  const { os, home } = context;
  const own = join(lookUp(env, "CARGO_HOME") ?? join(home, ".cargo"), "bin");
  const separator = os === "windows" ? ";" : ":";
  return findProgram("cargo-binstall", os, { ...env, PATH: `${own}${separator}${lookUp(env, "PATH") ?? ""}` }, realFiles) !== undefined;
}

/** It asks crates.io even where the user has replaced it, and there the same name may be another crate. */
function asksCratesIo({ program: { env }, services: { context } }: Cargo): boolean {
  return ecosystemNamed("cargo")?.nameRegistry({ ...context, env })?.title === "crates.io";
}

/** We build with Cargo ourselves. The user may have turned off others. */
function withoutStrategies(env: Cargo["services"]["context"]["env"]): string {
  const off = (lookUp(env, "BINSTALL_DISABLE_STRATEGIES") ?? "").split(",").filter((word) => /^[a-z-]+$/.test(word) && word !== "compile");
  return [...off, "compile"].join(",");
}
