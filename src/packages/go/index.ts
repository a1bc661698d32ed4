/** Go: modules, `go.mod` and `go.work`. */

import type { Ecosystem } from "../ecosystem.ts";
import { fetchedCopies, packageFolder, unpackedPackages } from "./package-folder.ts";
import { readRoot } from "./read-root.ts";
import { ANY, ownRequirement, requirementOf } from "./requirement.ts";
import { moduleProxy } from "./user-settings.ts";
import { compareGoVersions, isModulePath } from "./version.ts";

const NO_SEARCH = "Go has no search for programs; find the module on the web, and run `symposium use go:<module>`";

export const ecosystem: Ecosystem = {
  name: "go",
  title: "Go",
  packageWord: "module",
  markers: ["go.mod", "go.work"],
  variables: ["GOMODCACHE", "GOPATH", "GOENV"],
  recordedVariables: [],
  isName: isModulePath,
  foldName: (name) => name,
  requirementOf,
  ownRequirement,
  exactRequirement: (version) => `==${version}`,
  anyRequirement: ANY,
  compareVersions: compareGoVersions,
  readRoot,
  packageFolder,
  unpackedPackages,
  fetchedCopies,
  // Go ignores every other file, so that no file of a module describes it.
  packageFile: undefined,
  derived: [],
  embedded: (file) => ({ file, problems: [] }),
  nameRegistry: moduleProxy,
  fetchPackage: async (wanted, where) => (await import("./fetch.ts")).fetchPackage(wanted, where),
  searchRegistry: async () => ({ unasked: NO_SEARCH }),
};
