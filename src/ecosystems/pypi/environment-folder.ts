/** A folder that is a Python environment, read from its files: `pyvenv.cfg` of a virtual environment, `conda-meta` of conda. */

import { join } from "node:path";

import type { OperatingSystem } from "../../context.ts";
import { boundsOf } from "../../platform/bounds.ts";
import { namesIn } from "../../platform/folder-entries.ts";
import { isFolder } from "../../platform/is-folder.ts";
import { readRegularTextIfAny } from "../../platform/read-regular.ts";
import { realPathIfThere } from "../../platform/real-path.ts";

export interface ProjectEnvironment {
  readonly folder: string;
  /** Folders inside it. */
  readonly sitePackages: readonly string[];
  /** As far as its files have it: `3.12.1`, or `3.12`. */
  readonly pythonVersion?: string;
}

const MARK = "pyvenv.cfg";
const CONDA_MARK = "conda-meta";
const MOST_BYTES = 64 * 1024;

/**
 * `undefined` for any other folder, so that a path in a repository's file cannot make Symposium read one. Packages are looked for where Python would, inside
 * the folder: a link out of it does not count.
 */
export function environmentIn(written: string, os: OperatingSystem): ProjectEnvironment | undefined {
  const folder = realPathIfThere(written);
  if (folder === undefined) return undefined;
  const { leadsOut } = boundsOf(folder);
  const config =
    leadsOut(join(folder, MARK)) === undefined ? readRegularTextIfAny(join(folder, MARK), { maxBytes: MOST_BYTES }) : undefined;
  if (config === undefined && !isFolder(join(folder, CONDA_MARK))) return undefined;
  const [libraries, versions] = librariesIn(folder, os);
  const sitePackages = libraries.filter((path) => isFolder(path) && leadsOut(path) === undefined);
  const version = config === undefined ? condaVersion(folder) : configVersion(config);
  const pythonVersion = version ?? versions[0];
  return { folder, sitePackages, ...(pythonVersion === undefined ? {} : { pythonVersion }) };
}

function librariesIn(folder: string, os: OperatingSystem): [folders: readonly string[], versions: readonly string[]] {
  if (os === "windows") return [[join(folder, "Lib", "site-packages")], []];
  const names = namesIn(join(folder, "lib")).filter((name) => LIBRARY.test(name));
  return [names.map((name) => join(folder, "lib", name, "site-packages")), names.flatMap((name) => LIBRARY.exec(name)?.[1] ?? [])];
}

const LIBRARY = /^(?:python|pypy)(3\.\d{1,3})t?$/;

/** `version` by Python's own `venv`, `version_info` by virtualenv and uv. */
function configVersion(config: string): string | undefined {
  return /^version(?:_info)?[ \t]*=[ \t]*(\d{1,3}\.\d{1,3}(?:\.\d{1,3})?)/m.exec(config)?.[1];
}

/** `conda-meta/python-3.12.1-h1234_0.json`. */
function condaVersion(folder: string): string | undefined {
  for (const name of namesIn(join(folder, CONDA_MARK))) {
    const version = /^python-(\d{1,3}\.\d{1,3}(?:\.\d{1,3})?)-[^-]*\.json$/.exec(name)?.[1];
    if (version !== undefined) return version;
  }
  return undefined;
}
