/** The bytes of a copied file: the author's, except for the name in the `SKILL.md` of a renamed copy (PL-19). */

import { readInPlace } from "../../platform/read-in-place.ts";
import { SKILL } from "../../plugins/sources/folder.ts";
import { withName } from "../with-name.ts";
import { MOST_BYTES, type SnapshotFile } from "./snapshot.ts";

/** `renamed` is the folder's name where that is not the skill's own. */
export function copiedBytes({ path, from }: Pick<SnapshotFile, "path" | "from">, renamed: string | undefined): Buffer {
  const bytes = readInPlace(from, MOST_BYTES);
  return renamed !== undefined && path === SKILL ? withName(bytes, renamed) : bytes;
}
