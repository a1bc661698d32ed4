import { renamed, WINDOWS_ONLY } from "../hook-shapes/command-spellings.ts";
import type { EntrySpelling } from "../hook-shapes/flat-entries.ts";

/** `powershell` takes the place of `command` on Windows. */
export const COMMAND_OR_POWERSHELL: EntrySpelling = {
  read: (entry) => {
    const { powershell, ...rest } = entry;
    return powershell === undefined || entry["command"] !== undefined ? entry : { command: powershell, ...rest, [WINDOWS_ONLY]: true };
  },
  write: ({ [WINDOWS_ONLY]: windowsOnly, ...entry }) => (windowsOnly === true ? renamed(entry, "command", ["powershell"]) : entry),
};
