/**
 * The folders of programs that a project's environment cannot take away (RT-34): those of the user's last `init` or `sync`, then the system's. A guard
 * that starts `cat` or `jq` finds it whatever PATH its call has.
 */

import type { OperatingSystem } from "../context.ts";
import { lookUp } from "../lookup.ts";
import { windowsVariable } from "./find-program.ts";
import { readPlacesRecord } from "./places-record.ts";
import type { Places } from "./places.ts";

const UNIX: readonly string[] = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/local/sbin", "/usr/sbin", "/sbin"];

/** Windows' are below its own folder. NixOS and Homebrew have theirs elsewhere. */
const FOLDERS: Readonly<Record<OperatingSystem, readonly string[]>> = {
  linux: [...UNIX, "/run/current-system/sw/bin"],
  macos: [...UNIX, "/opt/homebrew/bin"],
  windows: ["\\System32", "", "\\System32\\Wbem", "\\System32\\WindowsPowerShell\\v1.0", "\\System32\\OpenSSH"],
};

/** Never throws. The call's own variables decide nothing here. */
export function usualPath(places: Pick<Places, "record">, os: OperatingSystem): string {
  const read = readPlacesRecord(places, os);
  const recorded = read.state === "read" ? read.record.environment : {};
  if (os !== "windows") return [lookUp(recorded, "PATH") ?? "", ...FOLDERS[os]].join(":");
  const root = windowsVariable(recorded, "SystemRoot") ?? "C:\\Windows";
  return [windowsVariable(recorded, "PATH") ?? "", ...FOLDERS.windows.map((folder) => root + folder)].join(";");
}
