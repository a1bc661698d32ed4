/** Skills as tools, prompts and resources: those that apply in a folder, and their files. */

import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";

import type { PlacedContext } from "../../host/places.ts";
import { readRegular } from "../../host/read-file.ts";
import { lookUp } from "../../lookup.ts";
import { loadHere } from "../../plugins/here/load-here.ts";
import { collectSkills } from "../../plugins/skills/collect.ts";
import { planNames } from "../../plugins/skills/plan-names.ts";
import { cachedSnapshots, type SnapshotFile, snapshotOf } from "../../plugins/skills/skill-files.ts";

/** A skill under the name that `sync` would give its copy. */
export type SkillHere = Awaited<ReturnType<typeof skillsFor>>[number];

const MOST_SKILLS = 500;
const MOST_FILES = 100;

/** Judged as `sync` judges them, at this moment. */
export async function skillsFor(app: PlacedContext) {
  const { config, loaded } = loadHere(app);
  const { skills } = collectSkills(loaded, { config, places: app.places });
  const snapshots = cachedSnapshots();
  const named = skills.map(({ skill, mirrored, source, plugin }) => {
    const { name, origin, description, directory, packageRoot } = skill;
    return {
      name,
      origin,
      digest: () => snapshots.digestOf(skill),
      fixed: mirrored,
      here: { description, directory, source, packageRoot, plugin },
    };
  });
  const planned = planNames(named, () => false).flatMap(({ of, name }) => (name === undefined ? [] : [{ name, ...of.here }]));
  return planned.sort((one, other) => (one.name < other.name ? -1 : 1)).slice(0, MOST_SKILLS);
}

/** `SKILL.md` first. None where `sync` would refuse to copy the folder. */
export function skillFiles(skill: SkillHere): readonly SnapshotFile[] {
  const snapshot = snapshotOf(skill);
  if (!snapshot.ok) return [];
  const isMain = ({ path }: SnapshotFile) => path === "SKILL.md";
  return [...snapshot.files.filter(isMain), ...snapshot.files.filter((file) => !isMain(file))].slice(0, MOST_FILES);
}

const MOST_BYTES = 4 * 1024 * 1024;

/** `undefined` where the skill has no such file. Only listed files are read, so that no path leads out of the skill. */
export function readSkillFile(skill: SkillHere, path: string): { readonly text: string } | { readonly blob: string } | undefined {
  const file = skillFiles(skill).find((one) => one.path === path);
  if (file === undefined) return undefined;
  const bytes = readRegular(file.from, { maxBytes: MOST_BYTES });
  try {
    if (!bytes.includes(0)) return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    // It is not UTF-8.
  }
  return { blob: Buffer.from(bytes).toString("base64") };
}

/** `skill://<name>/SKILL.md` and the files beside it. */
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
  const all = skills.flatMap((skill) =>
    skillFiles(skill).map(({ path }) => {
      const about = path === "SKILL.md" ? { title: skill.name, description: skill.description } : {};
      const uri = SCHEME + [skill.name, ...path.split("/")].map(encodeURIComponent).join("/");
      return { uri, name: `${skill.name}/${path}`, ...about, mimeType: lookUp(TYPES, extensionOf(path)) };
    }),
  );
  return all.slice(0, MOST_RESOURCES);
}

export async function readResource(app: PlacedContext, uri: string): Promise<ReadResourceResult> {
  const place = placeIn(uri);
  const skill = place === undefined ? undefined : (await skillsFor(app)).find(({ name }) => name === place.name);
  const content = skill === undefined ? undefined : readSkillFile(skill, place!.path);
  if (content === undefined) throw new ResourceNotFoundError(uri);
  const mimeType = lookUp(TYPES, extensionOf(place!.path)) ?? ("text" in content ? "text/plain" : "application/octet-stream");
  return { contents: [{ uri, mimeType, ...content }] };
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

function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1).toLowerCase();
}

/** Skills as prompts, for clients in which people choose them by name. */
export function listPrompts(skills: readonly SkillHere[]): Prompt[] {
  return skills.map(({ name, description }) => ({ name, description }));
}

export async function getPrompt(app: PlacedContext, name: string): Promise<GetPromptResult> {
  const skill = (await skillsFor(app)).find((one) => one.name === name);
  const read = skill === undefined ? undefined : readSkillFile(skill, "SKILL.md");
  if (skill === undefined || read === undefined || !("text" in read))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `no skill ${JSON.stringify(name)} applies here`);
  const text = `The files of this skill are in ${skill.directory}\n\n${read.text}`;
  return { description: skill.description, messages: [{ role: "user", content: { type: "text", text } }] };
}
