/**
 * The third axis: where plugins come from. A source has a name, which is part of the identity of its plugins, and lists what
 * it holds from local files only; getting remote ones onto the disk is somebody else's work. A new kind of source is a file
 * beside this one and a line in `configured.ts`.
 */

import type { Problem } from "../../documents/problem.ts";
import type { Stamped } from "../../platform/stamp.ts";

export interface PluginSource {
  readonly name: string;
  /** The folder or address, for people. */
  readonly origin: string;
  /** Where its files are at present, when that is not the origin. */
  readonly folder?: string;
  /** What of a repository is in use. */
  readonly checkout?: { readonly folder: string; readonly commit: string };
  /** Why nothing of it can be used at present. */
  readonly unavailable?: string;
  readonly list: () => SourceListing;
}

export interface SourceListing {
  /** Directories with a `SYMPOSIUM.toml`, in order. */
  readonly plugins: readonly string[];
  /** Directories with only a `SKILL.md`, in order. */
  readonly skills: readonly string[];
  /** The folder at the top, when there is one; a hook call looks at it every time. */
  readonly root?: Stamped;
  /** Everything else the list depends on. */
  readonly watched: readonly Stamped[];
  readonly problems: readonly Problem[];
  /** What could not be looked into: of the plugins that were last found there nobody knows whether they still are. */
  readonly unread: readonly Unread[];
}

export interface Unread {
  /** The folder, absent for the whole source. */
  readonly folder?: string;
  /** The plugin in that very folder alone. */
  readonly isItself?: true;
  /** One of the listing's problems; where it is none of them, it is told only when a plugin was there. */
  readonly problem: Problem;
  /** It may be readable again without its stamp having changed. */
  readonly mayPass: boolean;
}

export const EMPTY_LISTING: SourceListing = { plugins: [], skills: [], watched: [], problems: [], unread: [] };
