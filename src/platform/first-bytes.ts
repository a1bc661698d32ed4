import { closeSync, constants, openSync, readSync } from "node:fs";

/** The first bytes of a file, padded with zeros where it is shorter, and its length without those. Throws the file system's error. */
export function firstBytes(file: string, size: number): { readonly bytes: Buffer; readonly length: number } {
  const bytes = Buffer.alloc(size);
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return { bytes, length: readSync(descriptor, bytes, 0, size, 0) };
  } finally {
    closeSync(descriptor);
  }
}
