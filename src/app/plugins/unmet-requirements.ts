/** Hooks that run without something that they require. One that cannot run at all is not among them. */

import type { Plugin } from "../../plugins/plugin.ts";

export interface UnmetRequirement {
  readonly what: string;
  readonly name: string;
  readonly message: string;
}

export function unmetRequirements({ hooks }: Pick<Plugin, "hooks">): readonly UnmetRequirement[] {
  return hooks
    .filter((hook) => hook.missing === undefined)
    .flatMap(({ name, unmet = [] }) =>
      unmet.map((missing) => ({ what: `hook \`${name}\``, name, message: `runs without its requirement: ${missing}` })),
    );
}
