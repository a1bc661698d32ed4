/**
 * Before any test: the real home folder is out of reach, and so are the shims of version managers, which write there. Tests kill
 * package managers; pyenv's shim for pip, killed, leaves a lock behind for which every later pip of the user waits.
 */

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";

/** Where programs keep a user's files, unless these say otherwise. */
const USERS = ["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "PYENV_ROOT", "ASDF_DATA_DIR", "MISE_DATA_DIR"];

export function setup(): (() => void) | undefined {
  // Vitest calls it for each of its projects.
  if (process.env[OWN_HOME] !== undefined) return undefined;
  const rustup = join(homedir(), ".rustup");
  if (existsSync(rustup)) process.env["RUSTUP_HOME"] ??= rustup;
  // Windows programs that a proof fetched once.
  process.env["SYMPOSIUM_PROOF_CACHE"] ??= join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "symposium-ci");
  process.env["PATH"] = withoutShims(process.env["PATH"] ?? "");
  const home = mkdtempSync(join(tmpdir(), "symposium-home-"));
  for (const variable of USERS) delete process.env[variable];
  for (const variable of [OWN_HOME, "HOME", "USERPROFILE"]) process.env[variable] = home;
  return () => rmSync(home, { recursive: true, force: true });
}

const OWN_HOME = "SYMPOSIUM_TESTS_HOME";

/** The folders of the programs themselves take the place of the shims' folder. */
function withoutShims(path: string): string {
  const folders = path.split(delimiter);
  if (!folders.some(isOfShims)) return path;
  const { stdout } = spawnSync("python3", ["-I", "-S", "-c", "import sys; print(sys.executable)"], { encoding: "utf8", cwd: "/" });
  const real = [(stdout ?? "").trim(), process.execPath].filter((file) => file !== "").map((file) => dirname(file));
  return [...new Set(folders.flatMap((folder) => (isOfShims(folder) ? real : [folder])))].join(delimiter);
}

/** pyenv, asdf, mise and others of their kind all call it so. */
function isOfShims(folder: string): boolean {
  return basename(folder) === "shims";
}
