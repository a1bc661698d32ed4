/** The scripts of the native program: our TypeScript in chunks, each a function that is compiled to bytecode. */

import { writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import type { InputOptions, Plugin } from "rolldown";

import { RESOLVE } from "../build-chunks.ts";
import { withPlainExports } from "../plain-exports.ts";
import { importedAtOnce, OF_HOOK, OF_REBUILD, whenCalled, withoutWaiting } from "../when-called.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SOURCE = join(ROOT, "src");
const HOST = join(SOURCE, "host/quickjs");
// Those of Git are smaller than what it takes to load them later.
const { git: _git, ...OF_PROJECTS } = OF_REBUILD;
const WHEN_CALLED = [...OF_HOOK, ...Object.values(OF_PROJECTS).flat(), "agents/resolve-event.ts", "files/toml.ts", "model/safe-text.ts"];

/** What the Node form does for the native program: servers, refreshes, and what uses the network. */
const IN_NODE =
  /^(?:servers\/(?!refuse-server)|commands\/)|^setup\/workspace\/refresh\.ts$|^packages\/(?:\w+\/)+(?:acquire|made-lock|unpack-archived|search-registry|find-version)\.ts$|\/fetch\.ts$|open-server\.ts$/;

const ENTRIES = {
  hook: "hook.ts",
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

/** Writes `<chunk>.js` for each chunk, and gives the chunks' names; the first is `start`. */
export async function writeScripts(folder: string, define: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { rolldown } = await import("rolldown");
  const options = {
    platform: "node",
    resolve: RESOLVE,
    plugins: [
      inTheEngine,
      whenCalled(
        SOURCE,
        (file) => WHEN_CALLED.includes(file),
        (file) => importedAtOnce(join(SOURCE, file)),
      ),
    ],
    transform: { define },
  } satisfies InputOptions;
  const bundle = await rolldown({
    ...options,
    input: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(ROOT, "src", file)])),
    checks: { ineffectiveDynamicImport: false },
    optimization: { inlineConst: false },
  });
  const output = { format: "cjs", strict: true, dynamicImportInCjs: false, minify: true, comments: false } as const;
  // Short names, because each chunk has those of many others. The build has files of its own beside them.
  const chunks = await bundle.generate({ ...output, entryFileNames: "[name].cjs", chunkFileNames: "_[name].cjs" });
  const start = await rolldown({ ...options, input: join(HOST, "start.ts") });
  const [first] = (await start.generate(output)).output;
  const scripts = chunks.output.flatMap((part) =>
    part.type === "chunk"
      ? [
          [
            part.fileName.replace(/\.cjs$/, ".js"),
            `(function(exports,require,module){${withPlainExports(withoutWaiting(part.code))}\n})`,
          ] as const,
        ]
      : [],
  );
  const written = [
    [
      "start.js",
      `(function(system){const exports={};(function(exports,require){${first.code}\n})(exports,()=>system);return exports})`,
    ] as const,
    ...scripts,
  ];
  for (const [name, text] of written) writeFileSync(join(folder, name), text);
  return written.map(([name]) => name.slice(0, -".js".length));
}
