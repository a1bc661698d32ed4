/** A package as agents and people read it: the first three lines are those of the Rust tool. */

import { titleOf } from "../../agents/agents-by-name.ts";
import type { PackageInfo } from "../../app/packages/package-info.ts";
import type { PackageSkill } from "../../app/packages/package-skills.ts";
import type { Style } from "../report/reporter.ts";
import { listed } from "./listed.ts";

const FROM: Readonly<Record<PackageInfo["from"], string>> = {
  member: "part of this workspace",
  path: "a folder that this workspace names",
  git: "a git repository, checked out by the package manager",
  vendored: "installed inside this workspace",
  registry: "a registry, unpacked by the package manager",
  fetched: "a registry, fetched by Symposium",
};

export function renderPackageInfo(info: PackageInfo, word: string, { style, calledAs }: { style: Style; calledAs: string }): string[] {
  const { state, reason, change } = info.plugin;
  const because = reason === undefined ? "" : `: ${reason}`;
  // Some reasons name the command themselves.
  const command = change === undefined || because.includes(change) ? "" : ` (change: \`${calledAs} ${change}\`)`;
  return [
    `${word}: ${info.name}`,
    `Version: ${info.version ?? "unknown"}`,
    `Source: ${info.source}`,
    `From: ${FROM[info.from]}`,
    `Plugin: ${state}${because}${command}`,
    ...(info.skills.length === 0 ? [] : ["Skills:", ...info.skills.flatMap((skill) => skillLines(skill, style))]),
    ...(info.moreSkills === 0 ? [] : [`  and ${info.moreSkills} more`]),
    ...(info.redirects.length === 0 ? [] : [`Skills are in: ${info.redirects.join(", ")}`]),
  ];
}

function skillLines({ name, description, folder, by, installed }: PackageSkill, style: Style): string[] {
  const agents = [...new Set(installed.flatMap((copy) => copy.agents))].map(titleOf);
  const state = installed.length === 0 ? "not installed" : agents.length === 0 ? "installed" : `installed for ${listed(agents)}`;
  const from = by === undefined ? "" : `, from ${by.plugin === undefined ? "" : `plugin ${by.plugin} of `}source ${by.source}`;
  return [`  ${name}  ${style("faint", `${state}${from}`)}`, `    ${description.replaceAll(/\s+/g, " ")}`, `    ${style("faint", folder)}`];
}
