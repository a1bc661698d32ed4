/** Whether the user's pip would ask the index that a lock file names. Nothing in a workspace directs a request (PL-32). */

import type { EmptyFolder } from "../empty-folder.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { runManager } from "../run-manager.ts";
import { PIP_ARGS } from "./pip-settings.ts";

/** pip's default, under every name of it that lock files have. */
const DEFAULT: ReadonlySet<string> = new Set(["pypi", "pypi.org", "pypi.org/simple", "pypi.python.org/simple"]);

/** Another index could have a stranger's package of that name. */
export async function foreignIndex(address: string | undefined, { manager, folder }: EmptyFolder): Promise<Refusal | undefined> {
  if (address === undefined || DEFAULT.has(plain(address))) return undefined;
  const answer = await runManager(manager, [...PIP_ARGS, "config", "list"], folder);
  const known = "stdout" in answer ? answer.stdout.split("\n").flatMap(addressesIn) : [];
  if (known.some((one) => plain(one) === plain(address))) return undefined;
  return refusal(`it comes from ${shown(address)}, which is not in the user's pip configuration`, "install the project's dependencies");
}

/** `global.extra-index-url='https://one/simple\nhttps://two/simple'`, as Python prints a text. */
function addressesIn(line: string): readonly string[] {
  const [, value] = /^[\w-]+\.(?:extra-)?index-url=(.*)$/.exec(line.trim()) ?? [];
  return (value ?? "").split(/['"\s]|\\n/).filter((word) => word !== "");
}

/** Without protocol, credentials and final slashes. */
function plain(address: string): string {
  return address
    .replace(/^[a-z+]+:\/\/(?:[^/@]*@)?/i, "")
    .replace(/(?<!\/)\/+$/, "")
    .toLowerCase();
}

function shown(address: string): string {
  return address.replace(/\/\/[^/@]*@/, "//");
}
