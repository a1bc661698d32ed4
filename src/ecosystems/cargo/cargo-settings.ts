/** What Cargo gets from the user's environment, with and without the network. */

import { type ManagerSettings, NETWORK_VARIABLES } from "../run-manager.ts";

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
export const ONLINE: ManagerSettings = {
  ...CARGO,
  patienceMs: 120_000,
  kept: [...NETWORK_VARIABLES, "CARGO_HTTP_CAINFO"],
  // Git would start programs that its configuration names.
  own: { ...QUIET, CARGO_NET_GIT_FETCH_WITH_CLI: "false", CARGO_NET_RETRY: "1", CARGO_HTTP_TIMEOUT: "20" },
};
