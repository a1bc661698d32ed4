/** The programs of a sync as people see them: a line for each that was acquired. */

import type { SkillsResult } from "../../app/skills-result.ts";
import type { RenderOptions } from "./options.ts";

const WIDTH = 13;

export function renderPrograms({ programs, state }: Pick<SkillsResult, "programs" | "state">, { style }: RenderOptions): string[] {
  const word = style("good", (state === "planned" ? "would acquire" : "acquired").padEnd(WIDTH));
  return programs.map(({ program, source, plugin, by, version }) => {
    const what = `${program}${version === undefined ? "" : ` ${version}`}`;
    return `${word} ${style("whole", what)}  ${style("faint", `${source}, for ${by.join(", ")} of ${plugin}`)}`;
  });
}
