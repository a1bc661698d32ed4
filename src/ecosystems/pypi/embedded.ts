/** The plugin that a package describes in its `pyproject.toml`, under `[tool.symposium]`. Wheels do not contain that file: it counts for sources. */

import type { Embedded } from "../ecosystem.ts";
import { embeddedInToml } from "../embedded-in-toml.ts";

const PLACES = {
  table: ["tool", "symposium"],
  // poetry 1 has its own place for the name.
  names: [
    ["project", "name"],
    ["tool", "poetry", "name"],
  ],
} as const;

export function embedded(file: string, text: string): Embedded {
  return embeddedInToml(file, text, PLACES);
}
