/** Skills as resources: `skill://<name>/SKILL.md` and the files beside it. */

import { type ReadResourceResult, type Resource, ResourceNotFoundError } from "@modelcontextprotocol/server";

import { lookUp } from "../../lookup.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { type SkillContent, readSkillFile } from "./read-skill-file.ts";
import { skillFiles, skillsFor, type SkillHere } from "./skills-for.ts";

const SCHEME = "skill://";
const MOST_RESOURCES = 2_000;

/** By extension; else text or bytes, as the file is. */
const TYPES: Readonly<Record<string, string>> = {
  md: "text/markdown",
  json: "application/json",
  py: "text/x-python",
  js: "text/javascript",
  ts: "text/x-typescript",
  sh: "application/x-sh",
  png: "image/png",
  svg: "image/svg+xml",
};

export function listResources(skills: readonly SkillHere[]): Resource[] {
  return skills.flatMap(resourcesOf).slice(0, MOST_RESOURCES);
}

export async function readResource(app: PlacedContext, uri: string): Promise<ReadResourceResult> {
  const place = placeIn(uri);
  const skill = place === undefined ? undefined : (await skillsFor(app)).find(({ name }) => name === place.name);
  const content = skill === undefined ? undefined : readSkillFile(skill, place!.path);
  if (content === undefined) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType: typeOf(place!.path, content), ...content }] };
}

function resourcesOf(skill: SkillHere): Resource[] {
  return skillFiles(skill).map(({ path }) => {
    const mimeType = lookUp(TYPES, extensionOf(path));
    const about = path === "SKILL.md" ? { title: skill.name, description: skill.description } : {};
    return { uri: uriOf(skill.name, path), name: `${skill.name}/${path}`, ...about, ...(mimeType === undefined ? {} : { mimeType }) };
  });
}

function uriOf(name: string, path: string): string {
  return SCHEME + [name, ...path.split("/")].map(encodeURIComponent).join("/");
}

function placeIn(uri: string): { readonly name: string; readonly path: string } | undefined {
  if (!uri.startsWith(SCHEME)) return undefined;
  try {
    const [name = "", ...parts] = uri.slice(SCHEME.length).split("/").map(decodeURIComponent);
    return { name, path: parts.join("/") };
  } catch {
    return undefined;
  }
}

function typeOf(path: string, content: SkillContent): string {
  return lookUp(TYPES, extensionOf(path)) ?? ("text" in content ? "text/plain" : "application/octet-stream");
}

function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1).toLowerCase();
}
