/** A skill: a folder with a `SKILL.md`, and where it comes from. */

import { byteLength, sha256 } from "../../host/engine.ts";
import type { Gate } from "../gates/predicate.ts";

export interface Skill {
  /** From the frontmatter, or the folder's name where the workspace's own skills have none; a valid folder name. */
  readonly name: string;
  readonly description: string;
  readonly directory: string;
  readonly gate: Gate;
  readonly origin: SkillOrigin;
  /** Of an Agent Plugin: its folder, resolved. Links of the skill may lead to other files in it. */
  readonly packageRoot?: string;
  /** `symposium-requires` of the frontmatter's metadata: names of installations. */
  readonly requires?: readonly string[];
}

/** Two skills of one name and the same origin are one skill, whichever plugin named it. */
export type SkillOrigin =
  | { readonly kind: "package"; readonly ecosystem: string; readonly name: string; readonly version: string; readonly path: string }
  | { readonly kind: "git"; readonly repository: string; readonly commit: string; readonly path: string }
  | { readonly kind: "folder"; readonly source: string; readonly path: string };

/** Equal for two origins that are one. A folder is the same under any source's name. */
export function originKey(origin: SkillOrigin): string {
  switch (origin.kind) {
    case "package":
      return JSON.stringify(["package", origin.ecosystem, origin.name, origin.version, slashed(origin.path)]);
    case "git":
      return JSON.stringify(["git", origin.repository, origin.commit, slashed(origin.path)]);
    case "folder":
      return JSON.stringify(["folder", slashed(origin.path)]);
  }
}

/** The package or commit around the skill; a folder has no container that would make two of its skills one. */
export function originWhole(origin: SkillOrigin): string {
  return origin.kind === "folder" ? originKey(origin) : originKey({ ...origin, path: "" });
}

/** Distinguishes skills of one name as a last resort. A new commit does not change it, so that names last. */
export function originHash(origin: SkillOrigin): string {
  const lasting = origin.kind === "git" ? { ...origin, commit: "" } : origin;
  return sha256(originKey(lasting)).slice(0, 8);
}

export function describeOrigin(origin: SkillOrigin): string {
  switch (origin.kind) {
    case "package":
      return `${origin.name} ${origin.version}`;
    case "git":
      return `${origin.repository} at ${origin.commit.slice(0, 12)}`;
    case "folder":
      return origin.path;
  }
}

function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}

/** With a suffix a name must still fit into the 255 bytes that file systems allow. */
const MOST_BYTES = 128;

/**
 * Skill names become folder names, on every operating system and beside the user's own files. A name that could leave its
 * place, or that has a special meaning on some system, is refused; one that agentskills.io does not allow is in doubt.
 */
export function judgeName(name: string): { readonly refused?: string; readonly doubt?: string } {
  const refused = REFUSALS.find(({ is }) => is(name))?.because;
  return refused === undefined ? { doubt: DOUBTS.find(({ is }) => is(name))?.because } : { refused };
}

interface Rule {
  readonly is: (name: string) => boolean;
  readonly because: string;
}

const REFUSALS: readonly Rule[] = [
  { is: (name) => name === "", because: "is empty" },
  { is: (name) => /[/\\]/.test(name), because: "contains a path separator" },
  // Plain ASCII first: the engine reads Unicode's tables for the second pattern, which takes longer than the rest of a check.
  { is: (name) => /[^ -~]/.test(name) && /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(name), because: "contains invisible characters" },
  { is: (name) => name.startsWith("."), because: "starts with a dot" },
  { is: (name) => /[<>:"|?*]/.test(name), because: "contains a character that Windows does not allow in names" },
  { is: (name) => /^\s|[\s.]$/u.test(name), because: "starts with a space, or ends with a space or a dot" },
  {
    is: (name) => /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\.|\s*$)/iu.test(name),
    because: "is the name of a device on Windows",
  },
  { is: (name) => byteLength(name) > MOST_BYTES, because: `is longer than ${MOST_BYTES} bytes` },
];

const DOUBTS: readonly Rule[] = [
  { is: (name) => name.length > 64, because: "is longer than 64 characters" },
  { is: (name) => !/^[a-z0-9-]+$/.test(name), because: "has other characters than lower-case letters, digits and hyphens" },
  { is: (name) => /^-|-$|--/.test(name), because: "starts or ends with a hyphen, or has two in a row" },
];

/** Equal for names that would be the same folder on some file system. */
export function foldedName(name: string): string {
  return name.normalize("NFC").toLowerCase().normalize("NFC");
}
