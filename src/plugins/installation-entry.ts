/** Installations in a manifest: declared under a name, or inline where they are used. */

import * as v from "valibot";

import { about, item, optionalText, text, texts } from "../documents/described-schema.ts";

/** What to run; valid on a hook and on its installation. */
export const runnable = {
  executable: optionalText("A program to run.", 'executable = "bin/check"'),
  script: optionalText("A script to run through its interpreter.", 'script = "scripts/check.sh"'),
  args: v.optional(about("Arguments to run it with.", v.array(v.string()), 'args = ["--strict"]')),
};

const acquisition = {
  source: optionalText("How to get it: cargo, github or binary; omit it for a file on disk.", 'source = "cargo"'),
  crate: optionalText("cargo: the crate."),
  version: optionalText("cargo: the version; default: the latest."),
  git: optionalText("cargo: a repository to build from."),
  global: v.optional(about("cargo: install for the user, not only for Symposium.", v.boolean())),
  url: optionalText("github and binary: where it is."),
  command: optionalText('With source = "local": the same as executable.'),
  install_commands: texts("Shell commands to run after the download.", 'install_commands = ["make"]'),
};

const INSTALLATION_STEERING = [
  "source",
  "crate",
  "git",
  "url",
  "command",
  "executable",
  "script",
  "args",
  "version",
  "global",
  "install_commands",
];

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
