/** `package-info` and `crate-info`: where the source of a package lies and what it brings, for an agent that wants to read it. */

import { titleOf } from "../agents/agents-by-name.ts";
import { crateInfo, packageInfo, type PackageInfo, type PackageInfoRequest } from "../diagnose/package-info.ts";
import type { PackageSkill } from "../diagnose/package-skills.ts";
import { problemText } from "../files/problem.ts";
import type { CliContext } from "./cli-context.ts";
import { argument, command, parsed } from "./command.ts";
import type { Style } from "./terminal/reporter.ts";
import { listed } from "./terminal/text.ts";

export const packageInfoCommand = command({
  brief: "Show the version, source folder and skills of a package",
  about:
    "Prints the version of a package that this workspace uses, the folder of its source, its skills and the state of its plugin. Fetches a package\n" +
    "that is not on this machine with its package manager, unless an agent runs the command (see agents-may-fetch in config.toml).\n" +
    "Builds and runs nothing.",
  examples: [
    { input: "widget", brief: "Show the version in use" },
    { input: "<ecosystem>:widget", brief: "Show a package of another ecosystem" },
    { input: "widget --version 2", brief: "Show a version that meets a requirement" },
  ],
  positional: argument("name", "The package; with its ecosystem and a colon where the workspace does not have it"),
  flags: { version: parsed("requirement", "Require a version, written as in the package manager's files") },
  run: (cli, { version }, name) => reportPackageInfo(cli, "Package", (about) => packageInfo(cli, { name, requirement: version, ...about })),
});

export const crateInfoCommand = command({
  brief: "Show the version, source folder and skills of a crate",
  about:
    "Prints the version of a crate that this workspace uses, the folder of its source, its skills and the state of its plugin. Fetches a crate that is\n" +
    "not on this machine with Cargo, unless an agent runs the command (see agents-may-fetch in config.toml).\n" +
    "Builds and runs nothing.",
  examples: [
    { input: "serde", brief: "Show the version in use" },
    { input: "serde --version 1", brief: "Show a version that meets a requirement" },
  ],
  positional: argument("name", "The crate; `-` and `_` are the same"),
  flags: { version: parsed("requirement", "Require a version, written as in Cargo.toml") },
  run: (cli, { version }, name) => reportPackageInfo(cli, "Crate", (about) => crateInfo(cli, { name, requirement: version, ...about })),
});

type About = Pick<PackageInfoRequest, "update" | "ancestors" | "onProgress">;

async function reportPackageInfo(cli: CliContext, word: string, ask: (about: About) => Promise<PackageInfo>): Promise<void> {
  const { report, update, ancestors } = cli;
  const onProgress = (message: string) => report({ type: "message", level: "note", message });
  const info = await ask({ update, ancestors, onProgress });
  for (const problem of info.problems) report({ type: "message", level: "detail", message: problemText(problem) });
  report({ type: "answer", value: info, text: (style) => renderPackageInfo(info, word, { style, calledAs: cli.calledAs }) });
}

const FROM: Readonly<Record<PackageInfo["from"], string>> = {
  member: "part of this workspace",
  path: "a folder that this workspace names",
  git: "a git repository, checked out by the package manager",
  vendored: "installed inside this workspace",
  registry: "a registry, unpacked by the package manager",
  fetched: "a registry, fetched by Symposium",
};

/** A package as agents and people read it: the first three lines are those of the Rust tool. */
function renderPackageInfo(info: PackageInfo, word: string, { style, calledAs }: { style: Style; calledAs: string }): string[] {
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
