/** A folder with nothing but a hook manifest is a plugin of its name, or of its package's in a workspace, for every workspace where it counts (IX-10). */

import { basename, dirname } from "node:path";

import type { OperatingSystem } from "../../context.ts";
import { printable } from "../../platform/printable.ts";
import { EVERYWHERE } from "../../predicates/predicate.ts";
import { NO_PARTS } from "../no-parts.ts";
import type { Validated } from "../validate.ts";
import { manifestHooks } from "./manifest-hooks.ts";

export function manifestPlugin(file: string, text: string, os: OperatingSystem, carrier?: string): Validated {
  const { hooks, problems } = manifestHooks(file, text, os);
  if (hooks === undefined) return { problems };
  const directory = dirname(file);
  return {
    // The format has no gates: a user who configures the source, or consents, means all of it.
    plugin: { ...NO_PARTS, name: printable(carrier ?? basename(directory)), directory, manifest: file, gate: EVERYWHERE, hooks },
    isDormant: false,
    problems,
  };
}
