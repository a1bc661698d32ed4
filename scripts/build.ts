/**
 * Builds everything into `dist`: the two commands and the hook program for Node (CommonJS, which Node starts sooner than modules), the library
 * (ES modules), the launchers, the native hook program, OpenCode's plugin file, and the library's types.
 *
 *   npm run build [-- --if-stale | --hook-only | --programs-only]
 */

import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import type { OutputOptions, Plugin, RolldownOutput } from "rolldown";
import { exec } from "tinyexec";

import { platformName, thisMachine } from "../src/host/machine.ts";
import { buildNative } from "./native/program.ts";
import { commandCut, rebuildCut, RESOLVE } from "./build-chunks.ts";
import { bundledPackages, nativeParts, noticesText } from "./build-notices.ts";
import { fingerprint, publish, withBuildLock } from "./build-output.ts";
import { sbomText } from "./build-sbom.ts";
import { programFingerprint } from "./hook-sources.ts";
import { areWhole, packPrograms } from "./platforms.ts";
import { withPlainExports } from "./plain-exports.ts";
import { OF_HOOK, whenCalled, withoutWaiting } from "./when-called.ts";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const DIST = join(ROOT, "dist");
const STAMP = join(DIST, ".sources");
const NATIVE = join(DIST, "native");
/** The hook program for Node lies beside its launcher, because both are placed in our own directory together. */
const SCRIPTS = "bin/node";

export async function buildAll({ ifStale }: { readonly ifStale: boolean }): Promise<void> {
  await withBuildLock(ROOT, async (scratch) => {
    const sources = fingerprint(ROOT);
    if (ifStale && isFresh(sources)) return;
    placeLauncher(scratch);
    placePlugins(scratch);
    const isNativeFresh = isFresh(sources) && areWhole(NATIVE);
    if (isNativeFresh) cpSync(NATIVE, join(scratch, "native"), { recursive: true });
    const bundles = [bundleCommands(scratch), bundleLibrary(scratch), bundleHook(join(scratch, SCRIPTS))];
    const others = [emitTypes(scratch), ...(isNativeFresh ? [] : [placeNative(scratch)])];
    const [modules] = await Promise.all([Promise.all(bundles), ...others]);
    describeParts(scratch, modules.flat());
    writeFileSync(join(scratch, ".sources"), sources);
    publish(scratch, DIST);
  });
}

/** Whether `dist` was built from these sources. Native programs of the same sources stay: a release has those of all platforms. */
function isFresh(sources: string): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, "utf8") === sources;
}

/** The hook program alone, in both forms: what a broken copy of the sources is tried with. */
async function buildHook(): Promise<void> {
  mkdirSync(DIST, { recursive: true });
  await bundleHook(join(DIST, SCRIPTS));
  placeLauncher(DIST);
  await placeNative(DIST);
}

/** The same, and the command line. */
async function buildPrograms(): Promise<void> {
  await bundleCommands(DIST);
  await buildHook();
}

const OURS = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Record<"name" | "version" | "license", string>;
const { version } = OURS;
export const DEFINE = {
  SYMPOSIUM_VERSION: JSON.stringify(version),
  SYMPOSIUM_BUILD: JSON.stringify(`${version}+${programFingerprint(ROOT).slice(0, 12)}`),
};

/** What they become → a TypeScript file of `src`. */
const COMMANDS = { symposium: "main.ts", "cargo-agents": "cargo-agents.ts" };
const LOADER = { load: "commands/load-compiled.ts" };
const LIBRARY = { index: "index.ts", sdk: "sdk/index.ts" };

async function bundleCommands(out: string): Promise<string[]> {
  const { calls, codeSplitting } = await commandCut(ROOT);
  const output: OutputOptions & { readonly dir: string } = {
    dir: out,
    format: "cjs",
    strict: true,
    dynamicImportInCjs: false,
    entryFileNames: "[name].cjs",
    chunkFileNames: "chunks/[name]-[hash].cjs",
    codeSplitting,
  };
  const modules = await bundleFiles(COMMANDS, output, calls);
  await bundleFiles(LOADER, { dir: join(out, "loader"), format: "cjs", strict: true, entryFileNames: "[name].cjs" });
  for (const command of Object.keys(COMMANDS)) putFirstFilesInto(join(out, `${command}.cjs`));
  rmSync(join(out, "loader"), { recursive: true });
  return modules;
}

/** The loader, and what every call loads, become part of the command: finding a file takes Node longer than running one of these. */
function putFirstFilesInto(command: string): void {
  const text = readFileSync(command, "utf8");
  const [before, start = "", after = ""] = text.split(/require\("\.\/chunks\/([^"]+)"\)/);
  if (start === "" || (before + after).includes("require(")) throw new Error(`${command} does not load exactly one file`);
  const chunks = join(dirname(command), "chunks");
  const runtime = readdirSync(chunks).filter((name) => name.startsWith("rolldown-runtime-"));
  const runs = [...runtime, start].map((name) => {
    const place = `require("node:path").join(__dirname,"chunks","${name}")`;
    return `runAs(${place},function(exports,require,module){${readFileSync(join(chunks, name), "utf8")}\n})`;
  });
  const loader = readFileSync(join(dirname(command), "loader/load.cjs"), "utf8");
  writeFileSync(command, `${before}(function(exports){${loader}\nconst{runAs}=exports;return ${runs.join(",")}})({})${after}`);
  chmodSync(command, 0o755);
}

/** All in one folder: `index.ts` finds the build by its own, whichever file it becomes part of. */
function bundleLibrary(out: string): Promise<string[]> {
  return bundleFiles(LIBRARY, { dir: out, format: "esm", chunkFileNames: "library/[name]-[hash].js" });
}

async function bundleFiles(
  files: Readonly<Record<string, string>>,
  output: OutputOptions & { readonly dir: string },
  plugins: Plugin[] = [],
): Promise<string[]> {
  const { build: bundle } = await import("rolldown");
  const { output: parts } = await bundle({
    input: Object.fromEntries(Object.entries(files).map(([name, file]) => [name, join(ROOT, "src", file)])),
    platform: "node",
    // What is imported when it is needed may well be there already.
    checks: { ineffectiveDynamicImport: false },
    resolve: RESOLVE,
    transform: { define: DEFINE },
    plugins,
    output: { ...output, minify: true, comments: false },
  });
  rewrite(output.dir, parts);
  return modulesIn(parts);
}

/**
 * In a form that starts sooner. One letter beyond ASCII makes the engine keep a whole file in two bytes a letter, and take longer to compile it.
 * They stand in literals alone.
 */
function rewrite(out: string, output: RolldownOutput["output"]): void {
  for (const part of output) {
    if (part.type !== "chunk") continue;
    const code = withPlainExports(withoutWaiting(part.code)).replaceAll(
      /[^\0-\x7f]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    if (code !== part.code) writeFileSync(join(out, part.fileName), code);
  }
}

/** What these share is in files of its own: they are large, and the native program starts the later the more it holds. */
const SHARING = ["index/rebuild.ts", "setup/workspace/sync-in-call.ts", "setup/workspace/refresh.ts", "servers/why-not-here.ts"];

/**
 * The hook program for Node: what a call with nothing to do needs in one file, and one more for each module that is
 * imported when it is needed. Each holds all that it imports itself, since every file Node opens costs more than its bytes.
 */
async function bundleHook(out: string): Promise<string[]> {
  const { build: bundle } = await import("rolldown");
  const sharing = Object.fromEntries(SHARING.map((file) => [nameOf(file), join(ROOT, "src", file)]));
  const waiting = new Map<string, Record<string, string>>([["hook", { hook: join(ROOT, "src/symposium-hook.ts") }]]);
  const modules: string[] = [];
  const calls = whenCalled(
    join(ROOT, "src"),
    (file) => OF_HOOK.includes(file),
    (file) => {
      waiting.set(nameOf(file), { [nameOf(file)]: join(ROOT, "src", file) });
      return `require("./${nameOf(file)}.cjs")`;
    },
  );
  for (const input of waiting.values()) {
    const cut = input === sharing ? await rebuildCut(ROOT, calls) : { calls: [calls], codeSplitting: undefined };
    const { output } = await bundle({
      input,
      platform: "node",
      resolve: RESOLVE,
      transform: { define: DEFINE },
      plugins: [
        {
          name: "files-of-their-own",
          resolveId: (source, importer, { kind }) =>
            kind === "dynamic-import" && importer !== undefined && source.startsWith(".") ? later(source, importer) : null,
        },
        ...cut.calls,
      ],
      output: {
        dir: out,
        format: "cjs",
        entryFileNames: "[name].cjs",
        chunkFileNames: "hook-shared-[name].cjs",
        dynamicImportInCjs: false,
        ...(cut.codeSplitting === undefined ? {} : { codeSplitting: cut.codeSplitting }),
        minify: true,
        comments: false,
      },
    });
    rewrite(out, output);
    modules.push(...modulesIn(output));
  }
  return modules;

  /** Maps grow while they are walked, so what is found here is bundled next. */
  function later(source: string, importer: string) {
    const file = relative(join(ROOT, "src"), join(dirname(importer), source)).replaceAll("\\", "/");
    const name = nameOf(file);
    if (SHARING.includes(file)) waiting.set("sharing", sharing);
    else waiting.set(name, { [name]: join(ROOT, "src", file) });
    return { id: `./${name}.cjs`, external: true };
  }
}

function nameOf(file: string): string {
  return `hook-${file.replace(/\.ts$/, "").replaceAll("/", "-")}`;
}

function modulesIn(output: RolldownOutput["output"]): string[] {
  return output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
}

async function placeNative(out: string): Promise<void> {
  const platform = platformName(thisMachine());
  const native = join(out, "native", platform);
  const missing = await buildNative({ define: DEFINE, scratch: out, out: native });
  if (missing !== undefined) return console.log(`No native program, hooks run in Node: ${missing}. ${TO_GET_IT}`);
  packPrograms(join(out, "native"), { effort: 4 });
  // As `init` places it beside the program, with the Node that builds.
  const node = execFileSync("node", ["-p", "process.execPath"], { encoding: "utf8" }).trim();
  const text = readFileSync(join(ROOT, "src/symposium-hook.sh"), "utf8").replace("_scripts=node\n", "_scripts=../../bin/node\n");
  writeFileSync(join(native, "symposium-hook-node"), text.replace("_node=\n", `_node='${node}'\n`));
}

function describeParts(out: string, modules: readonly string[]): void {
  const parts = [...bundledPackages(modules), ...(existsSync(join(out, "native")) ? nativeParts() : [])];
  writeFileSync(join(out, "third-party-notices.txt"), noticesText(parts));
  writeFileSync(join(out, "sbom.json"), sbomText(OURS, parts));
}

const TO_GET_IT =
  "For the native one, on Linux or macOS, install a C compiler, and pip or Cargo for the engine's sources; then run `npm run build` again.";

function placeLauncher(out: string): void {
  mkdirSync(join(out, "bin"), { recursive: true });
  cpSync(join(ROOT, "src/symposium-hook.sh"), join(out, "bin/symposium-hook"));
  chmodSync(join(out, "bin/symposium-hook"), 0o755);
  // cmd.exe finds its way in longer batch files only with its own line endings.
  writeFileSync(join(out, "bin/symposium-hook.cmd"), readFileSync(join(ROOT, "src/symposium-hook.cmd"), "utf8").replaceAll("\n", "\r\n"));
}

/** Files that an agent loads instead of calling a command, one for each agent that does so. */
function placePlugins(out: string): void {
  const agents = readdirSync(join(ROOT, "src/agents")).filter((name) => existsSync(join(ROOT, "src/agents", name, "plugin.js")));
  mkdirSync(join(out, "plugins"), { recursive: true });
  for (const agent of agents) cpSync(join(ROOT, "src/agents", agent, "plugin.js"), join(out, "plugins", `${agent}.js`));
}

async function emitTypes(out: string): Promise<void> {
  const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
  const args = [compiler, "--project", join(ROOT, "tsconfig.build.json"), "--outDir", join(out, "types")];
  await exec(process.execPath, args, { throwOnError: true, nodeOptions: { stdio: "inherit" } });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--hook-only")) await buildHook();
  else if (process.argv.includes("--programs-only")) await buildPrograms();
  else await buildAll({ ifStale: process.argv.includes("--if-stale") });
}
