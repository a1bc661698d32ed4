/**
 * Commands for one system, where an entry has no command for all. The command becomes the usual one, and one of these keys says where
 * it runs.
 */

import { compact, type Json, type JsonObject } from "../../canonical/json.ts";
import { put } from "../../lookup.ts";
import type { EntrySpelling } from "./flat-entries.ts";

/** It runs where there is a POSIX shell. Most files are written so, and mean every system. */
export const POSIX_ONLY = "posixOnly";
export const WINDOWS_ONLY = "windowsOnly";
/** It runs on these systems alone. */
export const ONLY_ON = "only";

/** Copilot: `bash` and `powershell`, or `command` for both. */
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

/** Windsurf: `powershell` takes the place of `command` on Windows. */
export const COMMAND_OR_POWERSHELL: EntrySpelling = {
  read: (entry) => {
    const { powershell, ...rest } = entry;
    return powershell === undefined || entry["command"] !== undefined ? entry : { command: powershell, ...rest, [WINDOWS_ONLY]: true };
  },
  write: ({ [WINDOWS_ONLY]: windowsOnly, ...entry }) => (windowsOnly === true ? renamed(entry, "command", ["powershell"]) : entry),
};

/** VS Code: `windows`, `linux` and `osx` before `command`, and Copilot's keys for them. */
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

/** `type` stays in front. */
function fields({ type, ...rest }: JsonObject, command: JsonObject): JsonObject {
  return { ...(type === undefined ? {} : { type }), ...command, ...rest };
}

/** The value under other names, in its place. */
function renamed(entry: JsonObject, from: string, to: readonly string[]): JsonObject {
  const result: Record<string, Json> = {};
  for (const [key, value] of Object.entries(entry)) {
    if (value === undefined) continue;
    for (const name of key === from ? to : [key]) put(result, name, value);
  }
  return result;
}
