/** Temporary homes with so many plugins installed, and a project to be called from. */

import { linkSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Home {
  readonly path: string;
  /** A workspace: where the agent would be working. */
  readonly project: string;
  /** The scripts of the hooks that match, in the order they run. */
  readonly handlers: readonly string[];
}

export interface HomeWish {
  /** Plugins whose hook is for the shell. */
  readonly matching: number;
  /** Plugins whose hook is for another tool. */
  readonly others: number;
  /** The handlers are `/bin/true` instead of scripts. */
  readonly plain?: true;
  /** The format of the matching hooks. */
  readonly format?: string;
  /** What agents call: the program in our own directory. */
  readonly program?: string;
}

/** Of so many plugins, the matching ones stand in the middle. */
export function createHome(path: string, { matching, others, plain, program, format }: HomeWish): Home {
  const project = join(path, "code", "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  mkdirSync(join(path, ".symposium"), { recursive: true });
  writeFileSync(join(path, ".symposium", "config.toml"), `auto-update = "off"\n\n[defaults]\nsymposium-recommendations = false\n`);
  const before = Math.floor(others / 2);
  const handlers: string[] = [];
  for (let at = 0; at < matching + others; at++) {
    const matches = at >= before && at < before + matching;
    const script = installPlugin(
      path,
      `plugin-${String(at).padStart(3, "0")}`,
      matches ? "Bash" : (OTHER_TOOLS[at % OTHER_TOOLS.length] ?? "Read"),
      plain === true ? 'executable = "/bin/true"' : 'script = "check.sh"',
      "*",
      matches ? format : undefined,
    );
    if (matches) handlers.push(script);
  }
  if (program !== undefined) placeProgram(path, program);
  return { path, project, handlers };
}

const OTHER_TOOLS = ["Read", "Write", "Edit|Write", "Grep", "Glob", "WebFetch|WebSearch", "mcp__tracker__search"];

function placeProgram(home: string, program: string): void {
  mkdirSync(join(home, ".symposium", "bin"));
  linkSync(program, join(home, ".symposium", "bin", "symposium-hook"));
}

/** The event of the registered text does not start our program. */
export function makeIdle({ path }: Home, flag: string): void {
  mkdirSync(join(path, ".symposium", "idle"));
  writeFileSync(join(path, ".symposium", "idle", flag), "");
}

/** Gives the script of its hook. */
export function installPlugin(home: string, name: string, matcher: string, command: string, crate = "*", format?: string): string {
  return writePlugin(join(home, ".symposium", "plugins", name), name, matcher, command, crate, format);
}

/** Gives the script of its hook. */
export function writePlugin(folder: string, name: string, matcher: string, command: string, crate = "*", format?: string): string {
  mkdirSync(folder, { recursive: true });
  const spoken = format === undefined ? "" : `format = "${format}"\n`;
  const hook = `[[hooks]]\nname = "check"\nevent = "PreToolUse"\nmatcher = "${matcher}"\ncommand = { ${command} }\n${spoken}`;
  writeFileSync(join(folder, "SYMPOSIUM.toml"), `name = "${name}"\ncrates = ["${crate}"]\n\n${hook}`);
  writeFileSync(join(folder, "check.sh"), "cat >/dev/null\nexit 0\n");
  return join(folder, "check.sh");
}
