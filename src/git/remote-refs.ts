/** A repository's branches and tags, and which of them an address means. */

import type { Wanted } from "./address.ts";
import { isWholeCommit } from "./ref-name.ts";

export interface RemoteRefs {
  /** Full name → commit; annotated tags are resolved to theirs. */
  readonly commits: ReadonlyMap<string, string>;
  /** The branch that `HEAD` points to. */
  readonly head?: string;
}

/** Reads the output of `git ls-remote --symref`. Skips lines that are not refs. */
export function readRemoteRefs(output: string): RemoteRefs {
  const commits = new Map<string, string>();
  let head: string | undefined;
  for (const line of output.split(/\r?\n/)) {
    const [first = "", name = ""] = line.split("\t");
    if (first.startsWith("ref: ") && name === "HEAD") head = first.slice("ref: ".length);
    if (!isWholeCommit(first) || name === "") continue;
    const isPeeled = name.endsWith("^{}");
    const ref = isPeeled ? name.slice(0, -"^{}".length) : name;
    // The commit of an annotated tag comes after the tag itself.
    if (isPeeled || !commits.has(ref)) commits.set(ref, first.toLowerCase());
  }
  return { commits, ...(head === undefined ? {} : { head }) };
}

/** The refs to ask the repository for, so that one with a million refs answers with a few. */
export function refsToAskFor(wanted: Wanted): readonly string[] {
  if (wanted.kind === "branch") return [`refs/heads/${wanted.name}`];
  if (wanted.kind === "tag") return tag(wanted.name);
  if (wanted.kind === "tree") return wanted.candidates.flatMap(({ ref }) => [`refs/heads/${ref}`, ...tag(ref)]);
  return ["HEAD"];
}

export interface Decision {
  /** Full name of a ref, or a commit. */
  readonly ref: string;
  readonly commit: string;
  /** Of a web address; otherwise the address has it. */
  readonly subdir?: string;
}

export interface Remembered {
  readonly ref: string;
  readonly subdir: string;
}

/** `before` is the previous decision: a new branch does not turn a folder into another one. */
export function decideRef(wanted: Wanted, { commits, head }: RemoteRefs, before?: Remembered): Decision | { readonly message: string } {
  if (wanted.kind === "rev") return { ref: wanted.name, commit: wanted.name };
  if (wanted.kind === "default") {
    const commit = commits.get("HEAD");
    if (commit !== undefined) return { ref: head ?? "HEAD", commit };
    return { message: "the repository is empty, or has no default branch; name one with `branch`" };
  }
  if (wanted.kind !== "tree") {
    const ref = `refs/${wanted.kind === "branch" ? "heads" : "tags"}/${wanted.name}`;
    const commit = commits.get(ref);
    return commit === undefined ? { message: `there is no ${wanted.kind} \`${wanted.name}\`` } : { ref, commit };
  }
  const found = wanted.candidates.flatMap(({ ref: name, subdir }) =>
    [`refs/heads/${name}`, `refs/tags/${name}`].flatMap((ref): Required<Decision>[] => {
      const commit = commits.get(ref);
      return commit === undefined ? [] : [{ ref, commit, subdir }];
    }),
  );
  const decided = found.find(({ ref, subdir }) => ref === before?.ref && subdir === before.subdir) ?? found[0];
  if (decided !== undefined) return decided;
  const commit = wanted.candidates.find(({ ref }) => isWholeCommit(ref));
  if (commit !== undefined) return { ref: commit.ref, commit: commit.ref.toLowerCase(), subdir: commit.subdir };
  const [longest] = wanted.candidates;
  return { message: `no branch or tag matches the start of \`${[longest?.ref, longest?.subdir].filter(Boolean).join("/")}\`` };
}

function tag(name: string): readonly string[] {
  return [`refs/tags/${name}`, `refs/tags/${name}^{}`];
}
