import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** The files that `act` opens, in order. */
export function openedBy<T>(act: () => T): { readonly value: T; readonly opened: readonly string[] } {
  const { opened, stop } = noteOpened();
  try {
    return { value: act(), opened };
  } finally {
    stop();
  }
}

/** The same until a promise is settled. */
export async function openedUntil<T>(act: () => Promise<T>): Promise<{ readonly value: T; readonly opened: readonly string[] }> {
  const { opened, stop } = noteOpened();
  try {
    return { value: await act(), opened };
  } finally {
    stop();
  }
}

function noteOpened() {
  const { openSync } = fs;
  const opened: string[] = [];
  fs.openSync = (path, ...rest) => {
    opened.push(String(path));
    return openSync(path, ...rest);
  };
  syncBuiltinESMExports();
  const stop = () => {
    fs.openSync = openSync;
    syncBuiltinESMExports();
  };
  return { opened, stop };
}
