/** Files whose functions load them when one is called, though the sources import them: large, and few calls need them. Each exports only functions. */

import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import type { Plugin } from "rolldown";

/** Of the hook program, each with a library. */
export const OF_HOOK: readonly string[] = [
  "canonical/read-shell.ts",
  "documents/toml-positions.ts",
  "ecosystems/npm/json-position.ts",
  "ecosystems/npm/range.ts",
  "ecosystems/npm/settings-yaml.ts",
  "hook-manifest/read-manifest.ts",
  "hook-manifest/yaml-document.ts",
  "skills/yaml-frontmatter.ts",
];

/** Of the hook program: what the rebuild of an index needs in some workspaces. What is called together is one file of the build. */
export const OF_REBUILD: Readonly<Record<string, readonly string[]>> = {
  cargo: [
    "ecosystems/cargo/embedded.ts",
    "ecosystems/cargo/fetched-copies.ts",
    "ecosystems/cargo/needs-lock.ts",
    "ecosystems/cargo/package-folder.ts",
    "ecosystems/cargo/read-root.ts",
    "ecosystems/cargo/registry-name.ts",
    "ecosystems/cargo/requirement.ts",
    "ecosystems/cargo/unpacked.ts",
  ],
  go: [
    "ecosystems/go/fetched-copies.ts",
    "ecosystems/go/package-folder.ts",
    "ecosystems/go/read-root.ts",
    "ecosystems/go/registry-name.ts",
    "ecosystems/go/unpacked.ts",
    "ecosystems/go/version.ts",
  ],
  npm: [
    "ecosystems/npm/fetched-copies.ts",
    "ecosystems/npm/package-folder.ts",
    "ecosystems/npm/read-root.ts",
    "ecosystems/npm/registry-name.ts",
    "ecosystems/npm/requirement.ts",
    "ecosystems/npm/unpacked.ts",
  ],
  pypi: [
    "ecosystems/pypi/embedded.ts",
    "ecosystems/pypi/package-folder.ts",
    "ecosystems/pypi/read-root.ts",
    "ecosystems/pypi/registry-name.ts",
    "ecosystems/pypi/requirement.ts",
    "ecosystems/pypi/unpacked.ts",
    "ecosystems/pypi/version.ts",
  ],
  manifest: ["installations/acquired-in.ts", "plugins/manifest-keys.ts", "plugins/packages/embedded-metadata.ts", "plugins/validate.ts"],
  "plugin-formats": [
    "plugins/agent-plugin/read-agent-plugin.ts",
    "plugins/check-chained.ts",
    "plugins/check-server.ts",
    "plugins/closed-hooks.ts",
    "plugins/hooks-manifest/hooks-beside.ts",
    "plugins/hooks-manifest/manifest-plugin.ts",
    "plugins/packages/carried-plugin.ts",
  ],
  imported: [
    "plugins/imported/find-files.ts",
    "plugins/imported/imported-hook.ts",
    "plugins/imported/imported-subject.ts",
    "plugins/imported/named-in-commands.ts",
    "plugins/imported/native-document.ts",
    "plugins/imported/readers-of-file.ts",
    "plugins/imported/unread-hooks.ts",
  ],
  git: ["plugins/packages/find-repository.ts", "plugins/sources/git-source.ts"],
};

/** Of the commands: what a sync that finds everything in place does not call. What is called together is one file of the build. */
export const OF_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  ecosystems: [
    "ecosystems/cargo/manifest.ts",
    "ecosystems/cargo/package-folder.ts",
    "ecosystems/cargo/read-root.ts",
    "ecosystems/cargo/requirement.ts",
    "ecosystems/go/package-folder.ts",
    "ecosystems/go/read-root.ts",
    "ecosystems/go/registry-name.ts",
    "ecosystems/go/unpacked.ts",
    "ecosystems/npm/package-folder.ts",
    "ecosystems/npm/read-root.ts",
    "ecosystems/npm/requirement.ts",
    "ecosystems/npm/unpacked.ts",
    "ecosystems/pypi/package-folder.ts",
    "ecosystems/pypi/read-root.ts",
    "ecosystems/pypi/requirement.ts",
    "ecosystems/pypi/unpacked.ts",
  ],
  "workspace-settings": ["ecosystems/npm/settings-yaml.ts"],
  "plugin-formats": [
    "plugins/agent-plugin/read-agent-plugin.ts",
    "plugins/check-chained.ts",
    "plugins/check-server.ts",
    "plugins/closed-hooks.ts",
    "plugins/consent/run-items.ts",
    "plugins/hooks-manifest/hooks-beside.ts",
    "plugins/hooks-manifest/manifest-plugin.ts",
    "plugins/imported/find-files.ts",
    "plugins/imported/imported-hook.ts",
    "plugins/packages/carried-plugin.ts",
    "plugins/packages/find-package.ts",
  ],
  changes: [
    "agents/agent-packages.ts",
    "app/set-up.ts",
    "config-files/jsonc/cut.ts",
    "config-files/jsonc/insert.ts",
    "config-files/toml/cut.ts",
    "config-files/toml/insert.ts",
    "git/ask-remote.ts",
    "git/fetch.ts",
    "git/read-location.ts",
    "platform/git-ignores.ts",
    "predicates/ask.ts",
    "skills/install/write-copy.ts",
    "sync/programs/acquire-programs.ts",
    "trust/snapshot.ts",
    "updates/check-for-update.ts",
  ],
  // Last, so that it has nothing that the others import too.
  yaml: ["hook-manifest/yaml-document.ts", "skills/yaml-frontmatter.ts"],
};

/** Puts functions in a file's place. `load` gives the expression that loads it. */
export function whenCalled(source: string, files: readonly string[], load: (file: string) => string): Plugin {
  const mark = "\0when-called:";
  return {
    name: "when-called",
    resolveId(name, importer, { kind }) {
      // The expression itself.
      if (importer?.startsWith(mark) === true) return { id: name, external: kind !== "dynamic-import" };
      if (importer === undefined || !name.startsWith(".")) return null;
      const file = relative(source, join(dirname(importer), name)).replaceAll("\\", "/");
      return files.includes(file) ? mark + file : null;
    },
    load(id) {
      const file = id.startsWith(mark) ? id.slice(mark.length) : undefined;
      if (file === undefined || !files.includes(file)) return null;
      const loaded = load(file);
      const names = [...readFileSync(join(source, file), "utf8").matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name);
      return names.map((name) => `export function ${name}(...given) { return ${loaded}.${name}(...given); }\n`).join("");
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
