/** A command as data: what help says of it, its flags and arguments in the few forms that commands have, and what it does. */

import { buildCommand, type Command } from "@stricli/core";

import { FAIL_ON } from "../interchange/losses.ts";
import type { CliContext } from "./cli-context.ts";

/** What to type behind the command's words. */
export type Example = string | { readonly input: string; readonly brief: string };

export interface OurCommand extends Command<CliContext> {
  readonly examples: readonly Example[];
}

interface CommandSpec<Flags, Args extends readonly unknown[]> {
  readonly brief: string;
  readonly about?: string;
  readonly examples?: readonly Example[];
  readonly flags?: Flags;
  readonly aliases?: Readonly<Record<string, keyof Flags>>;
  readonly positional?: Positional<Args>;
  readonly run: (cli: CliContext, flags: ValuesOf<Flags>, ...args: Args) => void | Promise<void>;
}

export function command<const Flags = Record<never, never>, Args extends readonly unknown[] = []>(
  spec: CommandSpec<Flags, Args>,
): OurCommand {
  const { brief, about, examples = [], flags, aliases, positional, run } = spec;
  const built = buildCommand<Record<never, never>, unknown[], CliContext>({
    docs: { brief, fullDescription: about },
    parameters: { flags, aliases, positional } as never,
    func(values, ...args) {
      return run(this, values as ValuesOf<Flags>, ...(args as readonly unknown[] as Args));
    },
  });
  return { ...built, examples };
}

type ValuesOf<Flags> = { readonly [Name in keyof Flags]: ValueOf<Flags[Name]> };

type ValueOf<Flag> = Flag extends { readonly kind: "boolean"; readonly default: boolean }
  ? boolean
  : Flag extends { readonly kind: "boolean" }
    ? boolean | undefined
    : Flag extends { readonly kind: "enum"; readonly values: readonly (infer Word)[] }
      ? Word | undefined
      : Flag extends { readonly variadic: true }
        ? readonly string[] | undefined
        : Flag extends { readonly parse: (text: string) => infer Value }
          ? Value | undefined
          : never;

export function toggle(brief: string) {
  return { kind: "boolean", brief, default: false, withNegated: false } as const;
}

export function parsed(placeholder: string, brief: string) {
  return { kind: "parsed", parse: String, brief, placeholder, optional: true } as const;
}

export function repeatable(placeholder: string, brief: string) {
  return { ...parsed(placeholder, brief), variadic: true } as const;
}

export function oneOf<T extends string>(values: readonly T[], brief: string) {
  return { kind: "enum", values, brief, placeholder: values.join("|"), optional: true } as const;
}

/** With the type of its values. */
interface Positional<Args extends readonly unknown[]> {
  readonly kind: "tuple" | "array";
  readonly args?: Args;
}

export function argument<T = string>(placeholder: string, brief: string, parse: (text: string) => T = String as never): Positional<[T]> {
  return { kind: "tuple", parameters: [{ placeholder, brief, parse }] } as Positional<[T]>;
}

export function both<One, Other>(one: Positional<[One]>, other: Positional<[Other]>): Positional<[One, Other]> {
  const parametersOf = (given: object) => (given as { readonly parameters: readonly object[] }).parameters;
  return { kind: "tuple", parameters: [...parametersOf(one), ...parametersOf(other)] } as Positional<[One, Other]>;
}

export function optionalArgument(placeholder: string, brief: string): Positional<[string | undefined]> {
  return { kind: "tuple", parameters: [{ placeholder, brief, parse: String, optional: true }] } as Positional<[string | undefined]>;
}

export function several(placeholder: string, brief: string): Positional<string[]> {
  return { kind: "array", parameter: { placeholder, brief, parse: String } } as Positional<string[]>;
}

export const CHECK_FLAGS = {
  check: toggle("Change nothing and print losses alone; exit with 1 as --fail-on says"),
  failOn: oneOf(FAIL_ON, "With --check: fail on losses of blocking hooks, on lost behaviour, or on any loss (default: lossy)"),
} as const;

export const CHANGE_FLAGS = {
  dryRun: toggle("Print what would change, and change nothing"),
  diff: toggle("Print the differences"),
} as const;
