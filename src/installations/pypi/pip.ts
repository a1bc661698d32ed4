/** pip, which reads the user's own `pip.conf` and `.netrc`, into an environment that `python3 -m venv` made. */

import { join } from "node:path";

import type { EmptyFolder } from "../../ecosystems/empty-folder.ts";
import { failureOf, INSTALL } from "../../ecosystems/pypi/fetch-failure.ts";
import { PIP_ARGS, PYTHONS } from "../../ecosystems/pypi/pip-settings.ts";
import { isFolderVersion } from "../../ecosystems/pypi/unpacked.ts";
import { type Refusal, refusal } from "../../ecosystems/refusal.ts";
import type { FailedManager, ManagerSettings } from "../../ecosystems/run-manager.ts";
import { namesIn } from "../../platform/folder-entries.ts";
import { readRegularTextIfAny } from "../../platform/read-regular.ts";
import type { AcquireServices } from "../program-source.ts";
import { INSTALL_PATIENCE_MS, runClient } from "../run-client.ts";
import { requirementText } from "./index.ts";
import { environmentPython } from "./own-programs.ts";
import type { PythonClient } from "./python-client.ts";

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
    const answer = await run([...PIP_ARGS, "--python", python, "--log", LOG, ...install], empty, services);
    if (!("failure" in answer)) return undefined;
    if (!/No module named pip\b|no such option: --python/.test(answer.stderr)) return refusalOf(answer, empty);
    return installWithOwnPip(python, install, empty, services);
  },
};

const LOG = "pip.log";
const DOWNLOADED = "downloaded";
const QUIET = ["--no-input", "--progress-bar", "off"];
const MOST_LOG_BYTES = 64 * 1024 * 1024;

const WHEEL = /^[^-]+-([^-]+)-.*\.whl$/;
const ARCHIVE = /-([^-]+)\.(?:tar\.gz|tar\.bz2|zip)$/;

/** Python brings a pip for environments even where the system's is missing, or too old to install into another environment. */
async function installWithOwnPip(
  python: string,
  install: readonly string[],
  empty: EmptyFolder,
  services: AcquireServices,
): Promise<Refusal | undefined> {
  const own = { ...empty, manager: { ...empty.manager, file: python } };
  const ensured = await run(["-I", "-B", "-m", "ensurepip"], own, services);
  if ("failure" in ensured) return refusal("this Python has neither pip nor ensurepip", "install uv, or pip for this Python");
  const answer = await run([...PIP_ARGS, "--log", LOG, ...install], own, services);
  return "failure" in answer ? refusalOf(answer, empty) : undefined;
}

function run(args: readonly string[], { manager, folder }: EmptyFolder, services: AcquireServices) {
  // A user's `pip.conf` may prefer the home folder.
  const env = { ...manager.env, PIP_USER: "0" };
  return runClient({ manager: { ...manager, env, patienceMs: INSTALL_PATIENCE_MS }, args, cwd: folder }, services);
}

/** The hint of packages that are only read is about the project's environment. */
function refusalOf(answer: FailedManager, { folder }: EmptyFolder): Refusal {
  const { hint, ...refused } = failureOf(answer, readRegularTextIfAny(join(folder, LOG), { maxBytes: MOST_LOG_BYTES }) ?? "");
  return hint === undefined || hint === INSTALL ? refused : { ...refused, hint };
}
