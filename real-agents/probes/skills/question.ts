/** Questions about skills: where they are put, how the agent is started, and where the model's first request must be checked. */

import type { Recipe } from "../../recipes/recipe.ts";
import type { Probe } from "../probe.ts";

export interface PlacedSkill {
  /** Its folder: below the project, `~/…` below the home, `../…` beside the project. */
  readonly at: string;
  /** `name` in its frontmatter; absent for the name of its folder, `null` for none. */
  readonly name?: string | null;
  /** Without any frontmatter. */
  readonly plain?: true;
  /** More files in its folder, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** The folder is a link; the skill is there. */
  readonly linkedTo?: string;
}

export interface SkillRun {
  readonly name: string;
  readonly skills: readonly PlacedSkill[];
  /** Folders that are links to others, by path. */
  readonly links?: Readonly<Record<string, string>>;
  /** Files of the project, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** These skills come and those go while the agent runs. */
  readonly change?: SkillChange;
  readonly by?: Pick<Probe, "below" | "untrusted">;
  readonly asks: readonly SkillQuestion[];
}

export interface SkillChange {
  /** The hook at the session's start makes it, or the first shell command. */
  readonly by: "hook" | "command";
  readonly come: readonly string[];
  readonly go: readonly string[];
  /** What the hook answers. */
  readonly say?: unknown;
}

/** One row of the table. */
export interface SkillQuestion {
  readonly question: string;
  /** The skills to search for: one is listed or not, of several the listed ones. */
  readonly of: readonly string[];
}

export interface SkillAgent {
  readonly recipe: Recipe;
  /** The folder of skills that it is to share with others, and the one of its own. */
  readonly shared: string;
  readonly own: string;
  /** Its event at the session's start. */
  readonly start: string;
  /** What a hook answers there to have skills looked for again; absent where there is no such answer. */
  readonly lookAgain?: unknown;
}

/** The description by which a skill is found in a request. */
export function markOf(at: string): string {
  return `Mark-${at
    .replace("~", "home")
    .replace("../", "beside/")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-/, "")}-end`;
}
