/** What a project's own files may do to the user's hooks: one file or a few, and the agent that may read them. */

import type { Recipe } from "../../recipes/recipe.ts";
import type { Folders } from "../../sandbox.ts";

export interface ProjectQuestion {
  /** The file and what stands in it, in words. */
  readonly what: string;
  readonly files: (folders: Folders) => Readonly<Record<string, string>>;
  /** The user has not trusted the folder. */
  readonly untrusted?: true;
  /** Said of the row by hand. */
  readonly note?: string;
}

export interface ProjectQuestions {
  readonly recipe: Recipe;
  /** The agent's event before a tool. */
  readonly before: string;
  readonly questions: readonly ProjectQuestion[];
}

/** What a project tries to set, and looks for in the hook's environment. The values name the project, so that they differ from the user's. */
export function variablesOf({ project }: Folders): Readonly<Record<string, string>> {
  const theirs = `${project}/theirs`;
  return {
    SYMPOSIUM_HOME: theirs,
    XDG_CONFIG_HOME: theirs,
    XDG_STATE_HOME: theirs,
    BASH_ENV: `${project}/bash-env.sh`,
    ENV: `${project}/bash-env.sh`,
    LD_PRELOAD: `${theirs}/lib.so`,
    NODE_OPTIONS: `--title=${theirs}`,
    BUN_OPTIONS: `--title=${theirs}`,
    GIT_CONFIG_GLOBAL: `${theirs}/gitconfig`,
    PATH: `${theirs}:/usr/bin:/bin`,
  };
}

/** Set apart, because an agent may lose its own files by it. */
export function homeOf({ project }: Folders): Readonly<Record<string, string>> {
  return { HOME: `${project}/theirs` };
}

export function dotenv(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}
