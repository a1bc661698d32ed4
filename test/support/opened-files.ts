import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** The files that `act` opens, in order. */
export function openedBy<T>(act: () => T): { readonly value: T; readonly opened: readonly string[] } {
  const { openSync } = fs;
  const opened: string[] = [];
  fs.openSync = (path, ...rest) => {
    opened.push(String(path));
    return openSync(path, ...rest);
  };
  syncBuiltinESMExports();
  try {
    return { value: act(), opened };
  } finally {
    fs.openSync = openSync;
    syncBuiltinESMExports();
  }
}
