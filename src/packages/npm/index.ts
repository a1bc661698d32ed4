/** npm: `package.json` and the lock files of npm, pnpm, Yarn and Bun. */

import { compareVersionTexts } from "../../model/semantic-version.ts";
import type { Ecosystem } from "../ecosystem.ts";
import { isPackageName } from "./cache-folder.ts";
import { embedded, EMBEDDED_MARKS } from "./embedded.ts";
import { fetchedCopies, packageFolder, unpackedPackages } from "./package-folder.ts";
import { readRoot } from "./read-root.ts";
import { nameRegistry } from "./registry.ts";
import { exactRequirement, ownRequirement, requirementOf } from "./requirement.ts";

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
  fetchPackage: async (wanted, where) => (await import("./fetch.ts")).fetchPackage(wanted, where),
  unpackArchived: async (dependencies, where) => (await import("./unpack-archived.ts")).unpackArchived(dependencies, where),
  searchRegistry: async (query, where) => (await import("./fetch.ts")).searchRegistry(query, where),
};
