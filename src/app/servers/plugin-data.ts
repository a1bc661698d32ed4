/** The folder in which the servers of an Agent Plugin keep what they write: private to the user and the plugin, and kept until the user removes it. */

import { chmodSync, lstatSync, mkdirSync, realpathSync } from "node:fs";

import { isVisit } from "../../platform/other-owner.ts";
import { joined, type PlacedContext } from "../../platform/places.ts";
import type { NotStartable } from "./server-process.ts";

const PRIVATE = 0o700;

/** Makes it where it is missing. A link is not followed: it would give the server a folder that someone else chose. */
export function openPluginData({ context: { os }, places }: PlacedContext, name: string): { readonly folder: string } | NotStartable {
  const folder = joined(os, places.pluginData, name);
  // Root must not leave anything in the directory of another user (RG-26).
  if (isVisit(places)) return { problem: `${places.base} belongs to another user`, hint: "start the agent without sudo" };
  try {
    for (const one of [places.pluginData, folder]) {
      const wrong = troubleWith(one);
      if (wrong !== undefined) return { problem: `its data folder cannot be used: ${wrong}`, hint: `move ${one} away` };
    }
    return { folder: realpathSync.native(folder) };
  } catch (error) {
    return { problem: `its data folder cannot be made: ${(error as Error).message}`, hint: `check ${places.pluginData}` };
  }
}

/** A folder that others may enter becomes private again. */
function troubleWith(folder: string): string | undefined {
  mkdirSync(folder, { recursive: true, mode: PRIVATE });
  const found = lstatSync(folder);
  if (!found.isDirectory()) return `${folder} is ${found.isSymbolicLink() ? "a link" : "not a folder"}`;
  const me = process.geteuid?.();
  if (me === undefined) return undefined;
  if (found.uid !== me) return `${folder} belongs to another user`;
  if ((found.mode & 0o077) !== 0) chmodSync(folder, PRIVATE);
  return undefined;
}
