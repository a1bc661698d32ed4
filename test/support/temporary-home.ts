/** The one maker of temporary homes: a home, a project, the context of a program that is started there, and the files of both. */

import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { createFixture, type FileTree } from "fs-fixture";

import type { Context } from "../../src/context.ts";
import { type Places, placesOf } from "../../src/host/places.ts";
import { removeBusy } from "./remove-busy.ts";

export interface HomeOptions {
  /** Everything in the temporary folder. */
  readonly files?: FileTree;
  /** The folder in which the temporary one is made; the system's own unless a test shows paths. */
  readonly in?: string;
  /** Where home and project lie in it. */
  readonly home?: string;
  readonly project?: string;
  /** Nothing is set unless a test says so. */
  readonly env?: (home: string) => Readonly<Record<string, string>>;
}

export interface TemporaryHome extends AsyncDisposable {
  /** The temporary folder, without links in its path. */
  readonly root: string;
  readonly home: string;
  readonly project: string;
  /** Of a program that is started in the project. */
  readonly context: Context;
  readonly places: Places;
  /** Paths begin at the temporary folder. */
  readonly at: (...parts: string[]) => string;
  readonly has: (path: string) => boolean;
  readonly read: (path: string) => string;
  /** With the folders around it. */
  readonly write: (path: string, text: string | Uint8Array) => void;
  readonly remove: (path: string) => void;
}

export async function temporaryHome(options: HomeOptions = {}): Promise<TemporaryHome> {
  const fixture = await createFixture(options.files ?? {}, options.in === undefined ? {} : { tempDir: options.in });
  const root = realpathSync(fixture.path);
  const at = (...parts: string[]) => join(root, ...parts);
  const [home, project] = [at(options.home ?? "home"), at(options.project ?? "project")];
  for (const folder of [home, project]) mkdirSync(folder, { recursive: true });
  const systemPolicy = at("etc", "symposium", "policy.toml");
  const context: Context = { os: "linux", home, cwd: project, env: options.env?.(home) ?? {}, now: Date.now, systemPolicy };
  return {
    root,
    home,
    project,
    context,
    places: placesOf(context),
    at,
    has: (path) => existsSync(at(path)),
    read: (path) => readFileSync(at(path), "utf8"),
    write: (path, text) => {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
    },
    remove: (path) => rmSync(at(path), { recursive: true }),
    // What a call left to run in the background may still be writing.
    [Symbol.asyncDispose]: () => removeBusy(root),
  };
}

/** The variables of a user with this home, and of no one else. Nothing checks for updates, because tests contact loopback alone. */
export function userOf(home: string): { readonly HOME: string; readonly PATH: string; readonly NO_UPDATE_NOTIFIER: string } {
  return { HOME: home, PATH: process.env["PATH"] ?? "", NO_UPDATE_NOTIFIER: "1" };
}
