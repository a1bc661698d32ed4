/** How Cargo is run: what it gets from the user's environment, in an empty folder, and why it failed. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { FetchSurroundings } from "../ecosystem.ts";
import { type Refusal, refusal, unreached } from "../refusal.ts";
import { type EmptyFolder, inEmptyFolder, type ManagerSettings, NETWORK_VARIABLES } from "../run-manager.ts";

const CARGO = { name: "cargo", errorLine: /^error/, homes: ["CARGO_HOME", "RUSTUP_HOME"] };
const QUIET = { CARGO_TERM_COLOR: "never", CARGO_TERM_PROGRESS_WHEN: "never", RUSTUP_AUTO_INSTALL: "0", GIT_TERMINAL_PROMPT: "0" };

export const OFFLINE: ManagerSettings = {
  ...CARGO,
  patienceMs: 60_000,
  kept: [],
  own: {
    ...QUIET,
    CARGO_NET_OFFLINE: "true",
    CARGO_NET_GIT_FETCH_WITH_CLI: "false",
    CARGO_HTTP_PROXY: "",
    // A provider may be any program; the built-in one only reads a file.
    CARGO_REGISTRY_GLOBAL_CREDENTIAL_PROVIDERS: "cargo:token",
    RUSTUP_OFFLINE: "1",
  },
};

/** Registries, credentials and their programs come from the configuration in Cargo's own folder. */
const ONLINE: ManagerSettings = {
  ...CARGO,
  patienceMs: 120_000,
  kept: [...NETWORK_VARIABLES, "CARGO_HTTP_CAINFO"],
  // Git would start programs that its configuration names.
  own: { ...QUIET, CARGO_NET_GIT_FETCH_WITH_CLI: "false", CARGO_NET_RETRY: "1", CARGO_HTTP_TIMEOUT: "20" },
};

export function inCargoFolder<T>(where: FetchSurroundings, act: (folder: EmptyFolder) => Promise<T>): Promise<T | Refusal> {
  return inEmptyFolder(where, [ONLINE], (empty) => {
    // A workspace of its own: Cargo does not search further up for one.
    writeFileSync(join(empty.folder, "Cargo.toml"), "[workspace]\n");
    return act(empty);
  });
}

/** Why a crate was not fetched, in a line: from what Cargo printed. */
export function failureOf({ failure, stderr }: { readonly failure: string; readonly stderr: string }, registry: string): Refusal {
  if (/no such (?:sub)?command: `?info/.test(stderr)) return refusal("this needs Cargo 1.82 or later", "run `rustup update`");
  if (UNKNOWN.test(stderr)) return refusal(`${registry} does not have it, or only yanked`);
  if (/failed to verify the checksum/.test(stderr)) return refusal(`the bytes from ${registry} do not have the checksum in its own index`);
  // The last cause is the most exact.
  const [, ...causes] = stderr.split("Caused by:");
  const cause = causes.at(-1)?.trim().split("\n", 1)[0]?.slice(0, 300);
  if (UNREACHED.test(stderr)) return unreached(registry, cause ?? failure);
  return refusal(cause === undefined ? failure : `${failure}, ${cause}`);
}

const UNKNOWN = /could not find `|no matching package|failed to select a version for the requirement/;
const UNREACHED =
  /\[\d+\] |Could not (?:connect|resolve)|network failure|failed to download from|download of .* failed|--offline|net\.offline|attempting to make an HTTP request/;
