/** Agent Plugins (a folder with `plugin.json`) put where a real agent may look for them. Nothing here comes from `src`: the facts there follow from this. */

import type { Recipe } from "../../recipes/recipe.ts";

export interface PlacedPackage {
  /** Its folder: `~/…` in the home, `/…` beside home and project, anything else in the project. */
  readonly at: string;
  /** The plugin's name; its skill is `skill-<name>`, its server `server-<name>`. */
  readonly name: string;
  /** Manifests by path, beside or in the place of the one in the root; absent for that one alone. */
  readonly manifests?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Files with hooks, by path; each hook leaves a mark behind. */
  readonly hooks?: Readonly<Record<string, (command: string) => unknown>>;
  /** The folder is a link to this one. */
  readonly linkedTo?: string;
}

export interface PackageQuestion {
  readonly what: string;
  readonly packages: readonly PlacedPackage[];
  /** Tables added to settings, by path; `{home}`, `{project}` and `{root}` in their texts are folders of the run. */
  readonly settings?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Skills beside the packages, by folder: they have the name and text of the first package's. */
  readonly copies?: readonly string[];
  readonly untrusted?: true;
  /** A folder of the home is moved beside it after everything is in place, and this variable names it. */
  readonly moves?: { readonly variable: string; readonly folder: string };
  readonly moreArgs?: readonly string[];
}

export interface PackageQuestions {
  readonly recipe: Recipe;
  readonly questions: readonly PackageQuestion[];
}

export const MANIFEST = "plugin.json";

/** What a conformant package says of itself. */
export function manifestOf(name: string): Readonly<Record<string, unknown>> {
  return {
    $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
    name,
    version: "1.0.0",
    description: "A package to look for",
  };
}

/** A hook in the form that Claude Code introduced. */
export function claudeHooks(event: string) {
  return (command: string) => ({ hooks: { [event]: [{ hooks: [{ type: "command", command }] }] } });
}
