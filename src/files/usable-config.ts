/** The config for a use case: one that cannot be read is an error. */

import { UserError } from "../errors.ts";
import type { Places } from "../host/places.ts";
import { type Config, configInForce, type ConfigResult, configToActOn } from "./config.ts";
import { type Problem, problemText } from "./problem.ts";
import { quotedLine } from "./text-file.ts";

interface UsableConfig {
  readonly config: Config;
  /** What is wrong in it and ignored. */
  readonly problems: readonly Problem[];
}

/** For use cases that show what hook calls go by. */
export function configToShow(places: Places): UsableConfig {
  return usable(configInForce(places), "fix it; until then hooks use the last version that could be read");
}

/** For use cases that change something by it. */
export function configToApply(places: Places): UsableConfig {
  return usable(configToActOn(places), "fix it and run this again; nothing was changed");
}

function usable(read: ConfigResult, hint: string): UsableConfig {
  if (!read.ok) {
    const details = quotedLine(read.problem);
    throw new UserError("CONFIG", problemText(read.problem), {
      details: details.length === 0 ? undefined : details,
      hint: read.problem.hint ?? hint,
    });
  }
  return { config: read.config, problems: read.problems };
}
