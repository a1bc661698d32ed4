/** The machines that get a native hook program, each in a package of its own. `package.json` names all of them as optional dependencies. */

import type { OperatingSystem } from "../src/context.ts";

export interface PlatformTarget {
  /** As in the package's name. */
  readonly name: string;
  /** What the finished executable must be for. */
  readonly os: OperatingSystem;
  /** What npm goes by when it decides which package to install. */
  readonly npm: { readonly os: string; readonly cpu: string; readonly libc?: "glibc" | "musl" };
  /** Bun's name of the machine: of its package on npm. */
  readonly bun: string;
}

export const PLATFORM_TARGETS: readonly PlatformTarget[] = [
  { name: "darwin-arm64", os: "macos", npm: { os: "darwin", cpu: "arm64" }, bun: "darwin-aarch64" },
  { name: "darwin-x64", os: "macos", npm: { os: "darwin", cpu: "x64" }, bun: "darwin-x64" },
  { name: "linux-arm64", os: "linux", npm: { os: "linux", cpu: "arm64", libc: "glibc" }, bun: "linux-aarch64" },
  { name: "linux-arm64-musl", os: "linux", npm: { os: "linux", cpu: "arm64", libc: "musl" }, bun: "linux-aarch64-musl" },
  { name: "linux-x64", os: "linux", npm: { os: "linux", cpu: "x64", libc: "glibc" }, bun: "linux-x64" },
  { name: "linux-x64-musl", os: "linux", npm: { os: "linux", cpu: "x64", libc: "musl" }, bun: "linux-x64-musl" },
  { name: "win32-x64", os: "windows", npm: { os: "win32", cpu: "x64" }, bun: "windows-x64" },
];
