import type { Environment, OperatingSystem } from "../context.ts";
import { type FileProbe, findProgram, isBareWord, realFiles } from "./find-program.ts";
import { batchCommand, gitShell } from "./windows-command.ts";
import { hasWord, lookUp, tableOf } from "../lookup.ts";

/** The command in a manifest or an index. */
export interface Runnable {
  /** `executable` runs directly, `script` through an interpreter, `shell` is a text that `sh` reads. */
  readonly kind: "executable" | "script" | "shell";
  /** An absolute path, or a bare word to be found on PATH; of a shell command its text. */
  readonly path: string;
  readonly args: readonly string[];
}

export type CommandLine =
  | { readonly file: string; readonly args: readonly string[]; readonly verbatim?: true }
  | { readonly missing: string };

/**
 * How a command is started. An executable runs directly. A script runs with `sh`, or on every system with the interpreter for its
 * extension, because no shell can read it. Windows has no `#!`, so executables go by their extension there too.
 */
export function commandLine(command: Runnable, os: OperatingSystem, env: Environment, files: FileProbe = realFiles): CommandLine {
  if (command.kind === "script") return scriptLine(command, os, env, files);
  if (command.kind === "shell") return shellLine(command, os, env, files);
  const file = findProgram(command.path, os, env, files);
  if (file === undefined) return { missing: `${command.path} was not found` };
  if (os !== "windows") return { file, args: command.args };
  const extension = extensionOf(file);
  if (hasWord(INTERPRETERS, extension)) return scriptLine({ ...command, path: file }, os, env, files);
  if (extension !== ".cmd" && extension !== ".bat") return { file, args: command.args };
  return batchCommand(file, command.args, env, files) ?? { missing: `${file} cannot take an argument with a line break` };
}

/** An interpreter that cannot open its script exits 2, which would count as a block: so the script is checked first. */
function scriptLine({ path, args }: Runnable, os: OperatingSystem, env: Environment, files: FileProbe): CommandLine {
  const script = isBareWord(path, os) ? findProgram(path, os, env, { ...files, isRunnable: files.isReadable }) : path;
  if (script === undefined || !files.isReadable(script)) return { missing: `the script ${path} is missing or unreadable` };
  const named = lookUp(INTERPRETERS, extensionOf(script))?.[os === "windows" ? "windows" : "elsewhere"];
  if (named === undefined) {
    const file = findShell(os, env, files);
    const argument = os === "windows" ? script.replaceAll("\\", "/") : script;
    return file === undefined ? { missing: "no sh was found to run the script" } : { file, args: [argument, ...args] };
  }
  for (const [word, ...flags] of named) {
    const file = findProgram(word, os, env, files);
    if (file !== undefined) return { file, args: [...flags, script, ...args] };
  }
  return { missing: `${named.map(([word]) => word).join(" or ")} was not found to run ${script}` };
}

function shellLine({ path: text, args }: Runnable, os: OperatingSystem, env: Environment, files: FileProbe): CommandLine {
  const file = findShell(os, env, files);
  return file === undefined ? { missing: "no sh was found to run the command" } : { file, args: ["-c", text, ...args] };
}

/** The usual place first: PATH may be long, and every check costs. */
export function findShell(os: OperatingSystem, env: Environment, files: FileProbe = realFiles): string | undefined {
  if (os === "windows") return gitShell(env, files);
  return files.isRunnable("/bin/sh") ? "/bin/sh" : findProgram("sh", os, env, files);
}

type Interpreter = readonly [word: string, ...flags: string[]];

const POWERSHELL_FLAGS = ["-NoLogo", "-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File"];
const NODE: readonly Interpreter[] = [["node"]];

/** By extension, the first that is installed. `py` comes first on Windows, where `python` may be a link to the store. */
const INTERPRETERS = tableOf<{ readonly windows: readonly Interpreter[]; readonly elsewhere: readonly Interpreter[] }>({
  ".js": { windows: NODE, elsewhere: NODE },
  ".mjs": { windows: NODE, elsewhere: NODE },
  ".cjs": { windows: NODE, elsewhere: NODE },
  // Node runs these itself from 22.18 on; an older one exits with code 1, which counts as a failure.
  ".ts": { windows: NODE, elsewhere: NODE },
  ".mts": { windows: NODE, elsewhere: NODE },
  ".cts": { windows: NODE, elsewhere: NODE },
  ".py": { windows: [["py", "-3"], ["python"]], elsewhere: [["python3"], ["python"]] },
  ".ps1": {
    windows: [
      ["pwsh", ...POWERSHELL_FLAGS],
      ["powershell", ...POWERSHELL_FLAGS],
    ],
    elsewhere: [["pwsh", ...POWERSHELL_FLAGS]],
  },
});

function extensionOf(path: string): string {
  const dot = path.lastIndexOf(".");
  return dot === -1 ? "" : path.slice(dot).toLowerCase();
}
