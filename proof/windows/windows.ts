/** A Windows of its own for one test file: a prefix of Wine in a temporary folder, in which our build is run by Node for Windows. */

import { spawnSync } from "node:child_process";
import { closeSync, cpSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { findWine } from "./wine.ts";

export const WINE = findWine();
if ("missing" in WINE) console.warn(`skipped: ${WINE.missing}`);

const ROOT = join(import.meta.dirname, "../..");

export interface Call {
  readonly house: House;
  /** Our command, or a line for `cmd`. */
  readonly command?: readonly string[];
  readonly line?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface Answer {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A home and a project below `C:\users`, with the names that Windows and that we give them. */
export interface House {
  readonly home: string;
  readonly project: string;
  /** A file below the home as this system names it. */
  readonly file: (path: string) => string;
  readonly inProject: (path: string) => string;
}

export interface Windows extends Disposable {
  readonly house: (name: string) => House;
  /** One after the other, or all at the same time. */
  readonly run: (calls: readonly Call[], how?: "together") => readonly Answer[];
}

export function startWindows(): Windows {
  if ("missing" in WINE) throw new Error(WINE.missing);
  const { wine, node } = WINE;
  const folder = mkdtempSync(join(tmpdir(), "symposium-windows-"));
  const prefix = join(folder, "prefix");
  const env = { PATH: "/usr/bin:/bin", HOME: folder, LANG: "C.UTF-8", WINEPREFIX: prefix, WINEDEBUG: "-all", DISPLAY: "" };
  /** Under Wine what goes into a pipe may be lost, what goes into a file is not. */
  const start = (...args: readonly string[]) => {
    const output = openSync(join(folder, "output.txt"), "w");
    const { status } = spawnSync(wine, args, { env, cwd: folder, stdio: ["ignore", output, output] });
    closeSync(output);
    if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${readFileSync(join(folder, "output.txt"), "utf8")}`);
  };
  start("wineboot", "-i");
  start("reg", "add", String.raw`HKCU\Software\Wine`, "/v", "Version", "/d", "win10", "/f");

  installPackage(join(prefix, "drive_c/symposium"));

  const run: Windows["run"] = (calls, how) => {
    const [asked, answered] = [join(folder, "calls.json"), join(folder, "answers.json")];
    const whole = calls.map(({ house, command = [], env: more, ...call }) => ({
      cwd: house.project,
      args: [String.raw`C:\symposium\dist\symposium.cjs`, ...command],
      ...call,
      env: { ...environment(house.home, node), ...more },
    }));
    writeFileSync(asked, JSON.stringify({ calls: whole, together: how === "together" }));
    start(node, named(join(import.meta.dirname, "batch.cjs")), named(asked), named(answered));
    return JSON.parse(readFileSync(answered, "utf8")) as Answer[];
  };
  return {
    run,
    house: (name) => {
      const below = (...path: readonly string[]) => join(prefix, "drive_c/users", name, ...path);
      mkdirSync(below("project/.git"), { recursive: true });
      // Without the source that would be fetched; a sync compares copies however young they are.
      put(below(".symposium/config.toml"), "sync-debounce-secs = 0\r\n\r\n[defaults]\r\nsymposium-recommendations = false\r\n");
      const home = `C:\\users\\${name}`;
      return { home, project: `${home}\\project`, file: (path) => below(path), inProject: (path) => below("project", path) };
    },
    [Symbol.dispose]: () => {
      spawnSync("wineserver", ["-k"], { env });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As npm would put it there. */
function installPackage(folder: string): void {
  mkdirSync(folder);
  cpSync(join(ROOT, "package.json"), join(folder, "package.json"));
  cpSync(join(ROOT, "dist"), join(folder, "dist"), { recursive: true, filter: (path) => !path.endsWith("/native") });
}

export function put(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Wine shows the whole file system as a drive. */
function named(path: string): string {
  return `Z:${path.replaceAll("/", "\\")}`;
}

function environment(home: string, node: string): Record<string, string> {
  const system = String.raw`C:\windows\system32`;
  return {
    SystemRoot: String.raw`C:\windows`,
    ComSpec: `${system}\\cmd.exe`,
    PATH: `${system};C:\\windows;${named(dirname(node))}`,
    PATHEXT: ".COM;.EXE;.BAT;.CMD",
    USERPROFILE: home,
    APPDATA: `${home}\\AppData\\Roaming`,
    LOCALAPPDATA: `${home}\\AppData\\Local`,
    TEMP: `${home}\\Temp`,
    TMP: `${home}\\Temp`,
  };
}
