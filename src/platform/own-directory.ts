/** Our directory as the hook programme finds it: from where it lies itself, so that no variable leads it elsewhere (RT-36). */

import { existsSync } from "node:fs";

/** Linux says `(deleted)` of a programme that was replaced after it was started. */
const NATIVE = /^(.+)[\\/]bin[\\/]symposium-hook(?:\.exe)?(?: \(deleted\))?$/s;
const NODE = /^(.+)[\\/]bin[\\/]node-[0-9a-f]{16}[\\/]hook\.cjs$/s;

/** `undefined` where the programme does not lie in a directory of ours, as in a checkout or a package. `script` is what Node was told to run. */
export function ownDirectory(execPath: string, script: string | undefined): string | undefined {
  const [, base] = NATIVE.exec(execPath) ?? NODE.exec(script ?? "") ?? [];
  return base !== undefined && isOurs(base) ? base : undefined;
}

/** Somebody may have put a copy into `/usr/local/bin`. The record comes first, which a directory of ours has unless it was lost. */
const SIGNS = ["places.json", "ledger.json", "config.toml", "index"];

function isOurs(base: string): boolean {
  return /[\\/]\.symposium$/.test(base) || SIGNS.some((name) => existsSync(`${base}/${name}`));
}
