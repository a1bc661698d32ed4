/**
 * The environment that a project's packages are installed in, found from files and a few variables. No interpreter is asked.
 *
 * The project's own one counts first. `VIRTUAL_ENV` and `CONDA_PREFIX` are whatever the user's shell has activated: they count for a root without
 * one of its own, and neither in the folder of another project nor as conda's `base`. Files and variables of a repository may name any folder. One
 * that is not an environment is ignored, and of an environment only the metadata and folders of packages are read.
 */

import { dirname, isAbsolute, join, resolve } from "node:path";

import { lookUp } from "../../lookup.ts";
import { isAtOrBelow } from "../../platform/bounds.ts";
import { isFolder } from "../../platform/is-folder.ts";
import { pathExists } from "../../platform/path-exists.ts";
import { readRegularTextIfAny } from "../../platform/read-regular.ts";
import { type Stamped, stamped } from "../../platform/stamp.ts";
import type { RootSurroundings } from "../ecosystem.ts";
import { environmentIn, type ProjectEnvironment } from "./environment-folder.ts";
import { pipenvEnvironments, poetryEnvironments } from "./manager-environments.ts";

export type EnvironmentSurroundings = Pick<RootSurroundings, "env" | "home" | "os" | "repository">;

/** What moves an environment, or the folders of poetry and pipenv. */
export const ENVIRONMENT_VARIABLES = [
  ...["UV_PROJECT_ENVIRONMENT", "VIRTUAL_ENV", "CONDA_PREFIX", "WORKON_HOME", "POETRY_VIRTUALENVS_PATH", "POETRY_CACHE_DIR"],
  ...["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"],
];

/** Never throws. `watched` gets what the answer depends on. */
export function projectEnvironment(root: string, where: EnvironmentSurroundings, watched: Stamped[] = []): ProjectEnvironment | undefined {
  for (const candidates of [named, besideProject, poetryEnvironments, pipenvEnvironments, activated]) {
    for (const folder of candidates(root, where, watched)) {
      watched.push(stamped(join(folder, "pyvenv.cfg")));
      const found = environmentIn(folder, where.os);
      if (found === undefined) continue;
      // It is being made.
      if (found.sitePackages.length === 0) watched.push(stamped(join(folder, "lib")));
      return found;
    }
  }
  return undefined;
}

type Candidates = (root: string, where: EnvironmentSurroundings, watched: Stamped[]) => readonly string[];

/** uv takes the variable from the workspace's root; pdm writes the path of its interpreter into a file. */
const named: Candidates = (root, { env }, watched) => {
  const ofUv = lookUp(env, "UV_PROJECT_ENVIRONMENT");
  const interpreter = firstLine(join(root, ".pdm-python"), watched);
  return [
    ...(ofUv === undefined || ofUv === "" ? [] : [resolve(root, ofUv)]),
    ...(interpreter !== undefined && isAbsolute(interpreter) ? [dirname(dirname(interpreter))] : []),
  ];
};

/** In the root or above it in the repository, the nearest first. `.venv` may be a file with the path. */
const besideProject: Candidates = (root, { repository }, watched) =>
  foldersUpTo(root, repository ?? root).flatMap((folder) => {
    const hidden = join(folder, ".venv");
    const written = isFolder(hidden) ? undefined : firstLine(hidden, watched);
    const first = written === undefined ? hidden : resolve(folder, written);
    return [first, join(folder, "venv"), join(folder, "env")];
  });

const activated: Candidates = (root, { env }) => {
  const folders = [lookUp(env, "VIRTUAL_ENV"), lookUp(env, "CONDA_PREFIX")];
  return folders.flatMap((folder) =>
    folder === undefined || !isAbsolute(folder) || isOfOther(folder, root) || isCondaBase(folder) ? [] : [folder],
  );
};

const PROJECT_FILES = ["pyproject.toml", "requirements.txt", "Pipfile"];

function isOfOther(environment: string, root: string): boolean {
  const around = dirname(environment);
  return !isAtOrBelow(root, around) && PROJECT_FILES.some((name) => pathExists(join(around, name)));
}

/** Only the installation itself has the program that makes environments. */
function isCondaBase(folder: string): boolean {
  return isFolder(join(folder, "condabin"));
}

function foldersUpTo(start: string, end: string): readonly string[] {
  const folders = [start];
  for (let folder = start; folder !== end && isAtOrBelow(folder, end);) folders.push((folder = dirname(folder)));
  return folders;
}

const MOST_BYTES = 4_096;

function firstLine(file: string, watched: Stamped[]): string | undefined {
  watched.push(stamped(file));
  const line = readRegularTextIfAny(file, { maxBytes: MOST_BYTES })?.split("\n", 1)[0]?.trim();
  return line === "" || line?.includes("\0") === true ? undefined : line;
}
