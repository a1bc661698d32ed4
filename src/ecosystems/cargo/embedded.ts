/** The plugin that a package describes in its `Cargo.toml`, under `[package.metadata.symposium]`. */

import type { Embedded } from "../ecosystem.ts";
import { embeddedInToml } from "../embedded-in-toml.ts";

const PLACES = { table: ["package", "metadata", "symposium"], names: [["package", "name"]] } as const;

export function embedded(file: string, text: string): Embedded {
  return embeddedInToml(file, text, PLACES);
}
