/** The keys of a manifest's `source` that name a repository: `git`, one of `branch`, `tag` and `rev`, and `subdir`. */

import { optionalText } from "../documents/described-schema.ts";
import type { GitPin } from "./plugin.ts";
import type { Finding } from "./report.ts";

/** What goes with `source.git`. */
export const GIT_KEYS = {
  branch: optionalText("git: a branch.", 'source.branch = "main"'),
  tag: optionalText("git: a tag.", 'source.tag = "v1.0"'),
  rev: optionalText("git: a commit.", 'source.rev = "0123abc"'),
};

const PINS = ["branch", "tag", "rev"] as const;

export interface GitTable {
  readonly branch?: string | undefined;
  readonly tag?: string | undefined;
  readonly rev?: string | undefined;
  readonly subdir?: string | undefined;
}

/** `null` for the default branch. */
export function readPin(source: GitTable): GitPin | null | Finding {
  const pins = PINS.flatMap((kind): GitPin[] => {
    const name = source[kind];
    return name === undefined ? [] : [{ kind, name }];
  });
  const [pin = null, other] = pins;
  if (other === undefined) return pin;
  return { key: ["source", other.kind], message: `${pins.map(({ kind }) => kind).join(" and ")} are mutually exclusive` };
}

/** A key that only `source.git` gives a meaning. */
export function withoutPins(source: GitTable): Finding | undefined {
  const stray = ([...PINS, "subdir"] as const).find((key) => source[key] !== undefined);
  return stray === undefined ? undefined : { key: ["source", stray], message: `source.${stray} needs source.git` };
}
