/** Flags and arguments in the few forms that commands have. */

import { FAIL_ON, type FailOn } from "../interchange/losses.ts";

export function toggle(brief: string) {
  return { kind: "boolean", brief, default: false, withNegated: false } as const;
}

/** A flag that may be given several times. */
export function repeatable(placeholder: string, brief: string) {
  return { kind: "parsed", parse: String, brief, placeholder, optional: true, variadic: true } as const;
}

export function oneOf<T extends string>(values: readonly T[], brief: string) {
  return { kind: "enum", values, brief, placeholder: values.join("|"), optional: true } as const;
}

/** The only argument of a command. */
export function argument(placeholder: string, brief: string) {
  return { kind: "tuple", parameters: [{ placeholder, brief, parse: String }] } as const;
}

/** Any number of arguments. */
export function several(placeholder: string, brief: string) {
  return { kind: "array", parameter: { placeholder, brief, parse: String } } as const;
}

/** An argument that may be missing. */
export function optionalArgument(placeholder: string, brief: string) {
  return { kind: "tuple", parameters: [{ placeholder, brief, parse: String, optional: true }] } as const;
}

/** A flag with any text. */
export function parsed(placeholder: string, brief: string) {
  return { kind: "parsed", parse: String, brief, placeholder, optional: true } as const;
}

/** The flags that the commands of `hooks` share. */
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
