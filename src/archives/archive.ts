/** What readers of archives share. Archives come from strangers: whatever is unusual in one refuses all of it. */

import type { OperatingSystem } from "../context.ts";

export interface UnpackOptions {
  /** Decides which names are equal or reserved. */
  readonly os: OperatingSystem;
  /** Leaves out the first folder of every name, whatever its name. */
  readonly stripFirst?: boolean;
  /** Unpacks only what is below this folder, such as `node_modules/x`, without it. */
  readonly prefix?: string;
  readonly limits?: UnpackLimits;
}

export interface UnpackLimits {
  readonly entries: number;
  /** Of all files together, unpacked. */
  readonly bytes: number;
}

/** Above any real package. */
export const UNPACK_LIMITS: UnpackLimits = { entries: 50_000, bytes: 256 * 1024 * 1024 };

export type Unpacked = { readonly ok: true } | { readonly refused: string };

export interface ArchiveEntry {
  /** As the archive has it, with `/`. */
  readonly name: string;
  readonly kind: "file" | "folder";
  readonly isExecutable: boolean;
  readonly read: () => Uint8Array;
}

/** Ends the reading of an archive: its message is the reason. */
export class Unfit extends Error {}

/** In MiB where that is a round number. */
export function sizeText(bytes: number): string {
  return bytes % (1024 * 1024) === 0 ? `${bytes / 1024 / 1024} MiB` : `${bytes} bytes`;
}
