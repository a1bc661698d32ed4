/**
 * Runs Cargo without the network and without the repository. It starts in a copy, so that none of the repository's configuration and toolchain
 * files apply, with few variables: any other could name a registry, a credential, a compiler or a proxy, and a project can set
 * variables of the agent that called us (PL-32).
 */

import { lookUp } from "../../lookup.ts";
import { type Bounds, isAtOrBelow } from "../../platform/bounds.ts";
import { findProgram, realFiles, windowsVariable } from "../../platform/find-program.ts";
import type { RootSurroundings } from "../ecosystem.ts";

export interface CargoProgram {
  readonly file: string;
  readonly env: RootSurroundings["env"];
}

/** `undefined` where there is none outside the repository. */
export function findCargo({ os, env }: Pick<RootSurroundings, "os" | "env">, bounds: Bounds): CargoProgram | undefined {
  const separator = os === "windows" ? ";" : ":";
  const isOutside = (path: string) => path !== "" && !isAtOrBelow(path, bounds.top) && bounds.leadsOut(path) !== undefined;
  const get = (name: string) => (os === "windows" ? windowsVariable(env, name) : lookUp(env, name));
  const folders = (get("PATH") ?? (os === "windows" ? "" : "/usr/bin:/bin")).split(separator).filter(isOutside);
  const kept = KEPT.flatMap((name) => {
    const value = get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const homes = HOMES.flatMap((name) => {
    const value = get(name);
    return value === undefined || !isOutside(value) ? [] : [[name, value] as const];
  });
  const own = { ...Object.fromEntries([...kept, ...homes]), PATH: folders.join(separator), ...OFFLINE };
  const file = findProgram("cargo", os, own, realFiles);
  return file === undefined ? undefined : { file, env: own };
}

/** The variables a program needs to find its own files. */
const KEPT = ["PATHEXT", "SystemRoot", "SystemDrive", "windir", "COMSPEC", "TEMP", "TMP", "TMPDIR", "ProgramData"];
const HOMES = ["HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "CARGO_HOME", "RUSTUP_HOME"];

const OFFLINE = {
  CARGO_NET_OFFLINE: "true",
  CARGO_NET_GIT_FETCH_WITH_CLI: "false",
  CARGO_HTTP_PROXY: "",
  // A provider may be any program; the built-in one only reads a file.
  CARGO_REGISTRY_GLOBAL_CREDENTIAL_PROVIDERS: "cargo:token",
  CARGO_TERM_COLOR: "never",
  RUSTUP_AUTO_INSTALL: "0",
  RUSTUP_OFFLINE: "1",
  GIT_TERMINAL_PROMPT: "0",
} as const;

const PATIENCE_MS = 60_000;

/** `undefined` on success, else why not. */
export function runCargo({ file, env }: CargoProgram, args: readonly string[], cwd: string): Promise<string | undefined> {
  const options = { cwd, env, timeout: PATIENCE_MS, killSignal: "SIGKILL", windowsHide: true, maxBuffer: 16 * 1024 * 1024 } as const;
  return new Promise((settle) => {
    // Most commands start no process, and loading this module takes Node 20 milliseconds.
    const child = process.getBuiltinModule("node:child_process").execFile(file, [...args], options, (error, _stdout, stderr) => {
      if (error === null) return settle(undefined);
      if (error.killed === true) return settle(`cargo did not answer within ${PATIENCE_MS / 1000} seconds`);
      const errorLine = stderr.split("\n").find((line) => line.startsWith("error"));
      settle(errorLine === undefined ? `cannot run cargo (${error.message.split("\n", 1)[0]})` : `cargo failed: "${errorLine}"`);
    });
    child
      .on("error", () => {})
      .stdin?.on("error", () => {})
      .end();
  });
}
