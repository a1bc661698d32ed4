/** Our packages in a temporary folder, made small: their native program is a script that answers. */

import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { packPrograms } from "../../../scripts/platforms.ts";
import type { Context } from "../../../src/context.ts";
import { platformName, thisMachine } from "../../../src/host/machine.ts";
import type { Places } from "../../../src/host/places.ts";
import { type PlacedProgram, placeProgram, type PlacingTools } from "../../../src/setup/program/place-program.ts";
import { planProgram, type ProgramWish } from "../../../src/setup/program/plan-program.ts";
import { program } from "../../foundation/programs.ts";
import { temporaryHome, userOf } from "../../support/temporary-home.ts";

/** A shell script that says its version, and otherwise what `also` says. */
export function answering(version: string, also = "cat >/dev/null"): string {
  return `#!/bin/sh\nif [ "$1" = --version ]; then echo "symposium-hook ${version}"; exit 0; fi\n${also}\n`;
}

export interface SmallPackage {
  /** What is taken over from the build. */
  readonly parts: readonly string[];
  /** The native program; the real one is large, and copied where it cannot be linked. */
  readonly native?: string | Uint8Array;
}

/** Our package at `dist`, which is returned. */
export function smallPackage(dist: string, { parts, native }: SmallPackage): string {
  for (const part of parts) cpSync(join(dirname(program("symposium")), part), join(dist, part), { recursive: true });
  writeFileSync(join(dirname(dist), "package.json"), '{"version":"0.1.0","type":"module"}');
  if (native !== undefined) placeNative(dist, native);
  return dist;
}

/** As a build leaves it. */
function placeNative(dist: string, content: string | Uint8Array, mode = 0o755): string {
  const file = nativeIn(dist);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, content);
  chmodSync(`${file}.new`, mode);
  renameSync(`${file}.new`, file);
  packPrograms(join(dist, "native"), { effort: 1 });
  return file;
}

export function nativeIn(dist: string): string {
  return join(dist, "native", platformName(thisMachine()), "symposium-hook");
}

export interface PlacedIn extends AsyncDisposable {
  readonly path: string;
  readonly getPath: (...parts: string[]) => string;
  readonly dist: string;
  readonly bin: string;
  readonly called: string;
  readonly context: Context;
  readonly wish: { readonly context: Context; readonly places: Places; readonly dist: string };
  /** Writes the native program of the package again, as another file. */
  readonly native: (content: string | Uint8Array, mode?: number) => string;
}

/** A package with the real Node form, and a home named `home`, which is our own directory and not there yet. */
export async function createPackage(native?: string | Uint8Array, home = "home"): Promise<PlacedIn> {
  const there = await temporaryHome({ home, project: ".", env: (base) => ({ ...userOf(base), SYMPOSIUM_HOME: base }) });
  const { context, places, root, at } = there;
  there.remove(home);
  const dist = smallPackage(at("package/dist"), { parts: ["bin"], ...(native === undefined ? {} : { native }) });
  return {
    path: root,
    getPath: at,
    dist,
    bin: dirname(places.program),
    called: places.program,
    context,
    wish: { context, places, dist },
    native: (content, mode) => placeNative(dist, content, mode),
    [Symbol.asyncDispose]: () => there[Symbol.asyncDispose](),
  };
}

export function textOf(file: string): string {
  return readFileSync(file, "utf8");
}

export async function place(wish: ProgramWish, tools?: PlacingTools): Promise<PlacedProgram> {
  return placeProgram(await planProgram(wish), tools);
}

export function run(file: string, args: readonly string[] = ["--version"], input = "", env: Record<string, string | undefined> = {}) {
  const { status, stdout } = spawnSync(file, args, { input, encoding: "utf8", env: { PATH: process.env["PATH"], ...env } });
  return { status, stdout };
}
