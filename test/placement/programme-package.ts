/** Packages of ours in a temporary folder, made small: their native programme is a script that answers. */

import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { createFixture } from "fs-fixture";

import type { Context } from "../../src/context.ts";
import { placesOf } from "../../src/platform/places.ts";
import { placeProgramme, type PlacedProgramme, type PlacingTools } from "../../src/placement/place-programme.ts";
import { planProgramme, type ProgrammeWish } from "../../src/placement/plan-programme.ts";
import { programme } from "../foundation/programmes.ts";

/** A shell script that says its version, and otherwise what `also` says. */
export function answering(version: string, also = "cat >/dev/null"): string {
  return `#!/bin/sh\nif [ "$1" = --version ]; then echo "symposium-hook ${version}"; exit 0; fi\n${also}\n`;
}

export interface PlacedIn extends AsyncDisposable {
  readonly path: string;
  readonly getPath: (...parts: string[]) => string;
  readonly dist: string;
  readonly bin: string;
  readonly called: string;
  readonly context: Context;
  readonly wish: { readonly context: Context; readonly places: ReturnType<typeof placesOf>; readonly dist: string };
  /** Writes the native programme of the package anew, as another file. */
  readonly native: (content: string | Uint8Array, mode?: number) => string;
}

/** A home named `home`, and a package with the real Node form. */
export async function createPackage(native?: string | Uint8Array, home = "home"): Promise<PlacedIn> {
  const fixture = await createFixture({});
  const dist = fixture.getPath("package/dist");
  cpSync(dirname(programme("node-hook")), join(dist, "bin"), { recursive: true });
  writeFileSync(fixture.getPath("package/package.json"), '{"version":"0.1.0"}');
  const write = (content: string | Uint8Array, mode = 0o755) => {
    const file = join(dist, "native", "symposium-hook");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, content);
    chmodSync(`${file}.new`, mode);
    renameSync(`${file}.new`, file);
    return file;
  };
  if (native !== undefined) write(native);
  const base = fixture.getPath(home);
  const env = { HOME: base, SYMPOSIUM_HOME: base, PATH: process.env["PATH"] };
  const context: Context = { os: "linux", home: base, cwd: fixture.path, env, now: Date.now };
  const places = placesOf(context);
  return {
    path: fixture.path,
    getPath: (...parts) => fixture.getPath(...parts),
    dist,
    bin: dirname(places.programme),
    called: places.programme,
    context,
    wish: { context, places, dist },
    native: write,
    [Symbol.asyncDispose]: () => fixture.rm(),
  };
}

export function textOf(file: string): string {
  return readFileSync(file, "utf8");
}

export async function place(wish: ProgrammeWish, tools?: PlacingTools): Promise<PlacedProgramme> {
  return placeProgramme(await planProgramme(wish), tools);
}

export function run(file: string, args: readonly string[] = ["--version"], input = "", env: Record<string, string | undefined> = {}) {
  const { status, stdout } = spawnSync(file, args, { input, encoding: "utf8", env: { PATH: process.env["PATH"], ...env } });
  return { status, stdout };
}
