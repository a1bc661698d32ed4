/** An `npm` for tests: a shell script on a PATH of its own that gives prepared answers and notes how it was called. */

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface FakeNpm {
  readonly env: { readonly PATH: string };
  /** The arguments of each call, with the folder it ran in. */
  readonly calls: () => readonly string[];
}

export interface NpmAnswers {
  /** What stands behind `npm view`, as shell. */
  readonly view?: string;
  readonly root?: string;
  readonly install?: string;
}

export function fakeNpm(folder: string, { view = "exit 1", root = "exit 1", install = "exit 1" }: NpmAnswers): FakeNpm {
  const bin = join(folder, "npm-bin");
  const log = join(bin, "calls");
  mkdirSync(bin, { recursive: true });
  const script = `#!/bin/sh\nprintf '%s in %s\\n' "$*" "$PWD" >> "${log}"\ncase "$1" in\nview) ${view};;\nroot) ${root};;\ninstall) ${install};;\nesac\n`;
  writeFileSync(join(bin, "npm"), script);
  chmodSync(join(bin, "npm"), 0o755);
  return { env: { PATH: `${bin}:/usr/bin:/bin` }, calls: () => (existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : []) };
}

/** As npm prints it for `view <package> name version --json`. */
export function published(version: string, name = "@symposium-agents/symposium"): string {
  return `echo '${JSON.stringify({ name, version })}'`;
}
