/** The software of others in a build, and its licences, as they ask to be handed on. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { RELEASED_ENGINE } from "./native/engine/sources.ts";
import { ZIG_VERSION } from "./zig.ts";

export interface Part {
  readonly name: string;
  readonly version: string;
  /** As an SPDX expression. */
  readonly license: string;
  /** The licence itself. */
  readonly text: string;
  readonly purl: string;
  /** SHA-256 of the sources that are compiled. */
  readonly digest?: string;
}

export function noticesText(parts: readonly Part[]): string {
  const notices = parts.map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`);
  return `This package contains the following software.\n\n${notices.join("\n")}`;
}

/** `modules` are paths of files in the bundle; those outside `node_modules` are ours. */
export function bundledPackages(modules: readonly string[]): readonly Part[] {
  const folders = new Set(modules.flatMap((path) => packageFolder(path.replaceAll("\\", "/")) ?? []));
  return [...folders].sort().map(packageIn);
}

/** What a release's native programs contain besides our code. A program that a checkout's own compiler built has that compiler's C library. */
export function nativeParts(): readonly Part[] {
  return [
    { ...RELEASED_ENGINE, name: "quickjs-ng", license: "MIT AND Unicode-3.0", text: licence("quickjs-ng") },
    // The C library of the programs for Linux, which zig brings along.
    { name: "musl", version: "1.2.5", license: "MIT", text: licence("musl"), purl: "pkg:generic/musl@1.2.5" },
    { name: "zig's compiler runtime", version: ZIG_VERSION, license: "MIT", text: licence("zig"), purl: `pkg:pypi/ziglang@${ZIG_VERSION}` },
  ];
}

function licence(name: string): string {
  return readFileSync(join(import.meta.dirname, "licences", `${name}.txt`), "utf8").trim();
}

function packageFolder(path: string): string | undefined {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

function packageIn(folder: string): Part {
  const {
    name = "",
    version = "",
    license = "",
  } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, string>;
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? OUR_OWN[license] : readFileSync(join(folder, file), "utf8").trim();
  if (text === undefined) throw new Error(`${name} comes without a licence text`);
  return { name, version, license, text, purl: `pkg:npm/${name.replace("@", "%40")}@${version}` };
}

/** Texts that this package brings anyway, for packages that only name their licence. */
const OUR_OWN: Readonly<Record<string, string>> = { "Apache-2.0": "See LICENSE-APACHE in this package." };
