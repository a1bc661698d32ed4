/** The metadata in a package's own file. */

import { join } from "node:path";

import { ecosystemNamed } from "../../ecosystems/list.ts";
import { mayHaveEmbedded, readEmbedded } from "../../ecosystems/read-embedded.ts";
import { type Stamped, stamped } from "../../platform/stamp.ts";
import { readPackageMetadata, type ReadPackage } from "../package-metadata.ts";
import { MANIFEST } from "../sources/manifest-file.ts";

export interface EmbeddedMetadata extends ReadPackage {
  readonly file: string;
  readonly stamp: Stamped;
}

const ABSENT: ReadPackage = { metadata: { kind: "absent" }, problems: [] };

/** Most packages have none. */
export function embeddedIn({ ecosystem: word, folder }: { readonly ecosystem: string; readonly folder: string }): EmbeddedMetadata {
  const ecosystem = ecosystemNamed(word);
  const file = join(folder, ecosystem?.packageFile ?? MANIFEST);
  const stamp = stamped(file);
  const embedded = ecosystem !== undefined && mayHaveEmbedded(folder, ecosystem) ? readEmbedded(folder, ecosystem) : undefined;
  return { file, stamp, ...(embedded === undefined ? ABSENT : readPackageMetadata(embedded)) };
}
