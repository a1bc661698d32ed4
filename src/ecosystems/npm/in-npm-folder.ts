/** An empty folder in which npm is started. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { FetchSurroundings } from "../ecosystem.ts";
import { type EmptyFolder, inEmptyFolder } from "../empty-folder.ts";
import type { Refusal } from "../refusal.ts";
import { type ManagerSettings, NETWORK_VARIABLES } from "../run-manager.ts";

/** Registries, scopes and credentials come from the user's own `.npmrc`. A variable `npm_config_…` would go before it, so none is passed on. */
const NPM: ManagerSettings = {
  name: "npm",
  errorLine: /^npm (?:error|ERR!) (?!code |errno |syscall |A complete log|$)/,
  patienceMs: 120_000,
  kept: [...NETWORK_VARIABLES, "NODE_EXTRA_CA_CERTS"],
  homes: [
    ...["VOLTA_HOME", "NVM_DIR", "NVM_HOME", "FNM_DIR", "ASDF_DIR", "ASDF_DATA_DIR", "MISE_DATA_DIR"],
    ...["NPM_CONFIG_USERCONFIG", "npm_config_userconfig", "NPM_CONFIG_CACHE", "npm_config_cache"],
  ],
  own: {
    npm_config_ignore_scripts: "true",
    npm_config_update_notifier: "false",
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_progress: "false",
    npm_config_color: "false",
    npm_config_loglevel: "error",
    npm_config_logs_max: "0",
    npm_config_fetch_retries: "1",
    npm_config_fetch_timeout: "20000",
  },
};

export function inNpmFolder<T>(where: FetchSurroundings, act: (folder: EmptyFolder) => Promise<T>): Promise<T | Refusal> {
  return inEmptyFolder(where, [NPM], (empty) => {
    // A project of its own: npm does not search further up for one and its `.npmrc`.
    writeFileSync(join(empty.folder, "package.json"), "{}\n");
    writeFileSync(join(empty.folder, ".npmrc"), "");
    return act(empty);
  });
}
