/** npm: `package.json` and the lock files of npm, pnpm, Yarn and Bun. */

import { compareVersionTexts } from "../../canonical/semantic-version.ts";
import type { Ecosystem } from "../ecosystem.ts";
import { embedded, EMBEDDED_MARKS } from "./embedded.ts";
import { fetchedCopies } from "./fetched-copies.ts";
import { packageFolder } from "./package-folder.ts";
import { isPackageName } from "./package-name.ts";
import { readRoot } from "./read-root.ts";
import { nameRegistry } from "./registry-name.ts";
import { exactRequirement, ownRequirement, requirementOf } from "./requirement.ts";
import { unpackedPackages } from "./unpacked.ts";

export const ecosystem: Ecosystem = {
  name: "npm",
  title: "npm",
  packageWord: "package",
  markers: ["package.json"],
  variables: [],
  recordedVariables: [],
  isName: isPackageName,
  foldName: (name) => name,
  requirementOf,
  ownRequirement,
  exactRequirement,
  anyRequirement: "*",
  compareVersions: compareVersionTexts,
  readRoot,
  packageFolder,
  unpackedPackages,
  fetchedCopies,
  packageFile: "package.json",
  embeddedMarks: EMBEDDED_MARKS,
  derived: [],
  embedded,
  nameRegistry,
  needsLock: () => false,
  makeLocks: async () => [],
  fetchPackage: async (wanted, where) => (await import("./fetch-package.ts")).fetchPackage(wanted, where),
  unpackArchived: async (dependencies, where) => (await import("./unpack-archived.ts")).unpackArchived(dependencies, where),
  searchRegistry: async (query, where) => (await import("./search-registry.ts")).searchRegistry(query, where),
};
