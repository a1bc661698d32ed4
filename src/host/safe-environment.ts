/** The environment of programs we start: a PATH that a project cannot choose, and no variables that make a program run other code. */

import type { OperatingSystem } from "../context.ts";
import { lookUp } from "../lookup.ts";
import { isFullPath, windowsVariable } from "./command-line.ts";
import { type Places, readPlacesRecord } from "./places.ts";

/**
 * A project's file can set variables for an agent, so these reach a handler only where its hook names them (`keep-env`). Who reads them → the names;
 * a final `*` matches any ending. Texts: a set of them costs a call more to make than to search.
 */
export const UNSAFE_VARIABLES: Readonly<Record<string, string>> = {
  "Node and Bun":
    "NODE_OPTIONS NODE_PATH NODE_V8_COVERAGE NODE_REPL_EXTERNAL_MODULE NODE_COMPILE_CACHE NODE_PENDING_DEPRECATION" +
    " BUN_OPTIONS BUN_BE_BUN BUN_INSPECT* BUN_RUNTIME_TRANSPILER_CACHE_PATH BUN_BYTECODE_ORDER_OUT BUN_CONFIG_*",
  "the loader": "LD_* DYLD_* GCONV_PATH GLIBC_TUNABLES LIBPATH SHLIB_PATH NLSPATH LOCPATH",
  shells:
    "BASH_ENV ENV BASH_FUNC_* SHELLOPTS BASHOPTS PS4 IFS CDPATH GLOBIGNORE PROMPT_COMMAND BASH_XTRACEFD ZDOTDIR FPATH POSIXLY_CORRECT",
  Python:
    "PYTHONPATH PYTHONSTARTUP PYTHONHOME PYTHONUSERBASE PYTHONINSPECT PYTHONBREAKPOINT PYTHONWARNINGS PYTHONEXECUTABLE" +
    " PYTHONPLATLIBDIR PYTHONPYCACHEPREFIX PYTHONCASEOK",
  "Perl and Ruby": "PERL5OPT PERL5LIB PERLLIB PERL5DB RUBYOPT RUBYLIB BUNDLE_GEMFILE GEM_PATH GEM_HOME",
  "Java and .NET": "JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS CLASSPATH DOTNET_STARTUP_HOOKS CORECLR_* COR_*",
  "PHP and Lua": "PHPRC PHP_INI_SCAN_DIR LUA_INIT* LUA_PATH* LUA_CPATH*",
  OpenSSL: "OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES SSLKEYLOGFILE",
  "git, which starts what they name":
    "GIT_EXEC_PATH GIT_CONFIG* GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND GIT_SSH GIT_SSH_COMMAND GIT_ASKPASS SSH_ASKPASS" +
    " GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER GIT_TEMPLATE_DIR GIT_DIR GIT_WORK_TREE LESSOPEN LESSCLOSE",
};

const names = ` ${Object.values(UNSAFE_VARIABLES).join(" ")} `;
const beginnings: string[] = [];

/** The first letters of `beginnings`: most variables have another, and a call checks each. */
let initials = "";
for (let end = names.indexOf("*"); end !== -1; end = names.indexOf("*", end + 1)) {
  const beginning = names.slice(names.lastIndexOf(" ", end) + 1, end);
  beginnings.push(beginning);
  initials += beginning[0];
}

/** Windows ignores the case of names. */
export function isUnsafeVariable(name: string, os: OperatingSystem): boolean {
  const folded = os === "windows" ? name.toUpperCase() : name;
  if (names.includes(` ${folded} `)) return true;
  if (!initials.includes(folded.slice(0, 1))) return false;
  for (const start of beginnings) if (folded.startsWith(start)) return true;
  return false;
}

/** The folders are the workspace, and those of a call; `null` is skipped. */
type PathSurroundings = { readonly os: OperatingSystem; readonly home: string; readonly folders: readonly (string | null)[] };

/**
 * PATH without the folders that the project controls: relative ones, and those inside the workspace. A bare name, called by us
 * or by a handler, is then a program of the user's and not of the repository's (RT-34).
 */
export function cleanPath(path: string, { os, home, folders }: PathSurroundings): string {
  const separator = os === "windows" ? ";" : ":";
  // Loops, because every call that runs a handler comes here, and the first `filter` or `flatMap` of a native program costs more.
  const projects: string[] = [];
  for (const folder of folders) {
    const project = folder === null ? undefined : plain(folder, os);
    if (project !== undefined && isProject(project, os, home)) projects.push(project);
  }
  const kept: string[] = [];
  for (const entry of path.split(separator)) if (isFullPath(entry, os) && !isInside(projects, plain(entry, os))) kept.push(entry);
  return kept.join(separator);
}

function isInside(folders: readonly string[], path: string): boolean {
  for (const folder of folders) if (leadsInto(folder, path)) return true;
  return false;
}

/** An agent may be started in the home folder, or in a folder with the system's programs: these stay usable. */
function isProject(folder: string, os: OperatingSystem, home: string): boolean {
  const places = os === "windows" ? ["C:\\Windows", "C:\\Program Files"] : ["/usr/local/bin", "/usr/bin", "/bin", "/opt"];
  for (const place of places) if (leadsInto(folder, plain(place, os))) return false;
  return !leadsInto(folder, plain(home, os));
}

function leadsInto(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? folder : `${folder}/`);
}

/** With slashes, without `.`, `..` and empty parts; on Windows in lower case. */
function plain(path: string, os: OperatingSystem): string {
  const isPlain = os !== "windows" && path[0] === "/" && !path.includes("/.") && !path.includes("//") && path[path.length - 1] !== "/";
  if (isPlain) return path;
  const parts: string[] = [];
  for (const part of (os === "windows" ? path.toLowerCase().replaceAll("\\", "/") : path).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `${path[0] === "/" ? "/" : ""}${parts.join("/")}`;
}

const UNIX: readonly string[] = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/local/sbin", "/usr/sbin", "/sbin"];

/** The system's folders of programs. Those of Windows are below its own folder; NixOS and Homebrew have one elsewhere. */
const FOLDERS: Readonly<Record<OperatingSystem, readonly string[]>> = {
  linux: [...UNIX, "/run/current-system/sw/bin"],
  macos: [...UNIX, "/opt/homebrew/bin"],
  windows: ["\\System32", "", "\\System32\\Wbem", "\\System32\\WindowsPowerShell\\v1.0", "\\System32\\OpenSSH"],
};

/**
 * The folders of programs that a project's environment cannot take away (RT-34): those of the user's last `init` or `sync`, then the system's. A
 * guard that starts `cat` or `jq` finds it whatever PATH its call has, whose variables decide nothing here. Never throws.
 */
export function usualPath(places: Pick<Places, "record">, os: OperatingSystem): string {
  const read = readPlacesRecord(places, os);
  const recorded = read.state === "read" ? read.record.environment : {};
  if (os !== "windows") return [lookUp(recorded, "PATH") ?? "", ...FOLDERS[os]].join(":");
  const root = windowsVariable(recorded, "SystemRoot") ?? "C:\\Windows";
  return [windowsVariable(recorded, "PATH") ?? "", ...FOLDERS.windows.map((folder) => root + folder)].join(";");
}

/** The name of PATH in this environment: Windows usually spells it `Path`, and must not get both. */
export function pathKey(env: Readonly<Record<string, string | undefined>>, os: OperatingSystem): string {
  if (os === "windows") for (const name of Object.keys(env)) if (name.toUpperCase() === "PATH") return name;
  return "PATH";
}

export function pathWith(folders: readonly string[], rest: string | undefined, os: OperatingSystem): string {
  return [...folders, ...(rest ? [rest] : [])].join(os === "windows" ? ";" : ":");
}
