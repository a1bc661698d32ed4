/** PyPI: distributions, `pyproject.toml`, requirements files and lock files. */

import type { Ecosystem } from "../ecosystem.ts";
import { embedded } from "./embedded.ts";
import { ENVIRONMENT_VARIABLES } from "./environment.ts";
import { foldName, isName } from "./name.ts";
import { packageFolder } from "./package-folder.ts";
import { readRoot } from "./read-root.ts";
import { nameRegistry } from "./registry-name.ts";
import { exactRequirement, ownRequirement, requirementOf } from "./requirement.ts";
import { searchRegistry } from "./search-registry.ts";
import { fetchedCopies, unpackedPackages } from "./unpacked.ts";
import { compareVersionTexts } from "./version.ts";

export const ecosystem: Ecosystem = {
  name: "pypi",
  title: "PyPI",
  packageWord: "package",
  markers: ["pyproject.toml", "requirements.txt", "Pipfile"],
  variables: ENVIRONMENT_VARIABLES,
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
  needsLock: () => false,
  makeLocks: async () => [],
  fetchPackage: async (wanted, where) => (await import("./fetch-package.ts")).fetchPackage(wanted, where),
  searchRegistry,
};
