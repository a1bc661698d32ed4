/** What Go gets from the user's environment. Proxies and private modules come from the user's own file. */

import { devNull } from "node:os";

import { type ManagerSettings, NETWORK_VARIABLES } from "../run-manager.ts";

export const GO: ManagerSettings = {
  name: "go",
  errorLine: /^go: (?!downloading )/,
  patienceMs: 120_000,
  kept: NETWORK_VARIABLES,
  homes: ["XDG_CONFIG_HOME"],
  own: {
    GO111MODULE: "on",
    GOTOOLCHAIN: "local",
    GOWORK: "off",
    // Folders that can be moved and removed.
    GOFLAGS: "-mod=mod -modcacherw",
    GOVCS: "*:git",
    // Git would start programs that its configuration names.
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "",
    SSH_ASKPASS: "",
    GIT_ALLOW_PROTOCOL: "https:ssh",
  },
};
