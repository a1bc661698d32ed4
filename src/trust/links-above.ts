/** The links on the way to a folder, with their stamps: a link that is swapped leads to other files, and theirs stay as they were. */

import { lstatSync, readlinkSync } from "node:fs";
import { isAbsolute, join, parse, sep } from "node:path";

import type { Stamped } from "../platform/stamp.ts";
import { consentStamp } from "./consent-stamp.ts";
import { uncoverable } from "./uncoverable.ts";

const MOST_LINKS = 40;

export function linksAbove(folder: string): readonly Stamped[] {
  const links: Stamped[] = [];
  const { root } = parse(folder);
  let [at, rest] = [root, folder.slice(root.length).split(sep)];
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    const next = join(at, name);
    if (lstatSync(next, { throwIfNoEntry: false })?.isSymbolicLink() !== true) {
      at = next;
      continue;
    }
    if (links.push([next, consentStamp(next)]) > MOST_LINKS) throw uncoverable(`${folder} is a link that leads back to itself`);
    const target = readlinkSync(next);
    if (isAbsolute(target)) at = parse(target).root;
    rest = [...target.slice(parse(target).root.length).split(sep), ...rest];
  }
  return links;
}
