/** How the checks of a manifest report what they find, without knowing about files and lines. */

import type { Problem } from "../documents/problem.ts";
import type { TomlPath } from "../documents/toml.ts";

export interface Finding {
  readonly severity?: Problem["severity"];
  readonly failsValidation?: NonNullable<Problem["failsValidation"]>;
  readonly message: string;
  readonly hint?: string;
  /** The key at fault, or the path to it; absent means the whole item. */
  readonly key?: string | TomlPath;
}

/** `item` is a table of the manifest. An error is the default. */
export type Report = (item: object, finding: Finding) => void;

export function isFinding(read: object): read is Finding {
  return "message" in read;
}
