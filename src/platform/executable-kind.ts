/**
 * What a file was built for, by its first bytes. Checked before a program is started: the C library passes what the kernel refuses to a
 * shell, and a shell would run the bytes of a foreign program as commands.
 */

import type { OperatingSystem } from "../context.ts";
import { firstBytes } from "./first-bytes.ts";

export interface ExecutableKind {
  readonly os: OperatingSystem;
  /** In Node's spelling, or the value in the header. */
  readonly arch: string;
}

/** Undefined for a file that no system would start. */
export function executableKind(file: string): ExecutableKind | "script" | undefined {
  const head = firstBytes(file, HEAD_BYTES).bytes;
  return FORMATS.find(({ magic }) => magic.every((byte, at) => head[at] === byte))?.read(head);
}

interface Format {
  readonly magic: readonly number[];
  readonly read: (head: Buffer) => ExecutableKind | "script" | undefined;
}

const ELF: Readonly<Record<number, string>> = { 0x03: "ia32", 0x28: "arm", 0x3e: "x64", 0xb7: "arm64", 0xf3: "riscv64" };
const MACH_O: Readonly<Record<number, string>> = { 0x01000007: "x64", 0x0100000c: "arm64" };
const PE: Readonly<Record<number, string>> = { 0x014c: "ia32", 0x8664: "x64", 0xaa64: "arm64" };

const FORMATS: readonly Format[] = [
  { magic: [0x23, 0x21], read: () => "script" },
  { magic: [0x7f, 0x45, 0x4c, 0x46], read: (head) => kind("linux", ELF, head[5] === 2 ? head.readUInt16BE(18) : head.readUInt16LE(18)) },
  { magic: [0xcf, 0xfa, 0xed, 0xfe], read: (head) => kind("macos", MACH_O, head.readUInt32LE(4)) },
  { magic: [0x4d, 0x5a], read: windowsKind },
];

function windowsKind(head: Buffer): ExecutableKind | undefined {
  const at = head.readUInt32LE(0x3c);
  if (at + 6 > head.length || head.toString("latin1", at, at + 4) !== "PE\0\0") return undefined;
  return kind("windows", PE, head.readUInt16LE(at + 4));
}

function kind(os: OperatingSystem, names: Readonly<Record<number, string>>, machine: number): ExecutableKind {
  return { os, arch: names[machine] ?? `machine 0x${machine.toString(16)}` };
}

/** Enough for every header. */
const HEAD_BYTES = 4096;
