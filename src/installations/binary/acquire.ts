/** Downloads, compares the digest, and only then unpacks. */

import { chmodSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";

import { unpackTarGz } from "../../archives/unpack-tar.ts";
import { unpackZip } from "../../archives/unpack-zip.ts";
import { refusal, type Refusal } from "../../ecosystems/refusal.ts";
import { put } from "../../lookup.ts";
import { entriesIn } from "../../platform/folder-entries.ts";
import { VERSION } from "../../version.ts";
import type { AcquiredFiles, Acquirer, AcquireOrder, AcquireServices } from "../program-source.ts";
import { download } from "./download.ts";
import { downloadFor, type WantedDownload } from "./index.ts";
import { kindOf } from "./kind-of.ts";

const DOWNLOAD = ".download";
/** Of an archive. */
const FILES = "files";
const MOST_BYTES = 2 * 1024 * 1024 * 1024;

export const acquirer: Acquirer<WantedDownload> = {
  acquire: async (order, services) => {
    const { wanted, into } = order;
    const chosen = downloadFor(wanted, services.platform);
    if (chosen === undefined) {
      const known = Object.keys(wanted.urls).join(", ");
      return refusal(`it has no \`url\` for ${services.platform}, only for ${known}`);
    }
    const file = join(into, DOWNLOAD);
    try {
      const userAgent = `symposium/${VERSION}`;
      const fetched = await download({ url: chosen.url, file, mostBytes: MOST_BYTES, userAgent, onProgress: services.onProgress });
      if ("why" in fetched) return fetched;
      if (fetched.digest !== chosen.digest)
        return refusal(`the SHA-256 of ${chosen.url} is ${fetched.digest}, and the manifest says ${chosen.digest}`);
      return await unpacked(order, file, chosen, services);
    } finally {
      rmSync(file, { force: true });
    }
  },
};

async function unpacked(
  { into, executable }: AcquireOrder<WantedDownload>,
  file: string,
  { url, digest }: { readonly url: string; readonly digest: string },
  { context }: AcquireServices,
): Promise<AcquiredFiles | Refusal> {
  const version = digest.slice(0, 16);
  const name = basename(executable ?? new URL(url).pathname) || "program";
  const bytes = readFileSync(file);
  const kind = kindOf(bytes, name);
  if (typeof kind === "object") return refusal(`${url} ${kind.wrong}`);
  if (kind === "program") {
    renameSync(file, join(into, name));
    chmodSync(join(into, name), 0o755);
    return { version, programs: { [name.replace(/\.exe$/i, "")]: name } };
  }
  const options = { os: context.os, limits: { entries: 100_000, bytes: MOST_BYTES } };
  const result = await (kind === "zip" ? unpackZip : unpackTarGz)(bytes, join(into, FILES), options);
  if ("refused" in result) return refusal(`${url} cannot be unpacked: ${result.refused}`);
  const root = rootIn(into, executable);
  return { version, root, programs: executable === undefined ? programsIn(into, root) : {} };
}

/** Archives often have one folder with everything. */
function rootIn(into: string, executable: string | undefined): string {
  const entries = entriesIn(join(into, FILES));
  const isOnly = entries.length === 1 && entries[0]!.isDirectory();
  return isOnly && (executable === undefined || !isFile(join(into, FILES, executable))) ? join(FILES, entries[0]!.name) : FILES;
}

/** Executable files at the top and in `bin`. */
function programsIn(into: string, root: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const folder of [root, join(root, "bin")]) {
    for (const entry of entriesIn(join(into, folder))) {
      const path = join(folder, entry.name);
      if (entry.isFile() && (/\.exe$/i.test(entry.name) || (statSync(join(into, path)).mode & 0o100) !== 0))
        put(found, entry.name.replace(/\.exe$/i, ""), path);
    }
  }
  return found;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
