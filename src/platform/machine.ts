/** What a native program must have been built for to run here. */

import { operatingSystem, type OperatingSystem } from "../context.ts";
import { firstBytes } from "./first-bytes.ts";

export interface Machine {
  readonly os: OperatingSystem;
  /** As Node spells it: `x64`, `arm64`. */
  readonly arch: string;
  /** Linux with musl instead of glibc, such as Alpine. */
  readonly musl: boolean;
}

/** The machine as this process sees it: an x64 Node on an ARM Mac reports x64, and an x64 program runs there as well. */
export function thisMachine({ platform, arch, report, execPath }: Running = process): Machine {
  const os = operatingSystem(platform);
  return { os, arch, musl: os === "linux" && (startedBy(execPath) ?? (hasGlibc(report) ? "glibc" : "musl")) === "musl" };
}

interface Running {
  readonly platform: string;
  readonly arch: string;
  readonly report?: Report;
  readonly execPath?: string;
}

/** Which C library loads the program that runs us: its name is near the start of the file, unless it is static. */
function startedBy(execPath: string | undefined): "glibc" | "musl" | undefined {
  const head = execPath === undefined ? "" : headOf(execPath);
  return head.includes("/ld-musl-") ? "musl" : head.includes("/ld-linux") ? "glibc" : undefined;
}

function headOf(file: string): string {
  try {
    const { bytes, length } = firstBytes(file, 4096);
    return bytes.toString("latin1", 0, length);
  } catch {
    return "";
  }
}

const NPM_NAMES: Readonly<Record<OperatingSystem, string>> = { linux: "linux", macos: "darwin", windows: "win32" };

/** `linux-x64-musl`: the suffix of the package with this machine's program. */
export function targetName({ os, arch, musl }: Machine): string {
  return `${NPM_NAMES[os]}-${arch}${musl ? "-musl" : ""}`;
}

interface Report {
  excludeNetwork?: boolean;
  readonly getReport: () => object;
}

/** Node reports the version of glibc where it uses it. Asking takes a dozen milliseconds, so it comes last. */
function hasGlibc(report: Report | undefined): boolean {
  if (report === undefined) return true;
  const before = report.excludeNetwork;
  report.excludeNetwork = true;
  try {
    const { header } = report.getReport() as { readonly header?: { readonly glibcVersionRuntime?: string } };
    return header === undefined || header.glibcVersionRuntime !== undefined;
  } catch {
    return true;
  } finally {
    report.excludeNetwork = before ?? false;
  }
}
