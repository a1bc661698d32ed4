/** Where a use case acts: the machine, our places on it, our own build, and the name that hints have for us. */

import type { Context } from "../context.ts";
import type { Places } from "../platform/places.ts";

/** As the user typed it. */
export type CalledAs = "symposium" | "cargo agents";

/** Enough for everything that only reads. */
export interface ReadContext {
  readonly context: Context;
  readonly places: Places;
}

export interface AppContext extends ReadContext {
  /** The folder of our own build, with the files that are placed elsewhere. */
  readonly dist: string;
  /** For hints that name a command of ours. */
  readonly calledAs: CalledAs;
}
