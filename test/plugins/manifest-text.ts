import { problemText } from "../../src/files/problem.ts";
import { validateManifest } from "../../src/plugins/manifest/validate.ts";
import type { Plugin } from "../../src/plugins/plugin.ts";

export const HEAD = 'name = "p"\ncrates = ["*"]\n';

/** A manifest in `/plugins/p`, where the named files lie. */
export function read(text: string, files: readonly string[] = []) {
  const directory = "/plugins/p";
  return validateManifest(`${directory}/SYMPOSIUM.toml`, text, {
    directory,
    os: "linux",
    isFile: (path) => files.some((file) => path === `${directory}/${file}`),
  });
}

export function told(text: string): string[] {
  return read(text).problems.map((problem) => problemText(problem).replace("/plugins/p/SYMPOSIUM.toml:", ""));
}

/** The plugin of a manifest without any mistake. */
export function sound(text: string, files?: readonly string[]): Plugin {
  const { plugin, problems } = read(text, files);
  if (plugin === undefined || problems.some(({ severity }) => severity === "error")) throw new Error(problems.map(problemText).join("\n"));
  return plugin;
}

/** The first hook of a manifest whose head is given. */
export function hookOf(text: string, files?: readonly string[]) {
  const [hook] = sound(HEAD + text, files).hooks;
  if (hook === undefined) throw new Error("the manifest has no hook");
  return hook;
}
