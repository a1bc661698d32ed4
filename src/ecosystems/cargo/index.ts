/** Cargo: crates, `Cargo.toml` and `Cargo.lock`. */

import type { Ecosystem } from "../ecosystem.ts";
import { MARKERS } from "../markers.ts";
import { readCargoRoot } from "./read-root.ts";
import { cargoRequirement, requirementOfAtom } from "./requirement.ts";

export const cargo: Ecosystem = {
  name: "cargo",
  title: "Cargo",
  packageWord: "crate",
  markers: MARKERS.cargo,
  isName: (text) => /^[A-Za-z0-9_-]+$/.test(text),
  // Rust code cannot tell the two apart. Letters keep their case: Cargo refuses a dependency that is spelt in another.
  foldName: (name) => name.replaceAll("-", "_"),
  requirementOf: requirementOfAtom,
  ownRequirement: cargoRequirement,
  readRoot: readCargoRoot,
};
