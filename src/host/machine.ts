/** What this machine runs, and what a file was built for. */

import { type OperatingSystem, operatingSystem } from "../context.ts";
import { attempt } from "../errors.ts";
import { lettersOf } from "./bytes.ts";
import { firstBytes } from "./read-file.ts";

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

type Running = { readonly platform: string; readonly arch: string; readonly report?: Report; readonly execPath?: string };

/** Which C library loads the program that runs us: its name is near the start of the file, unless it is static. */
function startedBy(execPath: string | undefined): "glibc" | "musl" | undefined {
  const head = execPath === undefined ? undefined : attempt(() => lettersOf(firstBytes(execPath, HEAD_BYTES).bytes));
  return head?.includes("/ld-musl-") === true ? "musl" : head?.includes("/ld-linux") === true ? "glibc" : undefined;
}

const NPM_NAMES: Readonly<Record<OperatingSystem, string>> = { linux: "linux", macos: "darwin", windows: "win32" };

/** `linux-x64`, `darwin-arm64`, `win32-x64`: as Node and npm spell them. */
export function platformName({ os, arch }: Pick<Machine, "os" | "arch">): string {
  return `${NPM_NAMES[os]}-${arch}`;
}

/** With the C library that programs of others may need: `linux-x64-musl`. */
export function targetName(machine: Machine): string {
  return platformName(machine) + (machine.musl ? "-musl" : "");
}

type Report = { excludeNetwork?: boolean; readonly getReport: () => object };

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

interface ExecutableKind {
  readonly os: OperatingSystem;
  /** In Node's spelling, or the value in the header. */
  readonly arch: string;
}

/**
 * What a file was built for, by its first bytes; `undefined` where no system would start it. Checked before a program is started: the C library
 * passes what the kernel refuses to a shell, and a shell would run the bytes of a foreign program as commands.
 */
export function executableKind(file: string): ExecutableKind | "script" | undefined {
  const head = firstBytes(file, HEAD_BYTES).bytes;
  return FORMATS.find(({ magic }) => magic.every((byte, at) => head[at] === byte))?.read(head);
}

const ELF: Readonly<Record<number, string>> = { 0x03: "ia32", 0x28: "arm", 0x3e: "x64", 0xb7: "arm64", 0xf3: "riscv64" };
const MACH_O: Readonly<Record<number, string>> = { 0x01000007: "x64", 0x0100000c: "arm64" };
const PE: Readonly<Record<number, string>> = { 0x014c: "ia32", 0x8664: "x64", 0xaa64: "arm64" };

const FORMATS: readonly { magic: readonly number[]; read: (head: Uint8Array) => ExecutableKind | "script" | undefined }[] = [
  { magic: [0x23, 0x21], read: () => "script" },
  { magic: [0x7f, 0x45, 0x4c, 0x46], read: (head) => kind("linux", ELF, numbersIn(head).getUint16(18, head[5] !== 2)) },
  { magic: [0xcf, 0xfa, 0xed, 0xfe], read: (head) => kind("macos", MACH_O, numbersIn(head).getUint32(4, true)) },
  { magic: [0x4d, 0x5a], read: windowsKind },
];

function windowsKind(head: Uint8Array): ExecutableKind | undefined {
  const at = numbersIn(head).getUint32(0x3c, true);
  if (at + 6 > head.length || lettersOf(head.subarray(at, at + 4)) !== "PE\0\0") return undefined;
  return kind("windows", PE, numbersIn(head).getUint16(at + 4, true));
}

function numbersIn({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
}

function kind(os: OperatingSystem, names: Readonly<Record<number, string>>, machine: number): ExecutableKind {
  return { os, arch: names[machine] ?? `machine 0x${machine.toString(16)}` };
}

/** Enough for every header. */
const HEAD_BYTES = 4096;

/** Node passes such a file to `sh`, the native program does not start it; a handler must not depend on which of them runs us. */
export function isTextWithoutInterpreter(file: string): boolean {
  const head = attempt(() => firstBytes(file, 64));
  return head !== undefined && !head.bytes.subarray(0, head.length).includes(0) && lettersOf(head.bytes.subarray(0, 2)) !== "#!";
}
