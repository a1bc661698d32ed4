/** What the checks of a manifest are given, and how they report what they find, without knowing about files and lines. */

import type { Problem, TomlPath } from "../../files/problem.ts";
import type { TextFile } from "../../files/text-file.ts";
import type { Surroundings } from "../../packages/programs/resolve-command.ts";
import type { Hook, Plugin } from "../plugin.ts";

export interface Finding {
  readonly severity?: Problem["severity"];
  readonly failsValidation?: NonNullable<Problem["failsValidation"]>;
  readonly message: string;
  readonly hint?: string;
  readonly key?: string | TomlPath;
}

/** `item` is a table of the manifest. An error is the default. */
export type Report = (item: object, finding: Finding) => void;

export function isFinding(read: object): read is Finding {
  return "message" in read;
}

export interface Validated {
  readonly plugin?: Plugin;
  /** No gate at any level, so only the user's `use` activates it. */
  readonly isDormant?: boolean;
  readonly problems: readonly Problem[];
  /** Hooks that are closed on failure and stay though part of them is unusable: they apply more widely. */
  readonly widened?: readonly string[];
}

export type BesideKind = "hooks" | "servers";

export interface BesideSurroundings extends Surroundings {
  /** Reads a file beside the manifest; by default as it is. */
  readonly readBeside?: (file: string, as: BesideKind) => TextFile;
}

export interface HooksBeside {
  readonly file: string;
  readonly hooks: readonly Hook[];
  readonly problems: readonly Problem[];
}
