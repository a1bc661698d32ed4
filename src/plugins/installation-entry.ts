/** Installations in a manifest: declared under a name, or inline where they are used. */

import * as v from "valibot";

import { about, item, optionalText, text, texts } from "../documents/described-schema.ts";
import { PROGRAM_SOURCES } from "../installations/list.ts";
import { put } from "../lookup.ts";
import type { SourceKey } from "../installations/program-source.ts";

/** What to run; valid on a hook and on its installation. */
export const runnable = {
  executable: optionalText("A program to run.", 'executable = "bin/check"'),
  script: optionalText("A script to run through its interpreter.", 'script = "scripts/check.sh"'),
  args: v.optional(about("Arguments to run it with.", v.array(v.string()), 'args = ["--strict"]')),
};

/** The keys of all sources. Their values are read by the source that is named. */
const ofSources: Record<string, v.GenericSchema> = {};
for (const { keys } of PROGRAM_SOURCES) {
  for (const { key } of keys) {
    const users = PROGRAM_SOURCES.flatMap((source) =>
      source.keys.filter((one) => one.key === key).map((one) => ({ ...one, of: source.name })),
    );
    const example = users.find((one) => one.example !== undefined)?.example;
    put(ofSources, key, v.optional(about(aboutText(users), schemaOf(users), example)));
  }
}

function aboutText(users: readonly (SourceKey & { readonly of: string })[]): string {
  const texts = [...new Set(users.map((user) => user.about))];
  return texts
    .map(
      (one) =>
        `${users
          .filter((user) => user.about === one)
          .map(({ of }) => of)
          .join(", ")}: ${lowered(one)}`,
    )
    .join(" ");
}

function lowered(sentence: string): string {
  return sentence.slice(0, 1).toLowerCase() + sentence.slice(1);
}

function schemaOf(users: readonly SourceKey[]): v.GenericSchema {
  if (users.some(({ kind }) => kind === "flag")) return v.boolean();
  return users.some(({ kind }) => kind === "text or table by platform")
    ? v.union([v.string(), v.record(v.string(), v.string())])
    : v.string();
}

const acquisition = {
  source: optionalText(
    `How to get it: ${PROGRAM_SOURCES.map(({ name }) => name).join(", ")}; default: a file on disk.`,
    'source = "cargo"',
  ),
  install_commands: texts("Shell commands to run in the acquired folder.", 'install_commands = ["make"]'),
  ...(ofSources as Record<never, never>),
};

const INSTALLATION_STEERING = ["source", ...Object.keys(ofSources), "executable", "script", "args", "install_commands"];

/** Tables nest once: an inline requirement names what it requires. */
const InnerInstallation = item(
  { item: "installation", about: "An inline installation.", steering: INSTALLATION_STEERING },
  { name: optionalText("Ignored here."), ...acquisition, ...runnable, requirements: texts("Names of installations this one needs.") },
);

export const requirements = v.optional(
  about("Installations this one needs: names, or tables.", v.array(v.union([v.string(), InnerInstallation])), 'requirements = ["rtk"]'),
  [],
);

export const InlineInstallation = item(
  { item: "installation", about: "An inline installation.", steering: INSTALLATION_STEERING },
  { name: optionalText("Ignored here."), ...acquisition, ...runnable, requirements },
);

/** The name of an installation, or an inline one. */
export const reference = (description: string, example: string) => about(description, v.union([v.string(), InlineInstallation]), example);

export const Installation = item(
  { item: "installation", about: "Something a hook or a subcommand runs, and how to get it.", steering: INSTALLATION_STEERING },
  { name: text("The name hooks use for it.", 'name = "rtk"'), ...acquisition, ...runnable, requirements },
);

export type InstallationEntry = v.InferOutput<typeof Installation>;
export type InlineEntry = v.InferOutput<typeof InlineInstallation>;
