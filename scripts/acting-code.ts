/**
 * Digests of the code that acts: for hook calls, registration, skills, MCP servers, Agent Plugins, guards, conversion and scripts of Claude Code. Evidence is bound to them. They are taken of the minified
 * bundle, so comments, formatting, types, names of files, documentation and tools of development leave them as they are.
 */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { build } from "rolldown";

import type { Group } from "../real-agents/evidence.ts";
import { RESOLVE } from "./build-chunks.ts";

const HOOK = "src/symposium-hook.ts";
/** What the native program has in place of Node. */
const HOST = ["start", "engine", "node-fs", "node-path", "node-url"].map((name) => `src/host/quickjs/${name}.ts`);
const REGISTERING = ["src/setup/machine.ts", "src/setup/uninstall.ts"];
const SYNCING = ["src/setup/sync.ts"];
const CONVERTING = ["src/interchange/convert.ts"];
const EXPORTING = ["src/interchange/export/export.ts"];
/** What the program loads only to start MCP servers, and to be one. */
const SERVING = /\/src\/servers\//;
/** The same, and what a hook call loads only to keep skills in step. */
const BESIDE_ANSWERS = /\/src\/(?:servers|setup)\//;

/** The same for the same code on any machine. */
export async function codeDigests(root: string): Promise<Readonly<Record<Group, string>>> {
  const [answering, calling, whole, registering, syncing, converting, exporting, host] = await Promise.all([
    bundled(root, [HOOK], BESIDE_ANSWERS),
    bundled(root, [HOOK], SERVING),
    bundled(root, [HOOK]),
    bundled(root, REGISTERING),
    bundled(root, SYNCING),
    bundled(root, CONVERTING),
    bundled(root, EXPORTING),
    bundled(root, HOST),
  ]);
  const carried = [...host, ...carriedAlong(root)];
  const digest = (...parts: readonly string[][]) =>
    createHash("sha256")
      .update([...parts.flat(), ...carried].join("\0"))
      .digest("hex");
  return {
    hooks: digest(answering),
    registration: digest(answering, registering),
    skills: digest(calling, syncing),
    servers: digest(whole, registering, syncing),
    "agent-plugins": digest(whole, registering, syncing, exporting),
    guards: digest(calling, registering, syncing),
    conversion: digest(converting),
    shim: digest(calling, registering, syncing),
  };
}

/** Each entry as one minified text. */
function bundled(root: string, entries: readonly string[], leftOut?: RegExp): Promise<string[]> {
  return Promise.all(
    entries.map(async (entry) => {
      const { output } = await build({
        input: join(root, entry),
        platform: "node",
        // A library that is CommonJS is bundled under its path, which must be the same everywhere.
        cwd: root,
        resolve: { ...RESOLVE, symlinks: false },
        checks: { ineffectiveDynamicImport: false },
        write: false,
        external: ["symposium:system"],
        plugins: leftOut === undefined ? [] : [{ name: "left-out", resolveId: (source, importer = "") => isLeftOut(source, importer) }],
        output: { format: "esm", codeSplitting: false, minify: true, comments: false },
      });
      return output.map((part) => (part.type === "chunk" ? part.code : "")).join("\n");

      function isLeftOut(source: string, importer: string) {
        return source.startsWith(".") && leftOut?.test(join(importer, "..", source)) === true ? { id: "left-out", external: true } : null;
      }
    }),
  );
}

/** Launchers, and plugins for agents that take no commands: they are shipped as they are. The C of the native program, without comments. */
function carriedAlong(root: string): string[] {
  const names = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter((name) => /\.(?:sh|cmd|js|c|h)$/.test(name));
  return names.toSorted().map((name) => {
    const text = readFileSync(join(root, "src", name), "utf8");
    return /\.[ch]$/.test(name) ? text.replaceAll(/\/\*.*?\*\//gs, "").replaceAll(/\s+/g, " ") : text;
  });
}
