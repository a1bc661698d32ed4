/** What a row of the table is made of. */

import type { ConversionMeasured } from "./hook-conversion.ts";
import type { McpMeasured } from "./mcp-runs.ts";
import type { Sample } from "./measure.ts";
import type { NativeFile } from "./programs.ts";
import type { OptionalName, RunName } from "./runs.ts";

export type TimedName = RunName | OptionalName;

/** What was not asked for, or cannot be measured here, is absent. */
export interface Measured {
  readonly times: Readonly<Partial<Record<TimedName, Sample>>>;
  readonly native: NativeFile;
  /** KiB. */
  readonly memory?: Readonly<Record<"idle" | "one", Sample>> | undefined;
  readonly mcp?: McpMeasured | undefined;
  readonly conversion?: ConversionMeasured | undefined;
}

export interface Row {
  readonly what: string;
  /** Milliseconds where there is no `unit`. */
  readonly min: number;
  readonly median?: number;
  readonly unit?: "MiB" | "MB";
  readonly ratio?: { readonly value: number; readonly to: string };
  /** The most the ratio may be. */
  readonly target?: number;
  /** Which rule this row is the proof of. */
  readonly rule?: string;
  /** What the table in README.md calls this case; it has no other rows. */
  readonly inReadme?: string;
}

export type Value = (measured: Measured, which: "min" | "median") => number;

export interface RowPlan extends Pick<Row, "what" | "unit" | "target" | "rule" | "inReadme"> {
  /** Not a number where it was not measured. */
  readonly value: Value;
  readonly to?: Unit;
}

/** What a value is divided by. */
export interface Unit {
  readonly name: string;
  readonly value: (measured: Measured) => number;
}

export const time =
  (name: TimedName): Value =>
  ({ times }, which) =>
    times[name]?.[which] ?? Number.NaN;

export const leastOf = (name: string, value: Value): Unit => ({ name, value: (measured) => value(measured, "min") });
export const least = (name: string, of: TimedName): Unit => leastOf(name, time(of));
export const fixed = (name: string, value: number): Unit => ({ name, value: () => value });

/** As many `sh -c :` as these calls took when Bun compiled the hook program, in the same rounds: `--against` with such a build measures it again. */
export const FORMER = { megabyte: 9.3, cargo1: 26, cargo20: 31, npm: 23, pypi: 28, go: 21 };

/** The least that an agent's call of a hook costs. */
export const SHELL = "sh -c :";
export const shell = least(SHELL, "shell");
