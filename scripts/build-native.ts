/**
 * The hook program as a native executable: our TypeScript as bytecode, the engine that runs it, and the host in `src/host/quickjs`, in one static file.
 * It needs a C compiler and the engine's sources; where one of them is missing, the Node form serves.
 */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, relative } from "node:path";

import type { InputOptions, Plugin } from "rolldown";

import { RESOLVE } from "./build-chunks.ts";
import { patched, PATCHES } from "./engine-patches.ts";
import { ENGINE_PARTS, engineSources, type EngineSources } from "./engine-sources.ts";

const ROOT = join(import.meta.dirname, "..");
const HOST = join(ROOT, "src/host/quickjs");
/** Runs at build time, and is not part of the program. */
const CHUNK_COMPILER = "compile-chunks.c";

export interface NativeBuild {
  /** Constants of the program's build. */
  readonly define: Readonly<Record<string, string>>;
  /** A folder for what is needed on the way. */
  readonly scratch: string;
  readonly out: string;
}

/** Why there is no native program now; `undefined` where there is one. */
export async function buildNative({ define, scratch, out }: NativeBuild): Promise<string | undefined> {
  if (process.platform === "win32") return "the native program runs on Linux and macOS";
  const compiler = process.env["CC"] ?? "cc";
  if (!answers(compiler)) return `there is no C compiler \`${compiler}\``;
  const cache = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "symposium-build");
  const engine = engineSources(cache);
  if ("missing" in engine) return `the engine's sources cannot be had: ${engine.missing}`;
  const work = join(scratch, "native-work");
  mkdirSync(work, { recursive: true });
  const run = (args: readonly string[]) => execFileSync(compiler, args, { stdio: ["ignore", "inherit", "inherit"] });
  const objects = engineObjects(engine, compiler, cache, run);
  const scripts = await writeScripts(work, define);
  const chunkCompiler = join(work, "compile-chunks");
  run([...WARNINGS, "-O1", "-isystem", engine.folder, join(HOST, CHUNK_COMPILER), ...objects, "-o", chunkCompiler, ...LIBRARIES]);
  const table = join(work, "table.c");
  execFileSync(chunkCompiler, [table, ...scripts.map((file) => `${basename(file, ".js")}=${file}`)]);
  const sources = readdirSync(HOST).filter((name) => name.endsWith(".c") && name !== CHUNK_COMPILER);
  const program = join(out, "symposium-hook");
  mkdirSync(out, { recursive: true });
  const paths = [...sources.map((name) => join(HOST, name)), table, ...objects];
  run([...WARNINGS, ...FLAGS, "-isystem", engine.folder, "-I", HOST, ...paths, "-o", program, ...linking(), ...LIBRARIES]);
  chmodSync(program, 0o755);
  rmSync(work, { recursive: true });
  return undefined;
}

const WARNINGS = ["-std=gnu11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wshadow", "-Werror"];
const FLAGS = ["-O2", "-fno-strict-aliasing"];
const LIBRARIES = ["-lm", "-lpthread"];

function linking(): readonly string[] {
  return process.platform === "linux" ? ["-static"] : [];
}

function answers(compiler: string): boolean {
  try {
    execFileSync(compiler, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** The engine takes half a minute, so that what was compiled is kept, by its sources and the compiler. */
function engineObjects(engine: EngineSources, compiler: string, cache: string, run: (args: readonly string[]) => void): readonly string[] {
  const version = execFileSync(compiler, ["--version"], { encoding: "utf8" });
  const key = createHash("sha256")
    .update(JSON.stringify([engine.digest, version, FLAGS, PATCHES]))
    .digest("hex")
    .slice(0, 16);
  const folder = join(cache, `engine-${engine.version}-${key}`);
  const objects = ENGINE_PARTS.map((part) => join(folder, part.replace(/\.c$/, ".o")));
  if (objects.every((object) => existsSync(object))) return objects;
  mkdirSync(folder, { recursive: true });
  for (const [at, part] of ENGINE_PARTS.entries()) {
    const [source, beside] = [join(folder, part), `${objects[at]}.${process.pid}`];
    writeFileSync(source, patched(part, readFileSync(join(engine.folder, part), "utf8")));
    run(["-std=gnu11", "-D_GNU_SOURCE", "-DNDEBUG", "-w", ...FLAGS, "-I", engine.folder, "-c", source, "-o", beside]);
    renameSync(beside, objects[at]!);
  }
  return objects;
}

/** What the Node form does for the native program: servers, refreshes, and what uses the network. */
const IN_NODE =
  /^(?:servers\/(?!refuse-server)|commands\/)|^setup\/workspace\/refresh\.ts$|^packages\/(?:\w+\/)+(?:acquire|made-lock|unpack-archived|search-registry|find-version)\.ts$|\/fetch\.ts$|open-server\.ts$/;

const ENTRIES = {
  hook: "symposium-hook.ts",
  loop: "host/quickjs/loop.ts",
  "node-path": "host/quickjs/node-path.ts",
  "node-url": "host/quickjs/node-url.ts",
};
const SYSTEM = "symposium:system";

const inTheEngine: Plugin = {
  name: "in-the-engine",
  resolveId(source, importer, { kind }) {
    if (source === SYSTEM) return { id: source, external: true };
    if (source === "node:fs" || source === "node:path") return join(HOST, `${source.replace(":", "-")}.ts`);
    if (importer === undefined || !source.startsWith(".")) return null;
    const file = relative(join(ROOT, "src"), join(dirname(importer), source)).replaceAll("\\", "/");
    if (file === "host/engine.ts") return join(HOST, "engine.ts");
    return kind === "dynamic-import" && IN_NODE.test(file) ? { id: `./in-node-${file.replaceAll("/", "-")}`, external: true } : null;
  },
};

/** Scripts that are functions, one for each chunk. What is read at run time is what a call loads. */
async function writeScripts(folder: string, define: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { rolldown } = await import("rolldown");
  const options = { platform: "node", resolve: RESOLVE, plugins: [inTheEngine], transform: { define } } satisfies InputOptions;
  const bundle = await rolldown({
    ...options,
    input: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(ROOT, "src", file)])),
    checks: { ineffectiveDynamicImport: false },
    optimization: { inlineConst: false },
  });
  const output = { format: "cjs", strict: true, dynamicImportInCjs: false, minify: true, comments: false } as const;
  const chunks = await bundle.generate({ ...output, entryFileNames: "[name].cjs", chunkFileNames: "[name]-[hash].cjs" });
  const start = await rolldown({ ...options, input: join(HOST, "start.ts") });
  const [first] = (await start.generate(output)).output;
  const scripts = chunks.output.flatMap((part) =>
    part.type === "chunk" ? [[part.fileName.replace(/\.cjs$/, ".js"), `(function(exports,require,module){${part.code}\n})`] as const] : [],
  );
  const written = [
    [
      "start.js",
      `(function(system){const exports={};(function(exports,require){${first.code}\n})(exports,()=>system);return exports})`,
    ] as const,
    ...scripts,
  ];
  for (const [name, text] of written) writeFileSync(join(folder, name), text);
  return written.map(([name]) => join(folder, name));
}
