/** What the markers of a project see: its Python, as far as files say which, on this machine. */

import type { OperatingSystem } from "../../context.ts";
import type { MarkerEnvironment } from "./marker.ts";

const SYSTEMS: Readonly<Record<OperatingSystem, Readonly<Record<string, string>>>> = {
  linux: { os_name: "posix", sys_platform: "linux", platform_system: "Linux" },
  macos: { os_name: "posix", sys_platform: "darwin", platform_system: "Darwin" },
  windows: { os_name: "nt", sys_platform: "win32", platform_system: "Windows" },
};

const MACHINES: Readonly<Record<OperatingSystem, ReadonlyMap<string, string>>> = {
  linux: new Map([
    ["x64", "x86_64"],
    ["arm64", "aarch64"],
  ]),
  macos: new Map([
    ["x64", "x86_64"],
    ["arm64", "arm64"],
  ]),
  windows: new Map([
    ["x64", "AMD64"],
    ["arm64", "ARM64"],
  ]),
};

/** `python` as in `3.12.1` or `3.12`. Whether an extra is wanted is never known here: dependencies of all extras count. */
export function markerEnvironment(os: OperatingSystem, python: string | undefined, machine: string = process.arch): MarkerEnvironment {
  const environment = new Map(Object.entries(SYSTEMS[os]).map(([name, value]) => [name, [value]]));
  const architecture = MACHINES[os].get(machine);
  if (architecture !== undefined) environment.set("platform_machine", [architecture]);
  const [, short, patch] = /^(\d{1,3}\.\d{1,3})(?:\.(\d{1,4}))?/.exec(python ?? "") ?? [];
  if (short === undefined) return environment;
  environment.set("python_version", [short]);
  // Without the third number the first and a last patch release must agree.
  const full = patch === undefined ? [`${short}.0`, `${short}.999`] : [`${short}.${patch}`];
  for (const name of ["python_full_version", "implementation_version"]) environment.set(name, full);
  environment.set("implementation_name", ["cpython"]);
  environment.set("platform_python_implementation", ["CPython"]);
  return environment;
}
