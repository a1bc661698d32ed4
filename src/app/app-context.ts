/** Where a use case acts: the machine, our places on it, our own build, and the name that hints have for us. */

import type { PlacedContext } from "../platform/places.ts";

/** As the user typed it. */
export type CalledAs = "symposium" | "cargo agents";

export interface AppContext extends PlacedContext {
  /** The folder of our own build, with the files that are placed elsewhere. */
  readonly dist: string;
  /** For hints that name a command. */
  readonly calledAs: CalledAs;
}
