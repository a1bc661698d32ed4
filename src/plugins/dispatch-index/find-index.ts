/** Finds a folder's index on disk: its own, or the one its link leads to. */

import type { Places } from "../../platform/places.ts";
import { readRegularText } from "../../platform/read-regular.ts";
import { indexFile } from "./index-file.ts";
import { linkedKey } from "./link.ts";
import { type OpenIndex, parseIndex } from "./read.ts";

/** Far above an index of thousands of hooks. */
const LIMITS = { maxBytes: 64 * 1024 * 1024, isOurs: true } as const;

/** `undefined` where there is no usable one; whether it is fresh is a separate question. Never throws. */
export function findIndex(places: Pick<Places, "index">, folder: string | null): OpenIndex | undefined {
  try {
    const text = readRegularText(indexFile(places, folder), LIMITS);
    const index = parseIndex(text);
    if (index !== undefined) return index.header.key === folder ? index : undefined;
    const key = folder === null ? undefined : linkedKey(text, folder);
    return key === undefined ? undefined : keyed(readRegularText(indexFile(places, key), LIMITS), key);
  } catch {
    return undefined;
  }
}

function keyed(text: string, key: string): OpenIndex | undefined {
  const index = parseIndex(text);
  return index?.header.key === key ? index : undefined;
}
