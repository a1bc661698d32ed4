/** Builds the handlers of `test/fixtures/rust-sdk` with cargo, in a folder that may be kept from one run to the next. */

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCES = fileURLToPath(new URL("../fixtures/rust-sdk", import.meta.url));

/** The first build compiles the SDK and all that it needs. */
export const LONGEST_BUILD_MS = 6 * 60_000;

export type RustHandlers = { readonly path: (handler: string) => string } | { readonly missing: string };

/** Reports when cargo or the crates are unavailable; sources that do not compile are an error. */
export function buildRustHandlers(folder: string): RustHandlers {
  const [source, target] = [join(folder, "source"), join(folder, "target")];
  mkdirSync(folder, { recursive: true });
  cpSync(SOURCES, source, { recursive: true });
  const cargo = (...args: string[]) =>
    spawnSync("cargo", args, {
      cwd: source,
      env: { ...process.env, CARGO_HOME: join(folder, "cargo-home"), CARGO_TARGET_DIR: target, CARGO_TERM_COLOR: "never" },
      encoding: "utf8",
      timeout: LONGEST_BUILD_MS,
    });
  const fetched = cargo("fetch");
  if (fetched.error !== undefined) return { missing: `cargo cannot be started: ${fetched.error.message}` };
  if (fetched.status !== 0) return { missing: `the crates cannot be fetched: ${/^error.*/m.exec(fetched.stderr)?.[0]}` };
  const built = cargo("build", "--offline");
  if (built.error !== undefined) return { missing: `the handlers were not built in time: ${built.error.message}` };
  if (built.status !== 0) throw new Error(`cargo build failed: ${built.stderr}`);
  const suffix = process.platform === "win32" ? ".exe" : "";
  return { path: (handler) => join(target, "debug", `${handler}${suffix}`) };
}
