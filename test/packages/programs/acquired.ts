/** A machine on which programs are acquired: into a temporary folder, renamed to its place, and started from there. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";

import { type Context, operatingSystem } from "../../../src/context.ts";
import { placesIn } from "../../../src/host/places.ts";
import type {
  AcquiredFiles,
  Acquirer,
  AcquireServices,
  ProgramSource,
  SourceEntry,
} from "../../../src/packages/programs/program-source.ts";
import type { Refusal } from "../../../src/packages/refusal.ts";

export interface Machine {
  readonly services: AcquireServices;
  /** The lines of progress. */
  readonly lines: readonly string[];
}

/** The user's home is `home`, the repository `project`. */
export function machineIn(folder: string, env: Context["env"] = {}): Machine {
  const home = join(folder, "home");
  const os = operatingSystem(process.platform);
  for (const name of ["home", "project"]) mkdirSync(join(folder, name), { recursive: true });
  const lines: string[] = [];
  const services: AcquireServices = {
    context: {
      os,
      home,
      cwd: join(folder, "project"),
      env: { PATH: process.env["PATH"] ?? "", HOME: home, USERPROFILE: home, ...env },
      now: Date.now,
    },
    places: placesIn(join(folder, "symposium"), os),
    repository: join(folder, "project"),
    platform: `${process.platform}-${process.arch}`,
    onProgress: (progress) => void ("line" in progress && lines.push(progress.line)),
  };
  return { services, lines };
}

export interface Acquired extends AcquiredFiles {
  readonly place: string;
  /** What a program prints. */
  readonly run: (name: string, ...args: string[]) => string;
}

export interface Job<Wanted extends object> {
  readonly source: ProgramSource<Wanted>;
  readonly acquirer: Acquirer<Wanted>;
  readonly services: AcquireServices;
}

export function wantedOf<Wanted extends object>(source: ProgramSource<Wanted>, entry: SourceEntry): Wanted {
  const wanted = source.read(entry);
  if (typeof wanted === "string") throw new Error(wanted);
  return wanted;
}

export function newestOf<Wanted extends object>({ source, acquirer, services }: Job<Wanted>, entry: SourceEntry) {
  return acquirer.newest!(wantedOf(source, entry), services);
}

/** Nothing temporary may stay in the cache, whatever the end. `name` is the place's. */
export async function acquired<Wanted extends object>(
  { source, acquirer, services }: Job<Wanted>,
  entry: SourceEntry,
  name = "place",
): Promise<Acquired | Refusal> {
  const wanted = wantedOf(source, entry);
  let version = source.identify(wanted, services.platform)?.version;
  if (version === undefined) {
    const newest = await acquirer.newest!(wanted, services);
    if ("why" in newest) return newest;
    version = newest.version;
  }
  const top = join(services.places.cache, "programs");
  const [into, place] = [join(top, `.into.${Math.random().toString(36).slice(2)}.tmp`), join(top, name)];
  mkdirSync(into, { recursive: true });
  const files = await acquirer.acquire({ wanted, version, into, place }, services);
  const packages = join(services.places.cache, "packages");
  if (existsSync(packages) && readdirSync(packages).length > 0) throw new Error(`${packages} is not empty`);
  if ("why" in files) return files;
  renameSync(into, place);
  const run = (program: string, ...args: string[]) => {
    const { stdout, stderr, error } = spawnSync(join(place, files.programs[program] ?? program), args, { encoding: "utf8" });
    if (error !== undefined || stderr !== "") throw error ?? new Error(stderr);
    return stdout.trim();
  };
  return { ...files, place, run };
}

export function mustBeAcquired(result: Acquired | Refusal): Acquired {
  if ("why" in result) throw new Error(JSON.stringify(result));
  return result;
}
