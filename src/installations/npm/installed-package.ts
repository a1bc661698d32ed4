/** An installed npm package and its own programs, not those of its dependencies. */

import { join, posix } from "node:path";

import type { OperatingSystem } from "../../context.ts";
import { type Refusal, refusal } from "../../ecosystems/refusal.ts";
import { isAtOrBelow } from "../../platform/bounds.ts";
import { namesIn } from "../../platform/folder-entries.ts";
import { readRegularTextIfAny } from "../../platform/read-regular.ts";
import { realPath, realPathIfThere } from "../../platform/real-path.ts";
import type { AcquiredFiles } from "../program-source.ts";

interface Manifest {
  readonly version?: unknown;
  readonly bin?: unknown;
  readonly directories?: { readonly bin?: unknown };
}

const MOST_BYTES = 4 * 1024 * 1024;

export function readInstalled(name: string, into: string, os: OperatingSystem): AcquiredFiles | Refusal {
  const folder = join(into, "node_modules", name);
  const text = readRegularTextIfAny(join(folder, "package.json"), { maxBytes: MOST_BYTES });
  if (text === undefined) return refusal("npm did not install it");
  const manifest = JSON.parse(text) as Manifest;
  const programs = programNames(name, manifest, folder).flatMap((program): [string, string][] => {
    const path = posix.join("node_modules", ".bin", os === "windows" ? `${program}.cmd` : program);
    const target = realPathIfThere(join(into, path));
    return target !== undefined && isAtOrBelow(target, realPath(into)) ? [[program, path]] : [];
  });
  return { version: String(manifest.version), programs: Object.fromEntries(programs) };
}

/** npm links a file under the last part of its name. */
function programNames(name: string, { bin, directories }: Manifest, folder: string): readonly string[] {
  const names =
    typeof bin === "string"
      ? [name]
      : typeof bin === "object" && bin !== null
        ? Object.keys(bin)
        : typeof directories?.bin === "string"
          ? namesIn(join(folder, posix.join("/", directories.bin)))
          : [];
  return names.map((one) => one.replace(/^.*[\\/:]/s, "")).filter((one) => one !== "" && !one.startsWith("."));
}
