/**
 * Reads what a person writes for a git repository into one value: where it is, which commit is wanted, and which folder of it. Two
 * spellings of one repository give one key. Refuses what git could take for an option or a command.
 */

import { type Location, type LocationOptions, readLocation, type Refused } from "./location.ts";

export type Wanted =
  | { readonly kind: "default" }
  | { readonly kind: "branch" | "tag" | "rev"; readonly name: string }
  /** Of a web address: only the repository knows where the ref ends and the folder starts. The longest comes first. */
  | { readonly kind: "tree"; readonly candidates: readonly TreeCandidate[] };

/** Its key has the ref and the folder too. */
export interface GitAddress extends Omit<Location, "ok" | "tree"> {
  /** The key without ref and folder. */
  readonly repository: string;
  readonly wanted: Wanted;
  /** Empty for the whole tree. The folder of a web address is in its candidates. */
  readonly subdir: string;
}

export interface GitOptions extends LocationOptions {
  readonly branch?: string;
  readonly tag?: string;
  readonly rev?: string;
  readonly subdir?: string;
}

export type AddressResult = { readonly ok: true; readonly address: GitAddress } | Refused;

/** Never throws. The message contains no part of the address, which may be a secret. */
export function gitAddress(text: string, options: GitOptions = {}): AddressResult {
  const location = readLocation(text, options);
  if (!location.ok) return location;
  const { tree, ok: _, ...place } = location;
  const wanted = wantedOf(tree, options);
  if ("message" in wanted) return { ok: false, ...wanted };
  const subdir = folderOf(options.subdir ?? "");
  if (subdir === undefined)
    return { ok: false, message: "`subdir` must be a folder inside the repository", hint: 'for example subdir = "plugins"' };
  if (subdir !== "" && tree !== undefined) return { ok: false, message: "the address already contains a folder; remove `subdir`" };
  const key = [place.key, wantedKey(wanted), subdir && `subdir:${subdir}`].filter((part) => part !== "").join(" ");
  return { ok: true, address: { ...place, wanted, subdir, key, repository: place.key } };
}

function wantedOf(tree: Location["tree"], options: GitOptions): Wanted | Omit<Refused, "ok"> {
  const given = (["branch", "tag", "rev"] as const).filter((kind) => options[kind] !== undefined);
  const [kind, other] = given;
  if (other !== undefined) return { message: `\`${kind}\` and \`${other}\` are mutually exclusive` };
  if (kind === undefined) {
    if (tree === undefined || tree.length === 0) return { kind: "default" };
    const candidates = treeCandidates(tree);
    return candidates.length === 0 ? { message: "what follows `tree/` is not a branch, tag or commit" } : { kind: "tree", candidates };
  }
  if (tree !== undefined) return { message: `the address already names a branch or tag; remove \`${kind}\`` };
  const name = options[kind] ?? "";
  if (kind === "rev") {
    if (isWholeCommit(name)) return { kind, name: name.toLowerCase() };
    const hint = "`git rev-parse <commit>` prints them; a branch is `branch`, a tag is `tag`";
    return { message: "`rev` must be a full commit hash of 40 digits", hint };
  }
  return isRefName(name) ? { kind, name } : { message: `\`${kind}\` is not a valid git name` };
}

function wantedKey(wanted: Wanted): string {
  if (wanted.kind === "default") return "";
  // All candidates together spell the same path, so the longest has all of it.
  return wanted.kind === "tree" ? `tree:${wanted.candidates[0]?.ref}/${wanted.candidates[0]?.subdir}` : `${wanted.kind}:${wanted.name}`;
}

/** The folder with single slashes; `undefined` for one that could lead out of the tree. */
function folderOf(text: string): string | undefined {
  const parts = text.split(/[\\/]/).filter((part) => part !== "" && part !== ".");
  const isInside = !/^(?:[\\/]|[A-Za-z]:)/.test(text) && parts.every((part) => part !== ".." && part.toLowerCase() !== ".git");
  // oxlint-disable-next-line no-control-regex
  return isInside && !/[\u0000-\u001f\u007f]/.test(text) ? parts.join("/") : undefined;
}

/** The rules of `git check-ref-format`, and nothing that starts like an option. */
export function isRefName(name: string): boolean {
  if (name === "" || name === "@" || name.length > 255 || name.startsWith("-")) return false;
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|\.$|^\/|\/$/.test(name)) return false;
  return name.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"));
}

export function isWholeCommit(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(text);
}

export interface TreeCandidate {
  readonly ref: string;
  readonly subdir: string;
}

const MOST_PARTS = 20;

/** Every way to split a path into a ref and a folder, the longest ref first. */
function treeCandidates(parts: readonly string[]): readonly TreeCandidate[] {
  const candidates: TreeCandidate[] = [];
  for (let length = Math.min(parts.length, MOST_PARTS); length > 0; length--) {
    const ref = parts.slice(0, length).join("/");
    if (isRefName(ref)) candidates.push({ ref, subdir: parts.slice(length).join("/") });
  }
  return candidates;
}

/** Removes user names and passwords from addresses in a text; git repeats addresses in its messages. */
export function withoutCredentials(text: string): string {
  return text.replaceAll(/([A-Za-z][\w+.-]{0,30}:\/\/)([^\s/'"<>]*)@/g, (_all, scheme: string, user: string) =>
    // The user of ssh is part of the address and not a secret; a password after it is.
    /ssh/i.test(scheme) && !user.includes(":") ? `${scheme}${user}@` : scheme,
  );
}
