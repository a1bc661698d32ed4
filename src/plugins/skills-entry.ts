/** `[[skills]]` in a manifest. The key for where skills are has had several spellings, and all of them are in use. */

import * as v from "valibot";

import { about, item, optionalText, text, texts } from "../documents/described-schema.ts";
import { GATES, gates } from "./gate-entry.ts";
import { GIT_KEYS } from "./git-reference.ts";

const NamedPackage = item(
  { item: "package", about: "A package and its versions.", steering: ["name", "version"] },
  { name: text("The package's name.", 'name = "widget"'), version: optionalText("The required version.", 'version = "1.0"') },
);

export const packageReference = (description: string, example: string) =>
  v.optional(about(description, v.union([v.string(), NamedPackage]), example));

const SOURCE = {
  path: optionalText("A folder beside the manifest.", 'source.path = "skills"'),
  git: optionalText("A repository, or a folder in one.", 'source.git = "https://github.com/org/repo/tree/main/skills"'),
  ...GIT_KEYS,
  subdir: optionalText("git: a folder in the repository.", 'source.subdir = "skills"'),
  crate_path: optionalText("Deprecated: a folder inside the packages that the gates name.", 'source.crate_path = "skills"'),
  crate: packageReference("Deprecated: a package that contains the skills.", 'source.crate = { name = "widget" }'),
};

const SOURCE_KEYS: readonly string[] = Object.keys(SOURCE);

export const SkillSource = v.union([
  text('"crate": the skills come with the packages that the gates name.', 'source = "crate"'),
  item({ item: "source", about: "Where the skills are; exactly one of path and git.", steering: SOURCE_KEYS }, SOURCE),
]);

export const Skills = item(
  { item: "skill group", about: "A group of skills.", steering: ["source", "requires", ...GATES] },
  {
    requires: texts("Names of installations that the skills need; `sync` acquires them.", 'requires = ["rtk"]'),
    source: v.optional(about("Where the skills are.", SkillSource, 'source.path = "skills"')),
    ...gates,
  },
);

export type SkillsEntry = v.InferOutput<typeof Skills>;
