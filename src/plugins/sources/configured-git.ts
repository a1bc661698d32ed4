/** The user's git sources, with their addresses resolved. */

import { dirname } from "node:path";

import { isFolder } from "../../platform/is-folder.ts";
import type { Config, GitSource } from "../../config/config.ts";
import type { Problem } from "../../documents/problem.ts";
import type { Places } from "../../platform/places.ts";
import { type AddressResult, gitAddress } from "../../git/address.ts";

export const RECOMMENDATIONS: GitSource = {
  name: "symposium-recommendations",
  git: "https://github.com/symposium-dev/recommendations",
  autoUpdate: true,
};

export interface ConfiguredGitSource {
  readonly name: string;
  readonly autoUpdate: boolean;
  readonly address: AddressResult;
}

/** In the order of dispatch. */
export function gitSourcesOf(config: Config, places: Pick<Places, "config">): readonly ConfiguredGitSource[] {
  const configured = config.sources.filter((source) => "git" in source);
  return [...(config.recommendations ? [RECOMMENDATIONS] : []), ...configured].map((source) => readGitSource(source, places));
}

/** The problem of an invalid address. */
export function addressProblem(
  name: string,
  { message, hint }: AddressResult & { ok: false },
  { config }: Pick<Places, "config">,
): Problem {
  return { severity: "error", file: config, message: `source \`${name}\`: ${message}`, ...(hint === undefined ? {} : { hint }) };
}

export function readGitSource({ git, ...source }: GitSource, places: Pick<Places, "config">): ConfiguredGitSource {
  // Relative paths must not depend on the current folder of a hook call.
  return {
    name: source.name,
    autoUpdate: source.autoUpdate,
    address: gitAddress(git, { ...source, base: dirname(places.config), isFolder }),
  };
}
