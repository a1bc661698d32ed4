/** The flags that the commands of `hooks` share. */

import { FAIL_ON, type FailOn } from "../app/hooks/fail-on.ts";
import { oneOf, toggle } from "./parameters.ts";

export interface CheckFlags {
  readonly check: boolean;
  readonly failOn?: FailOn;
}

export const CHECK_FLAGS = {
  check: toggle("Change nothing and print losses alone; exit with 1 as --fail-on says"),
  failOn: oneOf(FAIL_ON, "With --check: fail on losses of blocking hooks, on lost behaviour, or on any loss (default: lossy)"),
} as const;

export interface ChangeFlags {
  readonly dryRun: boolean;
  readonly diff: boolean;
}

export const CHANGE_FLAGS = {
  dryRun: toggle("Print what would change, and change nothing"),
  diff: toggle("Print the differences"),
} as const;
