/** The one maker of plugins for tests: the text of manifests, hooks, handlers and skills, and the folders that hold them. */

import type { FileTree } from "fs-fixture";

/** The line of a manifest by which a plugin is for every project. */
export const EVERYWHERE = 'crates = ["*"]';

export function manifestText(name: string, more = "", gate = EVERYWHERE): string {
  return `name = "${name}"\n${gate}\n${more}`;
}

/** The folder of a plugin that is nothing but its manifest. */
export function manifest(name: string, more?: string, gate?: string): { readonly "SYMPOSIUM.toml": string } {
  return { "SYMPOSIUM.toml": manifestText(name, more, gate) };
}

/** A plugin in a folder of its name, with the scripts of its hooks. */
export function plugin(name: string, more: string, files: FileTree = {}): FileTree {
  return { [name]: { ...manifest(name, more), ...files } };
}

/** A hook whose handler is the script of the same name, or of another. */
export function hook(name: string, event = "PreToolUse", more = "", script = name): string {
  return `\n[[hooks]]\nname = "${name}"\nevent = "${event}"\ncommand = { script = "${script}.sh" }\n${more}\n`;
}

/** A handler that answers this, whatever it is given. */
export function says(answer: object, event = "PreToolUse"): string {
  return `cat >/dev/null; echo '${JSON.stringify({ [event]: answer })}'\n`;
}

/** A `SKILL.md`; `gate` is a line of its frontmatter. */
export function skillText(name: string, gate = "", body = `Read about ${name}.`): string {
  return `---\nname: ${name}\ndescription: About ${name}\n${gate === "" ? "" : `${gate}\n`}---\n${body}\n`;
}

/** A group of skills in a manifest. */
export function skillGroup(source = 'source.path = "skills"'): string {
  return `[[skills]]\n${source}\n`;
}

/** A plugin with one group of skills in `skills`. */
export function skillPlugin(name: string, skills: FileTree, { gate = EVERYWHERE, group = "", more = "" } = {}): FileTree {
  return { ...manifest(name, skillGroup(`${group}\nsource.path = "skills"`) + more, gate), skills };
}
