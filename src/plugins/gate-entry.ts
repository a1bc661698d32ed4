/** Gates in a manifest, in every spelling; and which names are valid. */

import * as v from "valibot";

import { about, item } from "../documents/described-schema.ts";

const list = (description: string, example: string) => v.optional(about(description, v.union([v.string(), v.array(v.string())]), example));

const dependencies = {
  crates: list("Packages this applies to; any of them is enough, * means always.", 'crates = ["serde"]'),
  "depends-on": list("The same as crates, under its later name.", 'depends-on = ["serde>=1.0"]'),
};
const conditions = { predicates: list("Conditions that must all hold.", 'predicates = ["env(CI)"]') };

/** Keys that decide whether an item applies at all. */
export const gates = {
  ...dependencies,
  ...conditions,
  where: v.optional(
    item(
      {
        item: "gate",
        about: "The same gates in a separate table.",
        steering: [...Object.keys(dependencies), ...Object.keys(conditions)],
      },
      { ...dependencies, ...conditions },
    ),
  ),
};

/** Misspelt, one of these would let the item apply everywhere. */
export const GATES: readonly string[] = Object.keys(gates);

export type Gates = v.InferOutput<ReturnType<typeof asObject>>;

const asObject = () => v.object(gates);

/** Names are printed in lists, traces and reasons, one to a line. */
// oxlint-disable-next-line no-control-regex
export const PRINTABLE = /^[^\x00-\x1f\x7f]{1,200}$/;

export function printableName(description: string, example: string) {
  return about(description, v.pipe(v.string(), v.regex(PRINTABLE, "must be 1 to 200 printable characters")), example);
}
