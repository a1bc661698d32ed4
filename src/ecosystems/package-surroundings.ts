/** What ecosystems need to find packages on this machine. */

import type { PlacedContext } from "../platform/places.ts";
import type { PackageSurroundings } from "./ecosystem.ts";

export function packageSurroundings({ context: { env, home, os }, places: { cache } }: PlacedContext): PackageSurroundings {
  return { env, home, os, cache };
}
