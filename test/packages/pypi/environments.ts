/** Environments and distributions in temporary folders, as installers leave them. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const SITE = "lib/python3.12/site-packages";

/** Paths and texts. */
export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** As `python3 -m venv` makes it. */
export function makeEnvironment(folder: string, version = "3.12.4"): string {
  write(folder, { "pyvenv.cfg": `home = /usr/bin\ninclude-system-site-packages = false\nversion = ${version}\n` });
  mkdirSync(join(folder, SITE), { recursive: true });
  return folder;
}

/** The files of a distribution, with the RECORD of all of them and `more` lines. */
export function distribution(name: string, version: string, files: Readonly<Record<string, string>>, more: readonly string[] = []) {
  const metadata = `${name}-${version}.dist-info`;
  const all = { [`${metadata}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`, ...files };
  const lines = [...Object.keys(all).map((path) => `${path},sha256=abc,1`), ...more, `${metadata}/RECORD,,`];
  return { ...all, [`${metadata}/RECORD`]: `${lines.join("\n")}\n` };
}
