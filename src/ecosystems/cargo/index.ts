/** Cargo: crates, `Cargo.toml` and `Cargo.lock`. */

import type { Ecosystem } from "../ecosystem.ts";
import { MARKERS } from "../markers.ts";
import { userSources } from "./cargo-config.ts";
import { needsLock } from "./needs-lock.ts";
import { cargoHomeOf, packageFolder } from "./package-folder.ts";
import { readCargoRoot } from "./read-root.ts";
import { crateRegistry } from "./registry-name.ts";
import { cargoRequirement, requirementOfAtom } from "./requirement.ts";
import { unpackedPackages } from "./unpacked.ts";

export const cargo: Ecosystem = {
  name: "cargo",
  title: "Cargo",
  packageWord: "crate",
  markers: MARKERS.cargo,
  variables: ["CARGO_HOME"],
  isName: (text) => /^[A-Za-z0-9_-]+$/.test(text),
  // Rust code cannot distinguish the two. Case matters: Cargo refuses a dependency spelled in another.
  foldName: (name) => name.replaceAll("-", "_"),
  requirementOf: requirementOfAtom,
  ownRequirement: cargoRequirement,
  readRoot: readCargoRoot,
  packageFolder,
  unpackedPackages,
  nameRegistry: (where) => crateRegistry(where.env, userSources(cargoHomeOf(where))),
  needsLock,
  makeLocks: async (roots, where) => (await import("./made-lock.ts")).makeLocks(roots, where),
};
