/** What of `src` the product uses: the commands, the hook program, the library, the SDK, and the schemas that are shipped. */

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const ENTRIES = ["main.ts", "cargo-agents.ts", "symposium-hook.ts", "index.ts", "sdk/index.ts"].map((file) => `src/${file}`);
const SHIPPED = ["scripts/generate-schemas.ts"];
/** Imports that are there when the program runs; types are not. */
const IMPORT = /^(?:import|export) (?!type )([^;]*?)from "(\.[^"]+)";|import\("(\.[^"]+)"\)|^import "(\.[^"]+)";/gm;

interface Imported {
  readonly file: string;
  /** The names in braces; those of types are harmless here. */
  readonly names: readonly string[];
}

/**
 * Tells of a test whether it imports something of `src` that nothing but tests uses, a file or a function: then what it shows is shown of no
 * product, and the whole file counts for nothing. Tests of such code are in files of their own.
 */
export function unreachedBy(root: string): (test: string) => boolean {
  const texts = reachedFrom(root, [...ENTRIES, ...SHIPPED]);
  const isUsed = (file: string, name: string) => {
    if (ENTRIES.includes(file)) return true;
    const mentions = new RegExp(String.raw`\b${name}\b`, "g");
    const inside = texts.get(file)?.match(mentions)?.length ?? 0;
    return inside > 1 || [...texts].some(([other, text]) => other !== file && mentions.test(text));
  };
  const isUnreached = ({ file, names }: Imported) =>
    file.startsWith("src/") && existsSync(join(root, file)) && (!texts.has(file) || names.some((name) => !isUsed(file, name)));
  return (test) => test.endsWith(".ts") && importsIn(root, test, readFileSync(join(root, test), "utf8")).some(isUnreached);
}

/** The texts of all files that these load. */
function reachedFrom(root: string, entries: readonly string[]): ReadonlyMap<string, string> {
  const found = new Set(entries.filter((file) => existsSync(join(root, file))));
  const texts = new Map<string, string>();
  // Sets grow while they are walked, so what a file imports is read next.
  for (const path of found) {
    const text = readFileSync(join(root, path), "utf8");
    texts.set(path, text);
    for (const { file } of importsIn(root, path, text)) if (existsSync(join(root, file))) found.add(file);
  }
  return texts;
}

function importsIn(root: string, file: string, text: string): readonly Imported[] {
  return [...text.matchAll(IMPORT)].map(([, what = "", plain, dynamic, bare]) => ({
    file: relative(root, join(root, dirname(file), plain ?? dynamic ?? bare ?? "")).replaceAll("\\", "/"),
    names: [...(/\{([^}]*)\}/.exec(what)?.[1] ?? "").matchAll(/(?:^|,)\s*(type )?(\w+)/g)].flatMap(([, type, name = ""]) =>
      type === undefined ? [name] : [],
    ),
  }));
}
