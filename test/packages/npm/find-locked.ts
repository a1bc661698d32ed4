/** Asks a lock file for one package. */

import type { Asked, LockedPackage, ReadLock } from "../../../src/packages/npm/lock.ts";

export function find(read: ReadLock, asked: Partial<Asked> & { readonly key: string }): LockedPackage | undefined {
  if (!read.ok) throw new Error(read.message);
  return read.lock.find({ place: "", member: undefined, name: asked.key, requirement: "*", meets: () => true, ...asked });
}
