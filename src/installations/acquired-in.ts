/** What plugins that are being read find acquired. */

import { type Stamped, stamped } from "../platform/stamp.ts";
import { findAcquired, type Found } from "./find-acquired.ts";
import type { Installation } from "./installation.ts";
import { platformName } from "./platform-name.ts";

/** Adds the stamps of everything that the answers depend on. `holder` is a plugin that runs by consent. */
export function acquiredIn(cache: string, watched: Stamped[], holder?: string): (installation: Installation) => Found | undefined {
  const onRead = (path: string) => void watched.push(stamped(path));
  return (installation) => findAcquired(installation, { cache, platform: platformName(), holder, onRead });
}
