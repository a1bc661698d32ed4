/** All bytes of the one are in the other, in their order: nothing was taken away and nothing was changed. */
export function isWithin(bytes: Buffer, all: Buffer): boolean {
  let at = 0;
  for (const byte of all) if (at < bytes.length && byte === bytes[at]) at += 1;
  return at === bytes.length;
}
