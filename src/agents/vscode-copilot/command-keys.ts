import { compact } from "../../canonical/json.ts";
import { fields, ONLY_ON, POSIX_ONLY, renamed, WINDOWS_ONLY } from "../hook-shapes/command-spellings.ts";
import type { EntrySpelling } from "../hook-shapes/flat-entries.ts";

/** `windows`, `linux` and `osx` before `command`, and Copilot's keys for them. */
export const SYSTEM_KEYS: EntrySpelling = {
  read: ({ bash, powershell, timeoutSec, command, linux = bash, osx = bash, windows = powershell, timeout = timeoutSec, ...rest }) => {
    const usual = { ...rest, ...compact({ timeout }) };
    if (command !== undefined) return fields(usual, compact({ command, linux, osx, windows }));
    const first = linux ?? osx ?? windows;
    if (first === undefined) return usual;
    if (linux !== undefined && linux === osx)
      return fields(usual, compact({ command: linux, windows, [POSIX_ONLY]: windows === undefined || null }));
    if (linux === undefined && osx === undefined) return fields(usual, { command: first, [WINDOWS_ONLY]: true });
    const systems = compact({ linux, osx, windows });
    const only = Object.keys(systems);
    return fields(usual, { command: first, ...systems, ...(only.length === 3 ? {} : { [ONLY_ON]: only }) });
  },
  write: ({ [POSIX_ONLY]: posixOnly, [WINDOWS_ONLY]: windowsOnly, [ONLY_ON]: only, ...entry }) => {
    if (posixOnly === true && entry["windows"] === undefined) return renamed(entry, "command", ["linux", "osx"]);
    if (windowsOnly === true) return renamed(entry, "command", ["windows"]);
    return only === undefined ? entry : renamed(entry, "command", []);
  },
};
