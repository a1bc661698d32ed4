/** The vectors in the folders beside this file, and their shapes. `README.md` explains them for other implementations. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Strategy } from "../../../src/model/hook-manifest.ts";

export const LEVELS = ["core", "extended", "full"] as const;

export interface About {
  readonly title: string;
  readonly rule: string;
}

export interface TextCase {
  readonly title: string;
  readonly notation: "json" | "yaml";
  readonly text: string;
}

export interface ExpectedLoss {
  readonly index: number;
  readonly field: string;
  readonly capability?: string;
  readonly strategy: string;
  readonly effect: string;
}

export interface ExpectedEncoding {
  /** Documents by path. */
  readonly files?: Readonly<Record<string, unknown>>;
  /** Instead: the tools before which the hook runs. */
  readonly runs?: readonly string[];
  readonly losses: readonly ExpectedLoss[];
}

export interface CapabilityRow {
  readonly capability: string;
  readonly default: Strategy;
  readonly supported: readonly string[];
  readonly hook: object;
}

export type Vector = About &
  (
    | { readonly kind: "reject"; readonly cases: readonly (TextCase & { readonly problems: readonly string[] })[] }
    | { readonly kind: "accept"; readonly cases: readonly (TextCase & { readonly model: unknown; readonly warnings: number })[] }
    | { readonly kind: "answers"; readonly cases: readonly AnswerCase[] }
    | { readonly kind: "events"; readonly events: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> }
    | {
        readonly kind: "tools";
        readonly event: string;
        readonly selects: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
        readonly refuses: readonly string[];
      }
    | { readonly kind: "encode"; readonly manifest: unknown; readonly expect: Readonly<Record<string, ExpectedEncoding>> }
    | { readonly kind: "round-trip"; readonly agent: string; readonly native: unknown; readonly hooks: readonly object[] }
    | {
        readonly kind: "capabilities";
        readonly rows: readonly CapabilityRow[];
        readonly effects: Readonly<Record<Strategy, string>>;
        readonly exceptions: Readonly<Record<string, Readonly<Partial<Record<Strategy, string>>>>>;
      }
  );

export interface AnswerCase {
  readonly title: string;
  readonly blocking: boolean;
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly result: "allow" | "ask" | "block" | "warning";
}

export type VectorOf<K extends Vector["kind"]> = Extract<Vector, { kind: K }>;

export function vectorsOf<K extends Vector["kind"]>(kind: K): { readonly name: string; readonly vector: VectorOf<K> }[] {
  return LEVELS.flatMap((level) =>
    readdirSync(join(import.meta.dirname, level))
      .toSorted()
      .map((file) => ({ name: `${level}/${file}`, vector: read(level, file) })),
  ).filter((one): one is { name: string; vector: VectorOf<K> } => one.vector.kind === kind);
}

function read(level: string, file: string): Vector {
  return JSON.parse(readFileSync(join(import.meta.dirname, level, file), "utf8")) as Vector;
}
