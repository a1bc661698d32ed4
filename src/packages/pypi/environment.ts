/**
 * The environment that a project's packages are installed in, found from files and a few variables. No interpreter is asked.
 *
 * The project's own one counts first. `VIRTUAL_ENV` and `CONDA_PREFIX` are whatever the user's shell has activated: they count for a root without
 * one of its own, and neither in the folder of another project nor as conda's `base`. Files and variables of a repository may name any folder. One
 * that is not an environment is ignored, and of an environment only the metadata and folders of packages are read.
 */

import { dirname, isAbsolute, join, resolve } from "node:path";

import type { OperatingSystem } from "../../context.ts";
import { boundsOf, isAtOrBelow } from "../../host/bounds.ts";
import { base64UrlOfHex } from "../../host/bytes.ts";
import { sha256 } from "../../host/engine.ts";
import { isFolder, namesIn, pathExists, realPath, realPathIfThere } from "../../host/paths.ts";
import { readRegularTextIfAny } from "../../host/read-file.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { stamped } from "../../host/stamp.ts";
import { lookUp } from "../../lookup.ts";
import type { RootSurroundings } from "../ecosystem.ts";

export type EnvironmentSurroundings = Pick<RootSurroundings, "env" | "home" | "os" | "repository">;

/** Never throws. `watched` gets what the answer depends on. */
export function projectEnvironment(root: string, where: EnvironmentSurroundings, watched: Stamped[] = []): ProjectEnvironment | undefined {
  for (const candidates of [named, besideProject, poetryEnvironments, pipenvEnvironments, activated]) {
    for (const folder of candidates(root, where, watched)) {
      watched.push(stamped(join(folder, "pyvenv.cfg")));
      const found = environmentIn(folder, where.os);
      if (found === undefined) continue;
      // The environment is still being made.
      if (found.sitePackages.length === 0) watched.push(stamped(join(folder, "lib")));
      return found;
    }
  }
  return undefined;
}

type Candidates = (root: string, where: EnvironmentSurroundings, watched: Stamped[]) => readonly string[];

/** uv's variable is relative to the workspace's root; pdm writes the path of its interpreter into a file. */
const named: Candidates = (root, { env }, watched) => {
  const ofUv = lookUp(env, "UV_PROJECT_ENVIRONMENT");
  const interpreter = firstLine(join(root, ".pdm-python"), watched);
  return [
    ...(ofUv === undefined || ofUv === "" ? [] : [resolve(root, ofUv)]),
    ...(interpreter !== undefined && isAbsolute(interpreter) ? [dirname(dirname(interpreter))] : []),
  ];
};

const MOST_BYTES_OF_PATH = 4_096;

/** In the root or above it in the repository, the nearest first. `.venv` may be a file with the path. */
const besideProject: Candidates = (root, { repository }, watched) =>
  foldersUpTo(root, repository ?? root).flatMap((folder) => {
    const hidden = join(folder, ".venv");
    const written = isFolder(hidden) ? undefined : firstLine(hidden, watched);
    const first = written === undefined ? hidden : resolve(folder, written);
    return [first, join(folder, "venv"), join(folder, "env")];
  });

const PROJECT_FILES = ["pyproject.toml", "requirements.txt", "Pipfile"];

const activated: Candidates = (root, { env }) =>
  [lookUp(env, "VIRTUAL_ENV") ?? "", lookUp(env, "CONDA_PREFIX") ?? ""].filter(
    // Only conda's `base` has the program that makes environments.
    (folder) => isAbsolute(folder) && !isOfOther(folder, root) && !isFolder(join(folder, "condabin")),
  );

function isOfOther(environment: string, root: string): boolean {
  const around = dirname(environment);
  return !isAtOrBelow(root, around) && PROJECT_FILES.some((name) => pathExists(join(around, name)));
}

function foldersUpTo(start: string, end: string): readonly string[] {
  const folders = [start];
  for (let folder = start; folder !== end && isAtOrBelow(folder, end);) folders.push((folder = dirname(folder)));
  return folders;
}

function firstLine(file: string, watched: Stamped[]): string | undefined {
  watched.push(stamped(file));
  const line = readRegularTextIfAny(file, { maxBytes: MOST_BYTES_OF_PATH })?.split("\n", 1)[0]?.trim();
  return line === "" || line?.includes("\0") === true ? undefined : line;
}

/** A folder that is a Python environment, read from its files: `pyvenv.cfg` of a virtual environment, `conda-meta` of conda. */
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
 * `undefined` for a folder that is not an environment, so that a repository's file cannot make Symposium read any folder. Packages are looked for
 * where Python would, inside the folder: a link out of it does not count.
 */
export function environmentIn(written: string, os: OperatingSystem): ProjectEnvironment | undefined {
  const folder = realPathIfThere(written);
  if (folder === undefined) return undefined;
  const { leadsOut } = boundsOf(folder);
  const config =
    leadsOut(join(folder, MARK)) === undefined ? readRegularTextIfAny(join(folder, MARK), { maxBytes: MOST_BYTES }) : undefined;
  if (config === undefined && !isFolder(join(folder, CONDA_MARK))) return undefined;
  const names = os === "windows" ? [] : namesIn(join(folder, "lib")).filter((name) => LIBRARY.test(name));
  const libraries = os === "windows" ? ["Lib"] : names.map((name) => join("lib", name));
  const sitePackages = libraries
    .map((library) => join(folder, library, "site-packages"))
    .filter((path) => isFolder(path) && leadsOut(path) === undefined);
  const version = config === undefined ? condaVersion(folder) : CONFIG_VERSION.exec(config)?.[1];
  return { folder, sitePackages, pythonVersion: version ?? LIBRARY.exec(names[0] ?? "")?.[1] };
}

const LIBRARY = /^(?:python|pypy)(3\.\d{1,3})t?$/;

/** `version` by Python's own `venv`, `version_info` by virtualenv and uv. */
const CONFIG_VERSION = /^version(?:_info)?[ \t]*=[ \t]*(\d{1,3}\.\d{1,3}(?:\.\d{1,3})?)/m;

/** `conda-meta/python-3.12.1-h1234_0.json`. */
function condaVersion(folder: string): string | undefined {
  const versions = namesIn(join(folder, CONDA_MARK)).map((name) => /^python-(\d{1,3}\.\d{1,3}(?:\.\d{1,3})?)-[^-]*\.json$/.exec(name)?.[1]);
  return versions.find((version) => version !== undefined);
}

const MOST_BYTES_OF_CONFIG = 256 * 1024;

/** `<name>-<digest>-py3.12`; the one that `poetry env use` chose first, then the newest Python. https://python-poetry.org/docs/configuration/#virtualenvspath */
function poetryEnvironments(root: string, where: EnvironmentSurroundings, watched: Stamped[]): readonly string[] {
  if (!pathExists(join(root, "poetry.lock")) && !pathExists(join(root, "poetry.toml"))) return [];
  const top = poetryFolder(where, watched);
  const end = `-${base64UrlOfHex(sha256(realPath(root))).slice(0, 8)}-py`;
  watched.push(stamped(top));
  const names = namesIn(top).filter((name) => name.slice(0, name.lastIndexOf("-py") + 3).endsWith(end));
  if (names.length === 0) return [];
  const chosen = readRegularTextIfAny(join(top, "envs.toml"), { maxBytes: MOST_BYTES_OF_CONFIG });
  const rank = (name: string) => (isChosen(name, chosen) ? Infinity : Number(/-py3\.(\d+)$/.exec(name)?.[1] ?? -1));
  return names.toSorted((a, b) => rank(b) - rank(a)).map((name) => join(top, name));
}

/** `[<name>-<digest>]` and `minor = "3.12"`. */
function isChosen(name: string, text: string | undefined): boolean {
  if (text === undefined) return false;
  const [table, minor] = [name.slice(0, name.lastIndexOf("-py")), name.slice(name.lastIndexOf("-py") + 3)];
  const start = text.indexOf(`[${table}]`);
  const own = start === -1 ? "" : (text.slice(start + table.length + 2).split("\n[", 1)[0] ?? "");
  return own.includes(`minor = "${minor}"`);
}

/** The project's `poetry.toml` may name another folder, which does not count. */
function poetryFolder(where: EnvironmentSurroundings, watched: Stamped[]): string {
  const { env, home, os } = where;
  const own = lookUp(env, "POETRY_VIRTUALENVS_PATH") || configuredPath(where, watched);
  if (own) return own;
  const cache = lookUp(env, "POETRY_CACHE_DIR");
  if (cache) return join(cache, "virtualenvs");
  if (os === "windows") return join(home, "AppData", "Local", "pypoetry", "Cache", "virtualenvs");
  if (os === "macos") return join(home, "Library", "Caches", "pypoetry", "virtualenvs");
  return join(lookUp(env, "XDG_CACHE_HOME") || join(home, ".cache"), "pypoetry", "virtualenvs");
}

function configuredPath({ env, home, os }: EnvironmentSurroundings, watched: Stamped[]): string | undefined {
  const configs = {
    windows: join(home, "AppData", "Roaming"),
    macos: join(home, "Library", "Application Support"),
    linux: lookUp(env, "XDG_CONFIG_HOME") || join(home, ".config"),
  };
  const file = join(configs[os], "pypoetry", "config.toml");
  watched.push(stamped(file));
  const text = readRegularTextIfAny(file, { maxBytes: MOST_BYTES_OF_CONFIG });
  const table = text?.split(/^\[virtualenvs\][ \t]*$/m)[1]?.split(/^\[/m, 1)[0];
  const path = /^path[ \t]*=[ \t]*["']([^"'\n{]+)["']/m.exec(table ?? "")?.[1];
  return path?.startsWith("~/") === true ? join(home, path.slice(2)) : path;
}

/** `<name>-<digest>`, of the path of the Pipfile. https://pipenv.pypa.io/en/latest/virtualenv.html */
function pipenvEnvironments(root: string, { env, home, os }: EnvironmentSurroundings, watched: Stamped[]): readonly string[] {
  const pipfile = join(root, "Pipfile");
  if (!pathExists(pipfile)) return [];
  const usual =
    os === "windows" ? join(home, ".virtualenvs") : join(lookUp(env, "XDG_DATA_HOME") || join(home, ".local", "share"), "virtualenvs");
  const top = lookUp(env, "WORKON_HOME") || usual;
  watched.push(stamped(top));
  const ends = [...new Set([pipfile, realPath(pipfile)])].map((path) => `-${base64UrlOfHex(sha256(path)).slice(0, 8)}`);
  const names = namesIn(top).filter((name) => ends.some((end) => name.endsWith(end)));
  return names.map((name) => join(top, name));
}
