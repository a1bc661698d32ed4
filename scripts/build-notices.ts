/** The licences of the packages that a bundle holds, as they ask to be handed on. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** `modules` are paths of files in the bundle; those outside `node_modules` are ours. */
export function noticesText(modules: readonly string[]): string {
  const folders = new Set(modules.flatMap((path) => packageFolder(path.replaceAll("\\", "/")) ?? []));
  const notices = [...folders].sort().map(noticeOf);
  return `This package contains the following software.\n\n${notices.join("\n")}`;
}

function packageFolder(path: string): string | undefined {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, string>;
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? OUR_OWN[license ?? ""] : readFileSync(join(folder, file), "utf8").trim();
  if (text === undefined) throw new Error(`${name} comes without a licence text`);
  return `${name} ${version} (${license})\n\n${text}\n`;
}

/** Texts that this package brings anyway, for packages that only name their licence. */
const OUR_OWN: Readonly<Record<string, string>> = { "Apache-2.0": "See LICENSE-APACHE in this package." };
