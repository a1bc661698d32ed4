/**
 * The native hook program in our package. Programs of all platforms are packed in one archive, since most of their bytes are the same, and a list
 * names them with their digests. The build leaves this machine's program beside them as it is. The digests show a file that was damaged on its
 * way; a person who can replace the archive can replace the list as well.
 */

import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { type Machine, platformName } from "../../host/machine.ts";
import { lookUp } from "../../lookup.ts";
import { readRegularTextIfAny } from "../../host/read-file.ts";
import { isObject, parseJson } from "../../model/json.ts";

export const NATIVE_PROGRAM = "symposium-hook";
export const ARCHIVE = "programs.br";
export const LIST = "programs.json";

/** As `LIST` has it, by platform. */
export interface PackedProgram {
  /** SHA-256. */
  readonly digest: string;
  /** Where its bytes begin in the unpacked archive. */
  readonly start: number;
  readonly size: number;
}

export interface NativeProgram extends PackedProgram {
  /** The program itself, or the archive. */
  readonly file: string;
  readonly isPacked: boolean;
}

/** `dist` is the folder of our own build. `undefined` where it has none for this machine: on Windows, and where no C compiler made one. */
export function findNative(dist: string, machine: Machine): NativeProgram | undefined {
  const folder = join(dist, "native");
  const list = parseJson(readRegularTextIfAny(join(folder, LIST), { maxBytes: MOST_BYTES }) ?? "");
  const platform = platformName(machine);
  const packed = isObject(list) ? (lookUp(list, platform) as PackedProgram | undefined) : undefined;
  if (packed === undefined) return undefined;
  const plain = join(folder, platform, NATIVE_PROGRAM);
  const isPacked = statSync(plain, { throwIfNoEntry: false }) === undefined;
  return { ...packed, file: isPacked ? join(folder, ARCHIVE) : plain, isPacked };
}

const MOST_BYTES = 64 * 1024;

/** The bytes that were built, or why they cannot be had, to follow the file's name. */
export function bytesOf({ file, isPacked, start, size, digest }: NativeProgram): Uint8Array | { readonly damage: string } {
  try {
    const content = readFileSync(file);
    // Loading this module takes Node milliseconds.
    const bytes = isPacked
      ? process
          .getBuiltinModule("node:zlib")
          .brotliDecompressSync(content)
          .subarray(start, start + size)
      : content;
    if (digestOf(bytes) === digest) return bytes;
    return { damage: "is damaged: it does not have the digest that its build recorded; install Symposium again" };
  } catch (error) {
    return { damage: `cannot be read: ${(error as Error).message}; install Symposium again` };
  }
}

export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
