/** Git repositories with the same commits on every machine, reached under addresses that exist nowhere else. */

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const manifest = (name: string, version: string) => `[package]\nname = "${name}"\nversion = "${version}"\nedition = "2021"\n`;

/** By address; the branch that a commit is on, and its tag. */
const REPOSITORIES: Readonly<
  Record<string, { readonly branch: string; readonly tag?: string; readonly files: Readonly<Record<string, string>> }>
> = {
  "https://git.example/many.git": {
    branch: "main",
    files: {
      "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n\n[workspace.package]\nversion = "1.5.9"\n',
      "crates/one/Cargo.toml": manifest("many-one", "1.0.0"),
      "crates/one/src/lib.rs": "",
      "crates/two/Cargo.toml": manifest("many-two", "2.3.0"),
      "crates/two/src/lib.rs": "",
      "crates/for-tests/Cargo.toml": manifest("for-tests", "").replace('version = ""', "version.workspace = true"),
      "crates/for-tests/src/lib.rs": "",
    },
  },
  "https://git.example/Single.git": { branch: "next", files: { "Cargo.toml": manifest("single", "0.0.1"), "src/lib.rs": "" } },
  "https://git.example/leaf": { branch: "main", tag: "v1.7.0", files: { "Cargo.toml": manifest("leaf", "1.7.0"), "src/lib.rs": "" } },
};

/** Makes them below `folder` and gives the environment in which git finds them. */
export function gitRepositories(folder: string): Record<string, string> {
  const env: Record<string, string> = {
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_COUNT: String(Object.keys(REPOSITORIES).length),
    GIT_ALLOW_PROTOCOL: "file",
  };
  for (const [index, [address, { branch, tag, files }]] of Object.entries(REPOSITORIES).entries()) {
    const place = join(folder, String(index));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(place, path)), { recursive: true });
      writeFileSync(join(place, path), text);
    }
    git(place, "init", "--quiet", `--initial-branch=${branch}`);
    git(place, "add", ".");
    git(place, "commit", "--quiet", "--message", "first");
    if (tag !== undefined) git(place, "tag", tag);
    env[`GIT_CONFIG_KEY_${index}`] = `url.file://${place.replaceAll("\\", "/")}.insteadOf`;
    env[`GIT_CONFIG_VALUE_${index}`] = address;
  }
  return env;
}

function git(cwd: string, ...args: readonly string[]): void {
  const person = { NAME: "Somebody", EMAIL: "somebody@example.org", DATE: "2026-01-01T00:00:00Z" };
  const names = Object.entries(person).flatMap(([key, value]) => [
    [`GIT_AUTHOR_${key}`, value],
    [`GIT_COMMITTER_${key}`, value],
  ]);
  const env = { PATH: process.env["PATH"], HOME: cwd, GIT_CONFIG_NOSYSTEM: "1", ...(Object.fromEntries(names) as Record<string, string>) };
  execFileSync("git", ["-c", "core.autocrlf=false", "-c", "core.fileMode=false", "-c", "commit.gpgSign=false", ...args], {
    cwd,
    env,
    stdio: "pipe",
  });
}
