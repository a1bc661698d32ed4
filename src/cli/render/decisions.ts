/** What a sync decided: which plugins are active and why the others are not, and which skill goes where. */

import type { Considered, SkillsResult } from "../../app/skills-result.ts";
import { type Cell, columns } from "../terminal/columns.ts";
import type { RenderOptions } from "./options.ts";
import { shortPath } from "./short-path.ts";

export function decisionLines({ sources, considered, changes, inPlace }: SkillsResult, { style, home }: RenderOptions): string[] {
  const block = (title: string, rows: readonly (readonly Cell[])[]) =>
    rows.length === 0 ? [] : [style("strong", title), ...columns(rows, style).map((row) => `  ${row}`)];
  const foldersOf = (skill = "") =>
    [...changes, ...inPlace].filter((one) => one.skill === skill).map(({ directory }) => shortPath(directory, home));
  const plugins = considered.filter(({ event }) => event === "plugin_considered");
  const skills = considered.filter(({ event }) => event === "skill_considered");
  return [
    ...block(
      "sources",
      sources.map(({ name, state, commit = "" }) => [name, state, commit.slice(0, 12)]),
    ),
    ...block(
      "plugins",
      plugins.map((one) => [stateOf(one), one.plugin ?? "", one.reason ?? `source ${one.source}`]),
    ),
    ...block(
      "skills",
      skills.map((one) => [stateOf(one), one.skill ?? `all of ${one.plugin ?? one.source}`, one.reason ?? foldersOf(one.skill).join(", ")]),
    ),
  ];
}

function stateOf({ matched }: Considered): Cell {
  return matched ? ["good", "active"] : ["faint", "inactive"];
}
