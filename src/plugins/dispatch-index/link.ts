/** A file that leads from a folder inside a workspace to the workspace's index. */

import { isListOf, isObject, isText, isTextPair, parseJson } from "../../canonical/json.ts";
import { areFresh, type Stamped } from "../../platform/stamp.ts";

const LINK_FORMAT = "symposium-index-link";

export interface IndexLink {
  /** The folder it is for. */
  readonly folder: string;
  /** The key of the index's file name. */
  readonly key: string;
  /** The files that decide which workspace the folder belongs to. */
  readonly stamps: readonly Stamped[];
}

export function linkText(link: IndexLink): string {
  return `${JSON.stringify({ format: LINK_FORMAT, ...link })}\n`;
}

/** Where the folder's index is, or `undefined` for a foreign, torn or outdated file. */
export function linkedKey(text: string, folder: string): string | undefined {
  const value = parseJson(text);
  if (!isObject(value) || value["format"] !== LINK_FORMAT || value["folder"] !== folder) return undefined;
  const { key, stamps }: Record<string, unknown> = value;
  return isText(key) && isListOf(stamps, isTextPair) && areFresh(stamps) ? key : undefined;
}
