/** The user's Cargo, for builds: nothing of the repository decides which one, and few variables reach it (PL-32). */

import { posix, win32 } from "node:path";

import type { FetchSurroundings } from "../../ecosystems/ecosystem.ts";
import { type ManagerProgram, type ManagerSettings, NETWORK_VARIABLES } from "../../ecosystems/run-manager.ts";
import { lookUp } from "../../lookup.ts";
import { windowsVariable } from "../../platform/find-program.ts";
import type { AcquireServices } from "../program-source.ts";

export interface Cargo {
  readonly program: ManagerProgram;
  /** An empty one to start it in. */
  readonly folder: string;
  readonly services: AcquireServices;
  readonly onLine: (line: string) => void;
}

/** A large crate on a small machine. */
const LONGEST_MS = 30 * 60_000;

/** Windows' linker is found through these. */
const PROGRAM_FOLDERS = ["ProgramFiles", "ProgramFiles(x86)", "ProgramW6432", "PROCESSOR_ARCHITECTURE", "NUMBER_OF_PROCESSORS"];

export function cargoSettings({ context }: Pick<AcquireServices, "context">): ManagerSettings {
  return {
    name: "cargo",
    errorLine: /^error/,
    patienceMs: LONGEST_MS,
    kept: [...NETWORK_VARIABLES, "CARGO_HTTP_CAINFO", ...(context.os === "windows" ? PROGRAM_FOLDERS : [])],
    homes: ["CARGO_HOME", "RUSTUP_HOME", "CARGO_INSTALL_ROOT"],
    own: { CARGO_TERM_COLOR: "never", CARGO_TERM_PROGRESS_WHEN: "never", RUSTUP_AUTO_INSTALL: "0", GIT_TERMINAL_PROMPT: "0" },
  };
}

export function cargoSurroundings({ context, places, repository }: AcquireServices): FetchSurroundings {
  const { os, home } = context;
  return { os, home, env: withNamedCargo(context), cache: places.cache, repository };
}

/**
 * The folder of `CARGO` comes first in PATH, so that its compiler belongs to it. It comes last where rustup has set the variable: for the folder
 * that the user is in, whose repository may choose any toolchain with a file.
 */
function withNamedCargo({ os, env }: AcquireServices["context"]): AcquireServices["context"]["env"] {
  const path = os === "windows" ? win32 : posix;
  const get = (name: string) => (os === "windows" ? windowsVariable(env, name) : lookUp(env, name));
  const cargo = get("CARGO") ?? "";
  if (!path.isAbsolute(cargo) || !/^cargo(?:\.exe)?$/i.test(path.basename(cargo))) return env;
  const folders = get("PATH") ?? "";
  const joined = get("RUSTUP_TOOLCHAIN") === undefined ? [path.dirname(cargo), folders] : [folders, path.dirname(cargo)];
  return { ...env, PATH: joined.filter((part) => part !== "").join(path.delimiter) };
}
