/** What installs Python packages, with the user's own settings: uv, whose commands for tools skip a project's, or pip in an environment of `venv`. */

import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { namesIn } from "../../../host/paths.ts";
import { readRegularTextIfAny } from "../../../host/read-file.ts";
import { foldName } from "../../pypi/distribution.ts";
import { isFolderVersion } from "../../pypi/package-folder.ts";
import { failureOf, INSTALL, PIP_ARGS, PYTHONS } from "../../pypi/run-pip.ts";
import { type Refusal, refusal, unreached } from "../../refusal.ts";
import { type EmptyFolder, type FailedManager, type ManagerSettings, NETWORK_VARIABLES } from "../../run-manager.ts";
import type { AcquireServices } from "../program-source.ts";
import { INSTALL_PATIENCE_MS, runClient } from "../run-tool.ts";
import { environmentPython } from "./environment.ts";
import { nameOf, requirementText, type WantedPythonPackage } from "./index.ts";

type Newest = { readonly version: string } | Refusal;

export interface PythonClient {
  /** By the client's own rules for pre-releases and withdrawn versions. */
  readonly newest: (wanted: WantedPythonPackage, empty: EmptyFolder, services: AcquireServices) => Promise<Newest>;
  /** Makes the environment, with the package and its dependencies. */
  readonly install: (order: InstallOrder, empty: EmptyFolder, services: AcquireServices) => Promise<Refusal | undefined>;
}

interface InstallOrder {
  readonly wanted: WantedPythonPackage;
  /** `name[extra]==1.0`. */
  readonly requirement: string;
  readonly into: string;
  /** `<into>/tools/<name>`. */
  readonly environment: string;
}

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
    if ("failure" in answer) return uvFailure(answer);
    const version = compiledVersion(answer.stdout, nameOf(wanted));
    return version === undefined ? refusal("uv did not say which version is the newest") : { version };
  },
  install: async ({ wanted, requirement, into, environment }, { manager, folder }, services) => {
    const env = { ...manager.env, UV_TOOL_DIR: dirname(environment), UV_TOOL_BIN_DIR: join(into, "bin") };
    const args = ["tool", "install", ...pythonArgs(wanted), "--", requirement];
    const answer = await runClient({ manager: { ...manager, env, patienceMs: INSTALL_PATIENCE_MS }, args, cwd: folder }, services);
    return "failure" in answer ? uvFailure(answer) : undefined;
  },
};

const WANTED = "wanted.in";

function pythonArgs({ python }: WantedPythonPackage): readonly string[] {
  return python === undefined ? [] : ["--python", python];
}

/** `name[extra]==1.0`, perhaps with a marker after it. */
function compiledVersion(stdout: string, name: string): string | undefined {
  const versions = stdout.split("\n").map((line) => {
    const [, own = "", version = ""] = /^([\w.-]+)(?:\[[^\]]*\])?==([^\s;]+)/.exec(line) ?? [];
    return foldName(own) === foldName(name) && isFolderVersion(version) ? version : undefined;
  });
  return versions.find((version) => version !== undefined);
}

/** uv explains an error in lines below it, over which older versions draw an arrow. */
function uvFailure({ failure, stderr, stdout }: FailedManager): Refusal {
  const text = stdout + stderr;
  if (/No executables are provided/.test(text)) return refusal("it has no program");
  const causes = [...text.matchAll(/^[ \t]*(?:cause: |╰─▶ |├─▶ |Caused by: )(.*)$/gm)].map(([, cause = ""]) => cause.slice(0, 300));
  if (/\b40[13] (?:Unauthorized|Forbidden)|status (?:code )?40[13]/i.test(text))
    return refusal("the package index refused the user's credentials", "check them in uv.toml or .netrc");
  if (UNREACHED.test(text)) return unreached("the package index", causes.at(-1) ?? failure);
  if (UNKNOWN.test(text)) return refusal("the package index does not have it");
  return refusal(causes.length === 0 ? failure : `uv failed: "${causes[0]}"`);
}

const UNREACHED =
  /error sending request|tcp connect error|dns error|operation timed out|Network connectivity is disabled|\b50[0-4] (?:Internal|Bad|Service|Gateway)/i;

const UNKNOWN =
  /was not found in the package registry|there (?:is|are) no versions? of|^[ \t]*(?:\S+[ \t]+)?Because only .* available and you require/m;

export function pythonsFor(version: string | undefined): readonly ManagerSettings[] {
  if (version === undefined) return PYTHONS;
  const minor = version.split(".").slice(0, 2).join(".");
  return PYTHONS.slice(0, 1).map((settings) => ({ ...settings, name: `python${minor}` }));
}

export const pip: PythonClient = {
  /** Every pip can download, and the next installation takes the file from pip's cache. */
  newest: async (wanted, empty, services) => {
    const args = [...PIP_ARGS, "--log", LOG, "download", "--no-deps", "--dest", DOWNLOADED, ...QUIET, "--", requirementText(wanted)];
    const answer = await runClient({ manager: empty.manager, args, cwd: empty.folder }, services);
    if ("failure" in answer) return refusalOf(answer, empty);
    const [file = ""] = namesIn(join(empty.folder, DOWNLOADED));
    const version = (WHEEL.exec(file) ?? ARCHIVE.exec(file))?.[1] ?? "";
    return isFolderVersion(version) ? { version } : refusal("pip did not say which version is the newest");
  },
  install: async ({ requirement, environment }, empty, services) => {
    const made = await run(["-I", "-B", "-m", "venv", "--without-pip", environment], empty, services);
    if ("failure" in made) return refusal(made.failure);
    const python = environmentPython(environment, services.context.os);
    const install = ["install", "--no-compile", "--no-warn-script-location", ...QUIET, "--", requirement];
    let answer = await run([...PIP_ARGS, "--python", python, "--log", LOG, ...install], empty, services);
    if ("failure" in answer && /No module named pip\b|no such option: --python/.test(answer.stderr)) {
      // Python brings a pip for environments even where the system's is missing, or too old to install into another environment.
      const own = { ...empty, manager: { ...empty.manager, file: python } };
      const ensured = await run(["-I", "-B", "-m", "ensurepip"], own, services);
      if ("failure" in ensured) return refusal("this Python has neither pip nor ensurepip", "install uv, or pip for this Python");
      answer = await run([...PIP_ARGS, "--log", LOG, ...install], own, services);
    }
    return "failure" in answer ? refusalOf(answer, empty) : undefined;
  },
};

const LOG = "pip.log";
const DOWNLOADED = "downloaded";
const QUIET = ["--no-input", "--progress-bar", "off"];
const MOST_LOG_BYTES = 64 * 1024 * 1024;

const WHEEL = /^[^-]+-([^-]+)-.*\.whl$/;
const ARCHIVE = /-([^-]+)\.(?:tar\.gz|tar\.bz2|zip)$/;

function run(args: readonly string[], { manager, folder }: EmptyFolder, services: AcquireServices) {
  // A user's `pip.conf` may prefer the home folder.
  const env = { ...manager.env, PIP_USER: "0" };
  return runClient({ manager: { ...manager, env, patienceMs: INSTALL_PATIENCE_MS }, args, cwd: folder }, services);
}

/** Without the hint `INSTALL`, which is about packages in the project's environment. */
function refusalOf(answer: FailedManager, { folder }: EmptyFolder): Refusal {
  const { hint, ...refused } = failureOf(answer, readRegularTextIfAny(join(folder, LOG), { maxBytes: MOST_LOG_BYTES }) ?? "");
  return hint === undefined || hint === INSTALL ? refused : { ...refused, hint };
}
