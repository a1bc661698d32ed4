/** Cargo: crates, `Cargo.toml` and `Cargo.lock`. */

import { join } from "node:path";

import { exists } from "../../host/files.ts";
import { compareVersionTexts } from "../../model/semantic-version.ts";
import type { Ecosystem } from "../ecosystem.ts";
import { fetchedCopies, packageFolder, unpackedPackages } from "./package-folder.ts";
import { embedded } from "./package-manifest.ts";
import { readCargoRoot } from "./read-root.ts";
import { nameRegistry } from "./registry.ts";
import { cargoRequirement, exactRequirement, requirementOfAtom } from "./requirement.ts";

export const ecosystem: Ecosystem = {
  name: "cargo",
  title: "Cargo",
  packageWord: "crate",
  markers: ["Cargo.toml"],
  variables: ["CARGO_HOME"],
  recordedVariables: ["CARGO_HTTP_CAINFO", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN"],
  isName: (text) => /^[A-Za-z0-9_-]+$/.test(text),
  // Rust code cannot distinguish the two. Case matters: Cargo refuses a dependency spelled in another.
  foldName: (name) => name.replaceAll("-", "_"),
  requirementOf: requirementOfAtom,
  ownRequirement: cargoRequirement,
  exactRequirement,
  anyRequirement: "*",
  compareVersions: compareVersionTexts,
  readRoot: readCargoRoot,
  packageFolder,
  unpackedPackages,
  fetchedCopies,
  packageFile: "Cargo.toml",
  derived: [],
  embedded,
  nameRegistry,
  // An existing but broken lock file is the user's to fix. Every sync asks, so this is not in a file that is loaded when it is called.
  needsLock: ({ isUnlocked, dependencies, folder }) =>
    isUnlocked && dependencies.some(({ version }) => version === undefined) && !exists(join(folder, "Cargo.lock")),
  fetchPackage: async (wanted, where) => (await import("./fetch.ts")).fetchPackage(wanted, where),
  findVersion: async (wanted, where) => (await import("./fetch.ts")).findVersion(wanted, where),
  searchRegistry: async (query, where) => (await import("./fetch.ts")).searchRegistry(query, where),
  makeLocks: async (roots, where) => (await import("./made-lock.ts")).makeLocks(roots, where),
};
