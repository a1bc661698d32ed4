/** uv, which reads the user's own `uv.toml` and `.netrc`. Its commands for tools skip those of a project. */

import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { foldName } from "../../ecosystems/pypi/name.ts";
import { isFolderVersion } from "../../ecosystems/pypi/unpacked.ts";
import { type Refusal, refusal, unreached } from "../../ecosystems/refusal.ts";
import { type FailedManager, type ManagerSettings, NETWORK_VARIABLES } from "../../ecosystems/run-manager.ts";
import { INSTALL_PATIENCE_MS, runClient } from "../run-client.ts";
import { nameOf, requirementText, type WantedPythonPackage } from "./index.ts";
import type { PythonClient } from "./python-client.ts";

/** Any other variable `UV_…` would go before the user's file, and a project can set variables of an agent. */
export const UV: ManagerSettings = {
  name: "uv",
  errorLine: /^error: /,
  patienceMs: 120_000,
  kept: [...NETWORK_VARIABLES, "UV_SYSTEM_CERTS", "UV_NATIVE_TLS"],
  homes: [
    ...["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "UV_CACHE_DIR", "UV_PYTHON_INSTALL_DIR"],
    ...["PYENV_ROOT", "ASDF_DATA_DIR", "MISE_DATA_DIR"],
  ],
  own: { NO_COLOR: "1", UV_NO_PROGRESS: "1", UV_HTTP_RETRIES: "1" },
};

export const uv: PythonClient = {
  newest: async (wanted, { manager, folder }, services) => {
    writeFileSync(join(folder, WANTED), `${requirementText(wanted)}\n`);
    const args = ["pip", "compile", "--quiet", "--no-deps", "--no-header", "--no-annotate", ...pythonArgs(wanted), WANTED];
    const answer = await runClient({ manager, args, cwd: folder, isAnswer: true }, services);
    if ("failure" in answer) return failureOf(answer);
    const version = compiledVersion(answer.stdout, nameOf(wanted));
    return version === undefined ? refusal("uv did not say which version is the newest") : { version };
  },
  install: async ({ wanted, requirement, into, environment }, { manager, folder }, services) => {
    const env = { ...manager.env, UV_TOOL_DIR: dirname(environment), UV_TOOL_BIN_DIR: join(into, "bin") };
    const args = ["tool", "install", ...pythonArgs(wanted), "--", requirement];
    const answer = await runClient({ manager: { ...manager, env, patienceMs: INSTALL_PATIENCE_MS }, args, cwd: folder }, services);
    return "failure" in answer ? failureOf(answer) : undefined;
  },
};

const WANTED = "wanted.in";

function pythonArgs({ python }: WantedPythonPackage): readonly string[] {
  return python === undefined ? [] : ["--python", python];
}

/** `name[extra]==1.0`, perhaps with a marker after it. */
function compiledVersion(stdout: string, name: string): string | undefined {
  for (const line of stdout.split("\n")) {
    const [, own = "", version = ""] = /^([\w.-]+)(?:\[[^\]]*\])?==([^\s;]+)/.exec(line) ?? [];
    if (foldName(own) === foldName(name) && isFolderVersion(version)) return version;
  }
  return undefined;
}

/** uv explains an error in lines below it, over which older versions draw an arrow. */
function failureOf({ failure, stderr, stdout }: FailedManager): Refusal {
  const text = stdout + stderr;
  if (/No executables are provided/.test(text)) return refusal("it has no program");
  const causes = [...text.matchAll(/^[ \t]*(?:cause: |╰─▶ |├─▶ |Caused by: )(.*)$/gm)].map(([, cause = ""]) => cause.slice(0, 300));
  if (/\b40[13] (?:Unauthorized|Forbidden)|status (?:code )?40[13]/i.test(text))
    return refusal("the package index refused the user's credentials", "check them in uv.toml or .netrc");
  if (UNREACHED.test(text)) return unreached("the package index", causes.at(-1) ?? failure);
  if (
    /was not found in the package registry|there (?:is|are) no versions? of|^[ \t]*(?:\S+[ \t]+)?Because only .* available and you require/m.test(
      text,
    )
  )
    return refusal("the package index does not have it");
  return refusal(causes.length === 0 ? failure : `uv failed: "${causes[0]}"`);
}

const UNREACHED =
  /error sending request|tcp connect error|dns error|operation timed out|Network connectivity is disabled|\b50[0-4] (?:Internal|Bad|Service|Gateway)/i;
