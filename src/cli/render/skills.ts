/** The skills of a sync as people see them: a line for each that changes. */

import { titleOf } from "../../agents/agents-by-name.ts";
import { counted } from "./counted.ts";
import { shortPath } from "./short-path.ts";
import type { SkillChange, SkillsResult, ThroughPlugin } from "../../app/skills-result.ts";
import type { RenderOptions } from "./options.ts";
import type { Ink } from "../report/reporter.ts";

const WORDS: Readonly<Record<SkillChange["action"], readonly [done: string, planned: string, ink: Ink]>> = {
  install: ["installed", "would install", "good"],
  update: ["updated", "would update", "good"],
  remove: ["removed", "would remove", "good"],
  keep: ["yours now", "would be yours", "caution"],
  blocked: ["left out", "left out", "bad"],
};

const WIDTH = 13;

export function renderSkills({ through, ...result }: SkillsResult, options: RenderOptions): string[] {
  return [
    ...changeLines(result, options),
    ...through.filter(({ takes }) => takes.includes("skills")).map((one) => throughLine(one, options)),
  ];
}

function throughLine({ plugin, title, folder }: ThroughPlugin, { style, home }: RenderOptions): string {
  const words = `${title}: loads the plugin from ${shortPath(folder, home)}`;
  return `${style("good", "through agent".padEnd(WIDTH))} ${style("whole", `skills of ${plugin}`)}  ${style("faint", words)}`;
}

function changeLines({ state, changes, unchanged, stay }: Omit<SkillsResult, "through">, options: RenderOptions): string[] {
  const { style } = options;
  if (state === "busy") return [style("caution", "skills are being synced by another process")];
  const staying =
    stay === 0 ? [] : [style("caution", `${counted(stay, "skill stays", "skills stay")} as before, because something could not be loaded`)];
  if (changes.length > 0) return [...changes.map((change) => lineOf(change, state === "planned", options)), ...staying];
  if (unchanged === 0) return staying.length > 0 ? staying : [style("faint", "no skill applies here")];
  return [style("faint", `${counted(unchanged, "skill is", "skills are")} in place`), ...staying];
}

function lineOf(
  { action, skill, directory, agents, from, reason }: SkillChange,
  isPlanned: boolean,
  { style, home }: RenderOptions,
): string {
  const [done, planned, ink] = WORDS[action];
  const word = style(ink, (isPlanned ? planned : done).padEnd(WIDTH));
  const words =
    action === "install" || action === "update"
      ? `${skill}, from ${from ?? ""}, for ${agents.map(titleOf).join(", ")}`
      : `${skill}: ${shortPath(reason, home)}`;
  return `${word} ${style("whole", shortPath(directory, home))}  ${style("faint", words)}`;
}
