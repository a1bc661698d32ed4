/** Names of packages in the index that the user's pip uses. */

import { isAbsolute, join } from "node:path";

import type { Context } from "../../context.ts";
import { readRegularTextIfAny } from "../../host/read-file.ts";
import { type NameRegistry, webAddress } from "../registry-names.ts";
import { foldName } from "./distribution.ts";

const DEFAULT = "https://pypi.org/simple/";

/** `SYMPOSIUM_PYPI_INDEX`, else the `index-url` of the user's `pip.conf`, without its credentials. */
export function nameRegistry(where: Pick<Context, "env" | "home">): NameRegistry | undefined {
  const base = webAddress(where.env["SYMPOSIUM_PYPI_INDEX"] || (userIndex(where) ?? DEFAULT));
  if (base === undefined) return undefined;
  const title = base === DEFAULT ? "PyPI" : new URL(base).host;
  return { ecosystem: "pypi", title, addressesOf: (name) => [`${base}${foldName(name)}/`] };
}

const LARGEST = 1024 * 1024;

/** Later ones win. https://pip.pypa.io/en/stable/topics/configuration/ */
function userIndex({ env, home }: Pick<Context, "env" | "home">): string | undefined {
  const moved = env["XDG_CONFIG_HOME"];
  const files = [
    join(home, ".pip", "pip.conf"),
    join(home, "pip", "pip.ini"),
    join(home, "AppData", "Roaming", "pip", "pip.ini"),
    join(moved && isAbsolute(moved) ? moved : join(home, ".config"), "pip", "pip.conf"),
    join(home, "Library", "Application Support", "pip", "pip.conf"),
  ];
  return files.map((file) => indexIn(readRegularTextIfAny(file, { maxBytes: LARGEST }) ?? "")).findLast((index) => index !== undefined);
}

function indexIn(text: string): string | undefined {
  let section = "";
  let found: string | undefined;
  for (const line of text.split("\n")) {
    section = /^\[([^\]]*)\]/.exec(line)?.[1] ?? section;
    const [, value] = /^index[-_]url\s*[=:]\s*(\S+)\s*$/.exec(line) ?? [];
    if (section === "global") found = value ?? found;
  }
  return found;
}
