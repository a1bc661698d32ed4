/**
 * Where plugins come from. A source has a name, which is part of the identity of its plugins, and lists its content from local files only;
 * fetching happens elsewhere. A new kind of source is a file beside this one and a line in `configured.ts`.
 */

import type { Problem } from "../../files/problem.ts";
import type { Stamped } from "../../host/reading-budget.ts";

export interface PluginSource {
  readonly name: string;
  readonly origin: string;
  readonly folder?: string;
  readonly checkout?: { readonly folder: string; readonly commit: string };
  readonly unavailable?: string;
  /** `isKnown` says of a file that it was an Agent Plugin's manifest, and is as it was then: it need not be read to find out. */
  readonly list: (isKnown?: IsKnown) => SourceListing;
}

export type IsKnown = (file: string) => boolean;

export interface SourceListing {
  readonly plugins: readonly string[];
  readonly skills: readonly string[];
  /** Its root folder, when there is one; a hook call checks it every time. */
  readonly root?: Stamped;
  readonly watched: readonly Stamped[];
  readonly problems: readonly Problem[];
  /** What is unreadable: whether the plugins that were last found there still exist is unknown. */
  readonly unread: readonly Unread[];
}

export interface Unread {
  readonly folder?: string;
  readonly isItself?: true;
  /** One of the listing's problems; otherwise it is reported only when a plugin was there. */
  readonly problem: Problem;
}

export const EMPTY_LISTING: SourceListing = { plugins: [], skills: [], watched: [], problems: [], unread: [] };
