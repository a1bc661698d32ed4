/** Where skills come from, compared and written down. */

import { createHash } from "node:crypto";

import type { SkillOrigin } from "./skill.ts";

/** The same for two origins that are one. A folder is itself under whichever source's name it was reached. */
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

/** The package or commit around the skill; a folder has nothing around it that would make two of its skills one. */
export function originWhole(origin: SkillOrigin): string {
  return origin.kind === "folder" ? originKey(origin) : originKey({ ...origin, path: "" });
}

/** Keeps the names of skills apart that have nothing better for it. A new commit does not change it, so that names last. */
export function originHash(origin: SkillOrigin): string {
  const lasting = origin.kind === "git" ? { ...origin, commit: "" } : origin;
  return createHash("sha256").update(originKey(lasting)).digest("hex").slice(0, 8);
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
