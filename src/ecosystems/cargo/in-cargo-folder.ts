/** An empty folder in which Cargo is started. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { FetchSurroundings } from "../ecosystem.ts";
import { type EmptyFolder, inEmptyFolder } from "../empty-folder.ts";
import type { Refusal } from "../refusal.ts";
import { ONLINE } from "./cargo-settings.ts";

export function inCargoFolder<T>(where: FetchSurroundings, act: (folder: EmptyFolder) => Promise<T>): Promise<T | Refusal> {
  return inEmptyFolder(where, [ONLINE], (empty) => {
    // A workspace of its own: Cargo does not search further up for one.
    writeFileSync(join(empty.folder, "Cargo.toml"), "[workspace]\n");
    return act(empty);
  });
}
