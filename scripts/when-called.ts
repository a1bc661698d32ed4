/** Files whose functions load them when one is called, though the sources import them: large, and few calls need them. Each exports only functions. */

import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import type { Plugin } from "rolldown";

/** Of the hook program, each with a library. */
export const OF_HOOK: readonly string[] = [
  "model/shell-text.ts",
  "files/toml-positions.ts",
  "packages/npm/json-position.ts",
  "packages/npm/requirement.ts",
  "packages/npm/settings-yaml.ts",
  "plugins/hook-manifest/hook-manifest-text.ts",
  "plugins/hook-manifest/yaml-document.ts",
  "plugins/skills/yaml-frontmatter.ts",
];

/** Of the hook program: what the rebuild of an index needs in some workspaces. What is called together is one file of the build. */
export const OF_REBUILD: Readonly<Record<string, readonly string[]>> = {
  cargo: [
    "packages/cargo/package-manifest.ts",
    "packages/cargo/package-folder.ts",
    "packages/cargo/read-root.ts",
    "packages/cargo/registry.ts",
    "packages/cargo/requirement.ts",
  ],
  go: ["packages/go/package-folder.ts", "packages/go/read-root.ts", "packages/go/user-settings.ts", "packages/go/version.ts"],
  npm: ["packages/npm/package-folder.ts", "packages/npm/read-root.ts", "packages/npm/registry.ts"],
  pypi: [
    "packages/pypi/pyproject.ts",
    "packages/pypi/package-folder.ts",
    "packages/pypi/read-root.ts",
    "packages/pypi/registry.ts",
    "packages/pypi/requirement.ts",
    "packages/pypi/version.ts",
  ],
  manifest: [
    "packages/programs/find-acquired.ts",
    "plugins/manifest/settle-fail-modes.ts",
    "plugins/packages/embedded-metadata.ts",
    "plugins/manifest/validate.ts",
  ],
  "plugin-formats": [
    "plugins/agent-plugin/read-agent-plugin.ts",
    "plugins/manifest/check-chained.ts",
    "plugins/manifest/check-server.ts",
    "plugins/manifest/closed-hooks.ts",
    "plugins/hook-manifest/load-hooks.ts",
    "plugins/packages/package-plugin.ts",
  ],
  imported: ["plugins/imported/find-files.ts", "plugins/imported/imported-hook.ts", "plugins/imported/imported-consent.ts"],
  git: ["plugins/packages/find-repository.ts", "plugins/sources/git-source.ts"],
};

/** Of the commands: what a sync that finds everything in place does not call. What is called together is one file of the build. */
export const OF_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  ecosystems: [
    "packages/cargo/package-manifest.ts",
    "packages/cargo/package-folder.ts",
    "packages/cargo/read-root.ts",
    "packages/cargo/requirement.ts",
    "packages/go/package-folder.ts",
    "packages/go/read-root.ts",
    "packages/go/user-settings.ts",
    "packages/go/version.ts",
    "packages/npm/package-folder.ts",
    "packages/npm/read-root.ts",
    "packages/npm/requirement.ts",
    "packages/pypi/package-folder.ts",
    "packages/pypi/pyproject.ts",
    "packages/pypi/read-root.ts",
    "packages/pypi/requirement.ts",
  ],
  "workspace-settings": ["packages/npm/settings-yaml.ts"],
  "plugin-formats": [
    "plugins/agent-plugin/read-agent-plugin.ts",
    "plugins/manifest/check-chained.ts",
    "plugins/manifest/check-server.ts",
    "plugins/manifest/closed-hooks.ts",
    "plugins/consent/run-items.ts",
    "plugins/hook-manifest/load-hooks.ts",
    "plugins/imported/find-files.ts",
    "plugins/imported/imported-hook.ts",
    "plugins/packages/package-plugin.ts",
    "plugins/packages/find-package.ts",
  ],
  changes: [
    "agents/agent-packages.ts",
    "setup/init.ts",
    "files/splice/jsonc-cut.ts",
    "files/splice/jsonc-insert.ts",
    "files/git/remote.ts",
    "files/git/location.ts",
    "plugins/gates/ask.ts",
    "setup/skills/write-copy.ts",
    "setup/workspace/acquire-programs.ts",
    "consent/snapshot.ts",
    "setup/check-for-update.ts",
  ],
  questions: ["commands/terminal/questions.ts"],
  "shell-text": ["model/shell-text.ts"],
  consent: ["commands/consent-report.ts"],
  // Last, so that it has nothing that the others import too.
  "yaml-documents": ["plugins/hook-manifest/yaml-document.ts", "plugins/skills/yaml-frontmatter.ts"],
};

/** What commands do, and what is large. A command loads it when it calls it: help and completion need none of it. */
const OF_ACTS = /^(?:(?:consent|plugins|index|setup|interchange|servers|diagnose)\/|agents\/(?:agents-by-name|describe)|files\/config)/;

/** Of these, what every command needs. */
const OF_EVERY_COMMAND: readonly string[] = [
  "index/lists-here.ts",
  "index/read-index.ts",
  "plugins/command-names.ts",
  "servers/find-subcommand.ts",
  "servers/run-subcommand.ts",
  "setup/app-context.ts",
];

/** Whether a file of the commands loads another one when it calls it. Those that are loaded so themselves load theirs with them. */
export function isAct(file: string, importer: string): boolean {
  if (Object.values(OF_COMMANDS).flat().includes(importer)) return false;
  return importer.startsWith("commands/") && OF_ACTS.test(file) && !OF_EVERY_COMMAND.includes(file);
}

/** A word, a number or a list of words. */
const PLAIN = /^export const (\w+)(?:: [^=]+)? = ("[^"\\]*"|[\d_.]+|\[(?:\s*"[^"\\]*",?)*\s*\])(?: as const)?;$/gm;

/** Puts functions in a file's place. `load` gives the expression that loads it. */
export function whenCalled(source: string, isMeant: (file: string, importer: string) => boolean, load: (file: string) => string): Plugin {
  const mark = "\0when-called:";
  const made = new Set<string>();
  return {
    name: "when-called",
    resolveId(name, importer, { kind }) {
      // The expression itself.
      if (importer?.startsWith(mark) === true) return { id: name, external: kind !== "dynamic-import" };
      if (importer === undefined || !name.startsWith(".")) return null;
      const file = relative(source, join(dirname(importer), name)).replaceAll("\\", "/");
      if (!isMeant(file, relative(source, importer).replaceAll("\\", "/"))) return null;
      made.add(file);
      return mark + file;
    },
    load(id) {
      const file = id.startsWith(mark) ? id.slice(mark.length) : undefined;
      if (file === undefined || !made.has(file)) return null;
      const text = readFileSync(join(source, file), "utf8");
      const loaded = load(file);
      const names = [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name);
      const words = [...text.matchAll(PLAIN)].map(([, name, value]) => `export const ${name} = ${value};\n`);
      return [...words, ...names.map((name) => `export function ${name}(...given) { return ${loaded}.${name}(...given); }\n`)].join("");
    },
  };
}

const AT_ONCE = "loadAtOnce";

/** For `load`: the bundler makes a file of what is imported when needed, and knows no other way. */
export function importedAtOnce(path: string): string {
  return `${AT_ONCE}(import(${JSON.stringify(path)}))`;
}

/** As the bundler writes it; what it imports may be one part of a file. */
const WRITTEN = /loadAtOnce\(Promise\.resolve\(\)\.then\(\(\)=>(require\([^()]+\))\)(?:\.then\(([\w$]+)=>\2(\.[\w$]+)\))?\)/g;

/** The commands' files are loaded by `require`, which need not be waited for. */
export function withoutWaiting(code: string): string {
  const text = code.replaceAll(WRITTEN, "$1$3");
  const left = text.indexOf(AT_ONCE);
  if (left !== -1) throw new Error(`is this in one file with what calls it? ${text.slice(left, left + 200)}`);
  return text;
}
