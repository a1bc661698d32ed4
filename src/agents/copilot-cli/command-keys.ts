import { fields, POSIX_ONLY, renamed, WINDOWS_ONLY } from "../hook-shapes/command-spellings.ts";
import type { EntrySpelling } from "../hook-shapes/flat-entries.ts";

/** `bash` and `powershell`, or `command` for both. */
export const BASH_OR_POWERSHELL: EntrySpelling = {
  read: ({ bash, powershell, command, timeout, ...rest }) => {
    const posix = bash ?? command;
    const windows = powershell ?? command;
    const usual = { ...rest, ...(timeout === undefined ? {} : { timeoutSec: rest["timeoutSec"] ?? timeout }) };
    if (posix !== undefined && windows !== undefined)
      return fields(usual, { command: posix, ...(windows === posix ? {} : { powershell: windows }) });
    if (posix !== undefined) return fields(usual, { command: posix, [POSIX_ONLY]: true });
    return windows === undefined ? usual : fields(usual, { command: windows, [WINDOWS_ONLY]: true });
  },
  write: ({ [POSIX_ONLY]: posixOnly, [WINDOWS_ONLY]: windowsOnly, ...entry }) => {
    if (entry["powershell"] !== undefined || posixOnly === true) return renamed(entry, "command", ["bash"]);
    return windowsOnly === true ? renamed(entry, "command", ["powershell"]) : entry;
  },
};
