/**
 * The C sources of the engine in the native program: a release of quickjs-ng, from PyPI or from crates.io, with the client that is there. They are
 * kept in the user's cache folder. What arrives must have the digest below, however it came.
 */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface EngineSources {
  readonly version: string;
  /** Of the sources, by which everything made of them is kept. */
  readonly digest: string;
  readonly folder: string;
}

interface Origin {
  readonly version: string;
  /** The package that has the sources. */
  readonly purl: string;
  /** The client, as the user knows it. */
  readonly client: string;
  readonly digest: string;
  /** Gives the folder with the sources. Throws where the client is missing or refuses. */
  readonly fetch: (scratch: string) => string;
}

const ORIGINS: readonly [Origin, ...Origin[]] = [
  {
    version: "0.17.0",
    purl: "pkg:pypi/quickjs-ng@0.17.0.2",
    client: "pip",
    digest: "deb401edac1ad646d64eba94b45ea6da06e32d4b16ca4fb7b59d134a27c76f64",
    fetch: (scratch) => {
      const wanted = join(scratch, "requirements.txt");
      writeFileSync(wanted, "quickjs-ng==0.17.0.2 --hash=sha256:43d2e48272208721a7aaea8e3f02d4b9318f12ef20cc4f5421b59d9a470706ef\n");
      const options = ["--no-deps", "--no-binary=:all:", "--require-hashes", "--dest", scratch];
      run("python3", ["-m", "pip", "download", "--quiet", ...options, "--requirement", wanted]);
      run("tar", ["-xzf", join(scratch, "quickjs_ng-0.17.0.2.tar.gz"), "-C", scratch]);
      return join(scratch, "quickjs_ng-0.17.0.2/upstream-quickjs");
    },
  },
  {
    version: "0.16.2",
    purl: "pkg:cargo/rquickjs-sys@0.14.0",
    client: "cargo",
    digest: "a48d33f60b3b309c3838155a070a926e94696f82cd63d4c63f89d7fb6b6baeb9",
    fetch: (scratch) => {
      writeFileSync(join(scratch, "Cargo.toml"), MANIFEST);
      writeFileSync(join(scratch, "lib.rs"), "");
      run("cargo", ["vendor", "--quiet", "--manifest-path", join(scratch, "Cargo.toml"), join(scratch, "vendor")]);
      return join(scratch, "vendor/rquickjs-sys/quickjs");
    },
  },
];

/** A release is built with zig, which comes from PyPI, and so does its engine. */
const [{ version, digest, purl }] = ORIGINS;
export const RELEASED_ENGINE = { version, digest, purl };

const MANIFEST = '[package]\nname = "engine"\nversion = "0.0.0"\n\n[lib]\npath = "lib.rs"\n\n[dependencies]\nrquickjs-sys = "=0.14.0"\n';

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { stdio: ["ignore", "ignore", "pipe"] });
}

/** What is compiled; the rest are its programs and tests. */
const SOURCES = ["quickjs.c", "dtoa.c", "libregexp.c", "libunicode.c"];
export const ENGINE_PARTS: readonly string[] = SOURCES;

const isSource = (name: string): boolean => SOURCES.includes(name) || /^(?!quickjs-libc).*\.h$/.test(name);

function digestOf(folder: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).filter(isSource).toSorted()) hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
  return hash.digest("hex");
}

/** The sources, or why they cannot be had. `cache` is kept between builds. */
export function engineSources(cache: string): EngineSources | { readonly missing: string } {
  const places = ORIGINS.map((origin) => ({
    ...origin,
    folder: join(cache, `quickjs-ng-${origin.version}-${origin.digest.slice(0, 12)}`),
  }));
  const kept = places.find(({ folder, digest }) => existsSync(folder) && digestOf(folder) === digest);
  if (kept !== undefined) return kept;
  const reasons: string[] = [];
  for (const place of places) {
    const scratch = mkdtempSync(join(tmpdir(), "symposium-engine-"));
    try {
      const folder = place.fetch(scratch);
      const digest = digestOf(folder);
      if (digest !== place.digest) throw new Error(`has the digest ${digest}, expected ${place.digest}`);
      keep(folder, place.folder);
      return place;
    } catch (error) {
      reasons.push(`${place.client}: ${reasonOf(error)}`);
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  }
  return { missing: reasons.join("; ") };
}

/** Two builds may do so at once; the one that renames first wins. */
function keep(from: string, to: string): void {
  mkdirSync(join(to, ".."), { recursive: true });
  const beside = mkdtempSync(`${to}.`);
  for (const name of readdirSync(from).filter((each) => isSource(each) || each === "LICENSE")) cpSync(join(from, name), join(beside, name));
  rmSync(to, { recursive: true, force: true });
  renameSync(beside, to);
}

function reasonOf(error: unknown): string {
  const { code, stderr, message } = error as Error & { readonly code?: string; readonly stderr?: Buffer };
  if (code === "ENOENT") return "is not installed";
  return stderr?.toString("utf8").trim().split("\n").at(-1) || message;
}
