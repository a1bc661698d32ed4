/** Subjects of plugins that tests make: a repository's own, and a package's. */

import { join } from "node:path";

import type { Part, RunItem, Subject } from "../../src/consent/subject.ts";

export const RUN: RunItem = {
  kind: "hook",
  name: "guard",
  when: "PreToolUse",
  commands: ["scripts/guard.sh"],
  variables: [],
  isOpenEnded: false,
};

export const CLOSED = { name: "guard", isClosed: true, section: "PreToolUse", selector: "", format: "symposium" } as const;

interface Changes {
  readonly globs?: readonly string[];
  readonly named?: readonly string[];
  readonly runs?: readonly RunItem[];
}

export function repositoryAt(folder: string, { globs = [], named = ["scripts/guard.sh"], runs = [RUN] }: Changes = {}): Subject {
  const at = (path: string) => join(folder, path);
  const manifest = at("SYMPOSIUM.toml");
  const coverage = { kind: "files", folder, manifest, globs, entriesIn: [manifest] } as const;
  const parts = runs.map((run) => partOf(run, named.map(at)));
  return { id: "repository:.", plugin: "house-rules", workspace: folder, repository: folder, coverage, parts };
}

export function partOf(run: RunItem, named: readonly string[], entry = JSON.stringify(run)): Part {
  return {
    ...run,
    key: `${run.kind} ${run.name} ${entry}`,
    entry,
    named,
    ...(run.kind === "hook" ? { hook: { ...CLOSED, name: run.name } } : {}),
  };
}

export interface PackageChanges {
  readonly version?: string;
  readonly named?: readonly string[];
  readonly derived?: readonly string[];
}

export function packageAt(
  folder: string,
  workspace: string,
  { version = "1.0.0", named = ["hook.sh"], derived = [] }: PackageChanges = {},
): Subject {
  return {
    id: "cargo:widget",
    plugin: "widget",
    version,
    workspace,
    repository: null,
    coverage: {
      kind: "folder",
      folder,
      manifest: join(folder, "SYMPOSIUM.toml"),
      named: named.map((path) => join(folder, path)),
      derived,
      ...(derived.length === 0 ? {} : { version }),
    },
    parts: [partOf({ ...RUN, commands: ["hook.sh"] }, [], "")],
  };
}

export const REPOSITORY = {
  "SYMPOSIUM.toml": 'name = "house-rules"\n',
  "scripts/guard.sh": "#!/bin/sh\nexit 2\n",
  "scripts/lib/a.sh": "a\n",
  ".git/HEAD": "ref: refs/heads/main\n",
  "README.md": "not covered\n",
};

export const PACKAGE = { "SYMPOSIUM.toml": 'name = "widget"\n', "hook.sh": "#!/bin/sh\n", "lib/more.sh": "more\n" };
