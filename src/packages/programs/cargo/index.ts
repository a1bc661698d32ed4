/** Programs from crates: of the user's registry, or of a git repository. */

import { type GitAddress, gitAddress, type GitOptions, withoutCredentials } from "../../../files/git/address.ts";
import { lookUp } from "../../../lookup.ts";
import { parseVersion } from "../../../model/semantic-version.ts";
import { ecosystemNamed } from "../../list.ts";
import type { Identity, ProgramSource, SourceEntry } from "../program-source.ts";

export interface WantedCrate extends Pick<GitOptions, (typeof PINS)[number]> {
  readonly crate: string;
  /** A version, or one of Cargo's requirements; the newest without one. */
  readonly version?: string;
  readonly git?: string;
  /** Into the user's own folder of programs. */
  readonly global?: true;
}

const PINS = ["branch", "tag", "rev"] as const;

export const source: ProgramSource<WantedCrate> = {
  name: "cargo",
  about: "a crate: downloaded with `cargo binstall` where that is installed, otherwise built with `cargo install`",
  keys: [
    { key: "crate", kind: "text", about: "The crate.", example: 'crate = "ripgrep"' },
    {
      key: "version",
      kind: "text",
      about: "A version, or a requirement with an operator; default: the newest.",
      example: 'version = "14.1.1"',
    },
    { key: "git", kind: "text", about: "A repository to build the crate from.", example: 'git = "https://github.com/example/tool"' },
    { key: "branch", kind: "text", about: "A branch of the repository.", example: 'branch = "main"' },
    { key: "tag", kind: "text", about: "A tag of the repository.", example: 'tag = "v1.2.0"' },
    { key: "rev", kind: "text", about: "A full commit hash of the repository." },
    { key: "global", kind: "flag", about: "Install into the user's own Cargo folder.", example: "global = true" },
  ],
  cacheFolder: "binaries",
  knowsPrograms: true,
  read,
  identify,
  namedPackage: ({ crate, git }) => (git === undefined ? { ecosystem: "cargo", name: crate } : undefined),
};

function read(entry: SourceEntry): WantedCrate | string {
  const text = (key: string) => {
    const value = lookUp(entry, key);
    return typeof value === "string" ? value : undefined;
  };
  const [crate, version, git] = [text("crate"), text("version"), text("git")];
  if (crate === undefined) return "comes from cargo but has no `crate`";
  if (!/^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$/.test(crate)) return "has a `crate` that is not a valid crate name";
  const global = entry["global"] === true;
  const pins = Object.fromEntries(PINS.flatMap((kind) => (text(kind) === undefined ? [] : [[kind, text(kind)]])));
  const wanted: WantedCrate = { crate, version, git, ...pins, ...(global ? { global } : {}) };
  const pin = PINS.find((kind) => wanted[kind] !== undefined);
  if (git === undefined && pin !== undefined) return `has \`${pin}\`, which needs \`git\``;
  const problem = (git === undefined ? undefined : gitProblem(wanted, entry)) ?? versionProblem(wanted);
  if (problem !== undefined) return problem;
  return global && entry["executable"] === undefined ? "`global = true` requires `executable`" : wanted;
}

function versionProblem({ version }: WantedCrate): string | undefined {
  if (version === undefined || exactVersion(version) !== undefined) return undefined;
  const isRequirement = /^[<>=^~]/.test(version) || version.includes("*");
  if (!isRequirement) return `has a \`version\` that is neither complete nor a requirement; write "1.2.3" or "^1.2"`;
  const requirement = ecosystemNamed("cargo")?.ownRequirement(version);
  return requirement !== undefined && "problem" in requirement ? `has an invalid \`version\`: ${requirement.problem}` : undefined;
}

function gitProblem(wanted: WantedCrate, { executable }: SourceEntry): string | undefined {
  if (executable === undefined) return "is built from a repository: `git` requires `executable`";
  const address = repositoryOf(wanted);
  if (typeof address === "string") return `has an invalid \`git\`: ${address}`;
  // Cargo would show a password to every user of the machine.
  return withoutCredentials(address.url) === address.url ? undefined : "has a password in `git`; leave it to git's credential helper";
}

/** The repository of a crate that is built from one, or the problem with its address. */
export function repositoryOf({ git = "", branch, tag, rev }: WantedCrate): GitAddress | string {
  const read = gitAddress(git, { branch, tag, rev });
  if (!read.ok) return read.message;
  return read.address.wanted.kind === "tree" ? "the address of a folder is not valid here; use `branch` or `tag`" : read.address;
}

function identify(wanted: WantedCrate): Identity {
  const { crate, git, rev, global } = wanted;
  const [version, address] =
    git === undefined ? [exactVersion(wanted.version ?? ""), undefined] : [rev?.toLowerCase(), repositoryOf(wanted)];
  const allows = git === undefined && version === undefined ? wanted.version : undefined;
  const place = typeof address === "string" ? "git" : address?.key;
  const variant = [global === true ? "global" : undefined, place].filter((part) => part !== undefined).join(" ");
  return { subject: crate, version, allows, variant: variant || undefined };
}

/** By Cargo's rule: a version without an operator is exactly that one. */
function exactVersion(text: string): string | undefined {
  const bare = text.replace(/^= */, "");
  return parseVersion(bare) === undefined ? undefined : bare;
}
