/** How pip is started to download one wheel. */

import { type ManagerSettings, NETWORK_VARIABLES } from "../run-manager.ts";

/**
 * Indexes and credentials come from the user's `pip.conf` and `.netrc`. A variable `PIP_…` would go before them, and a project can set variables of
 * an agent, so none is passed on but that for certificates.
 */
const PIP: Omit<ManagerSettings, "name"> = {
  errorLine: /^ERROR/,
  patienceMs: 120_000,
  kept: NETWORK_VARIABLES,
  homes: [
    "PIP_CERT",
    "REQUESTS_CA_BUNDLE",
    "XDG_CONFIG_HOME",
    "XDG_CACHE_HOME",
    "XDG_DATA_HOME",
    "PYENV_ROOT",
    "ASDF_DATA_DIR",
    "MISE_DATA_DIR",
  ],
  own: {
    PIP_NO_INPUT: "1",
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
    // Users forbid themselves to install outside an environment: nothing is installed here.
    PIP_REQUIRE_VIRTUALENV: "0",
    PIP_RETRIES: "1",
    PIP_TIMEOUT: "20",
    PIP_NO_COLOR: "1",
  },
  whereItIs: ["-I", "-S", "-B", "-c", "import sys; print(sys.executable)"],
};

export const PYTHONS: readonly ManagerSettings[] = [
  { ...PIP, name: "python3" },
  { ...PIP, name: "python" },
];

/** Isolated: neither the current folder nor variables and folders of the user's own modules count. */
export const PIP_ARGS = ["-I", "-B", "-m", "pip"];
