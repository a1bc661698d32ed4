/**
 * Modules that Symposium fetched itself: `packages/go/<module>/@v/<version>-<start of the checksum>` in its cache. No module path contains `@v`, so that no
 * module can be inside another.
 */

import { join } from "node:path";

import { namesIn } from "../../platform/folder-entries.ts";
import { isFolder } from "../../platform/is-folder.ts";
import { escaped, type Module, unescaped } from "./module-path.ts";
import { isWholeVersion } from "./version.ts";

export function versionsFolder(name: string, cache: string): string {
  return join(cache, "packages", "go", ...escaped(name).split("/"), "@v");
}

/** `undefined` where the checksum is not in the form of `go.sum`. */
export function folderFor({ name, version }: Module, checksum: string, cache: string): string | undefined {
  const [, base64] = /^h1:([A-Za-z0-9+/]{43}=)$/.exec(checksum) ?? [];
  if (base64 === undefined) return undefined;
  const start = Buffer.from(base64, "base64").toString("hex").slice(0, 16);
  return join(versionsFolder(name, cache), `${escaped(version)}-${start}`);
}

export function fetchedFolder(module: Module, cache: string): string | undefined {
  if (module.checksum !== undefined) {
    const folder = folderFor(module, module.checksum, cache);
    return folder !== undefined && isFolder(folder) ? folder : undefined;
  }
  return fetchedVersions(module.name, cache).find(({ version }) => version === module.version)?.folder;
}

export function fetchedVersions(name: string, cache: string): { readonly version: string; readonly folder: string }[] {
  const versions = versionsFolder(name, cache);
  return namesIn(versions).flatMap((entry) => {
    const version = unescaped(entry.slice(0, -17));
    return /-[0-9a-f]{16}$/.test(entry) && isWholeVersion(version) ? [{ version, folder: join(versions, entry) }] : [];
  });
}
