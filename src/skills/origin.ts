/** Where skills come from: comparison and text. */

import { sha256 } from "../platform/sha256.ts";
import type { SkillOrigin } from "./skill.ts";

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

/** For people. */
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
