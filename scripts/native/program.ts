/**
 * The hook program as a native executable: our TypeScript as bytecode, the engine that runs it, and the host in `src/host/quickjs`, in one static file.
 * It needs a C compiler and the engine's sources; where one of them is missing, the Node form serves.
 */

import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";

import { thisMachine } from "../../src/host/machine.ts";
import type { Platform } from "../platforms.ts";
import { writeScripts } from "./chunks.ts";
import { BUILD_CACHE, compile, type Compiler, engineObjects, MAKE_SMALL, versionOf, WARNINGS } from "./compiler.ts";
import { engineSources, type EngineSources } from "./engine/sources.ts";
import { learn, withImage } from "./image.ts";

const HOST = fileURLToPath(new URL("../../src/host/quickjs", import.meta.url));
/** These run at build time, and are not part of the program. */
const BUILD_TIME = ["compile-chunks.c", "learn.c"];
/** In these calls spend time of their own. */
const FAST = ["compare.c", "inflate.c", "json.c", "memory.c", "sha256.c", "text.c"];

export interface NativeBuild {
  /** Constants of the program's build. */
  readonly define: Readonly<Record<string, string>>;
  /** A folder for what is needed on the way. */
  readonly scratch: string;
  readonly out: string;
  /** A compiler for every machine; the one that is here otherwise. */
  readonly compiler?: readonly string[];
  /** Another machine than this one. */
  readonly target?: Platform;
  /** What starts a program of the target here; `undefined` where nothing can. */
  readonly runner?: readonly string[];
  /** It stops where it uses memory wrongly, or C says nothing of what happens. On Linux, without an image, as on macOS. */
  readonly isSanitized?: boolean;
}

/** Why there is no native program now; `undefined` where there is one. */
export async function buildNative(build: NativeBuild): Promise<string | undefined> {
  const { define, scratch, out, compiler: [command = "cc", ...args] = [process.env["CC"] ?? "cc"], target, isSanitized = false } = build;
  if (process.platform === "win32") return "the native program runs on Linux and macOS";
  const here: Compiler = { command, args, os: thisMachine().os };
  if (versionOf(here) === undefined) return `there is no C compiler \`${command}\``;
  const engine = engineSources(BUILD_CACHE);
  if ("missing" in engine) return `the engine's sources cannot be had: ${engine.missing}`;
  const work = join(scratch, "native-work");
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const compiler: Compiler = {
    ...here,
    ...(target !== undefined && { args: [...args, ...argsFor(target)], os: target.os }),
    ...(isSanitized && { link: ["-no-pie", "-lm", "-lpthread"] }),
  };
  const variant = isSanitized ? SANITIZED : [];
  // This takes longest, and is needed last.
  const slowest = engineObjects(engine, compiler, variant);
  const chunkCompiler = join(work, "compile-chunks");
  const [chunks] = await Promise.all([
    writeScripts(work, define),
    linkEngineAlone(engine, here, join(HOST, "compile-chunks.c"), chunkCompiler, LEARNS),
  ]);
  execFileSync(chunkCompiler, chunks, { cwd: work });
  const learner = { engine, compiler: here, work, name: "learn", table: { plain: chunks, packed: [] }, variant: LEARNS, also: ["learn.c"] };
  const learned = learn(await link(learner), work);
  await slowest;

  // macOS moves every program in memory, so an image does not fit.
  const runner = target === undefined ? [] : build.runner;
  const hasImage = compiler.os === "linux" && runner !== undefined && !isSanitized;
  const { loaded, together, hot, sizes } = learned;
  const sizesOfImage = hasImage ? [`-DHOT_BYTES=${sizes.hot}`, `-DCOLD_BYTES=${sizes.cold}`] : ["-DEACH_CALL_MAKES_IMAGE", ...NO_IMAGE];
  const others = chunks.filter((name) => !loaded.includes(name) && !together.flat().includes(name));
  const isSmall = (name: string) => statSync(join(work, name)).size < SMALL_CHUNK;
  const alone = others.filter((name) => !isSmall(name));
  const packed = [...together, others.filter(isSmall), ...alone.map((name) => [name])];
  const table = { plain: hasImage ? [] : loaded, packed };
  const bare = await link({ engine, compiler, work, name: "bare", table, variant, flags: sizesOfImage, isStripped: !isSanitized });
  mkdirSync(out, { recursive: true });
  const program = join(out, "symposium-hook");
  writeFileSync(program, hasImage ? withImage({ bare, runner, loaded, hot, work }) : readFileSync(bare));
  chmodSync(program, 0o755);
  rmSync(work, { recursive: true });
  return undefined;
}

const NO_IMAGE = ["-DHOT_BYTES=8", "-DCOLD_BYTES=8"];

/** The linker for Linux optimises the whole program, which takes a sixth of the code away. */
function argsFor({ triple, os }: Platform): readonly string[] {
  return ["-target", triple, "-fno-sanitize=all", ...(os === "linux" ? ["-flto"] : [])];
}

/** Smaller ones would hardly get smaller alone. */
const SMALL_CHUNK = 4_000;

/** The engine tells of the objects whose references it counts. Unlike others, zig checks what is compiled quickly. */
const LEARNS = ["-DLEARNS", "-O0", "-fno-sanitize=all"];
const SANITIZED = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-O1", "-g"];

interface Link {
  readonly engine: EngineSources;
  readonly compiler: Compiler;
  readonly work: string;
  readonly name: string;
  readonly table: Chunks;
  /** Flags for the engine's sources too. */
  readonly variant: readonly string[];
  readonly flags?: readonly string[];
  /** Sources that run at build time. */
  readonly also?: readonly string[];
  readonly isStripped?: boolean;
}

async function link({ engine, compiler, work, name, table, variant, flags = [], also = [], isStripped = false }: Link): Promise<string> {
  const file = join(work, name);
  writeFileSync(`${file}-chunks.c`, tablesOf(table, work));
  const sources = [...readdirSync(HOST).filter((each) => each.endsWith(".c") && !BUILD_TIME.includes(each)), ...also];
  const objects = await Promise.all(
    sources.map(async (source) => {
      const object = join(work, `${name}-${source}.o`);
      const size = FAST.includes(source) ? [] : [MAKE_SMALL];
      await compile(compiler, [...size, ...hostFlags(engine), ...variant, ...flags, "-c", join(HOST, source), "-o", object]);
      return object;
    }),
  );
  const all = [`${file}-chunks.c`, ...objects, ...(await engineObjects(engine, compiler, variant))];
  await compile(compiler, [...hostFlags(engine), ...variant, ...flags, ...(isStripped ? ["-s"] : []), ...all, "-o", file]);
  return file;
}

/** A program of one source that uses the engine without the rest of the host. */
export async function linkEngineAlone(
  engine: EngineSources,
  compiler: Compiler,
  source: string,
  out: string,
  variant: readonly string[] = [],
): Promise<void> {
  const parts = [source, join(HOST, "memory.c"), ...(await engineObjects(engine, compiler, variant))];
  await compile(compiler, [...hostFlags(engine), ...NO_IMAGE, ...parts, "-o", out]);
}

function hostFlags({ folder }: EngineSources): readonly string[] {
  return [...WARNINGS, "-isystem", folder, "-I", HOST];
}

/** The chunks in an executable. */
interface Chunks {
  readonly plain: readonly string[];
  /** What is loaded together is packed together. */
  readonly packed: readonly (readonly string[])[];
}

/** In C. Compilers read a text twenty times as fast as a list of numbers. */
function tablesOf({ plain, packed }: Chunks, folder: string): string {
  const bytesOf = (name: string) => readFileSync(join(folder, name));
  const packs = packed.map((names) => Buffer.concat(names.map(bytesOf)));
  const packRows = packs.map((whole) => {
    // A little smaller than with more memory: bytecode changes its kind often.
    const here = deflateRawSync(whole, { level: 9, memLevel: 6 });
    return `  { ${inText(here)}, ${here.length}, ${whole.length}, NULL },\n`;
  });
  const rows = packed.flatMap((names, pack) => {
    let start = 0;
    return names.map((name) => {
      const { length } = bytesOf(name);
      const row = `  { "${name}", ${pack}, NULL, ${start}, ${length} },\n`;
      start += length;
      return row;
    });
  });
  const plainRows = plain.map((name) => `  { "${name}", -1, ${inText(bytesOf(name))}, 0, ${bytesOf(name).length} },\n`);
  return [
    '#include "host.h"\n',
    `struct pack PACKS[] = {\n${packRows.join("")}  { 0 },\n};\n`,
    `const struct chunk CHUNKS[] = {\n${[...plainRows, ...rows].join("")}  { 0 },\n};\n`,
  ].join("");
}

function inText(bytes: Uint8Array): string {
  return `(const uint8_t *)"${Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")}"`;
}
