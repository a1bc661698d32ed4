/** PyPI: distributions, `pyproject.toml`, requirements files and lock files. */

import type { Ecosystem, RegistrySearch } from "../ecosystem.ts";
import { foldName, isName } from "./distribution.ts";
import { fetchedCopies, packageFolder, unpackedPackages } from "./package-folder.ts";
import { embedded } from "./pyproject.ts";
import { readRoot } from "./read-root.ts";
import { nameRegistry } from "./registry.ts";
import { exactRequirement, ownRequirement, requirementOf } from "./requirement.ts";
import { compareVersionTexts } from "./version.ts";

export const ecosystem: Ecosystem = {
  name: "pypi",
  title: "PyPI",
  packageWord: "package",
  markers: ["pyproject.toml", "requirements.txt", "Pipfile"],
  // What moves an environment, or the folders of poetry and pipenv.
  variables: [
    ...["UV_PROJECT_ENVIRONMENT", "VIRTUAL_ENV", "CONDA_PREFIX", "WORKON_HOME", "POETRY_VIRTUALENVS_PATH", "POETRY_CACHE_DIR"],
    ...["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"],
  ],
  recordedVariables: [],
  isName,
  foldName,
  requirementOf,
  ownRequirement,
  exactRequirement,
  anyRequirement: "*",
  compareVersions: compareVersionTexts,
  readRoot,
  packageFolder,
  unpackedPackages,
  fetchedCopies,
  packageFile: "pyproject.toml",
  // Python writes bytecode when it imports a module.
  derived: ["__pycache__"],
  embedded,
  nameRegistry,
  fetchPackage: async (wanted, where) => (await import("./fetch.ts")).fetchPackage(wanted, where),
  searchRegistry,
};

/** PyPI has no search for programs: it removed the one that pip had, and its pages refuse programs. https://docs.pypi.org/api/ */
export async function searchRegistry(): Promise<RegistrySearch> {
  return { unasked: "PyPI has no search for programs; search at https://pypi.org/search/, then run `symposium use pypi:<name>`" };
}
