/**
 * Runs Cargo without the repository. It starts in Symposium's cache, so that none of the repository's configuration and toolchain
 * files apply, with few variables: any other could name a registry, a credential or a compiler, and a project can set
 * variables of the agent that called us (PL-32).
 */

import { lookUp } from "../../lookup.ts";
import { type Bounds, isAtOrBelow } from "../../platform/bounds.ts";
import { findProgram, realFiles, windowsVariable } from "../../platform/find-program.ts";
import { markedEnvironment } from "../../platform/started-mark.ts";
import type { RootSurroundings } from "../ecosystem.ts";

export interface CargoProgram {
  readonly file: string;
  readonly env: RootSurroundings["env"];
  readonly patienceMs: number;
}

interface Network {
  readonly patienceMs: number;
  /** Variables of the caller that Cargo gets. */
  readonly kept: readonly string[];
  readonly own: Readonly<Record<string, string>>;
}

const QUIET = { CARGO_TERM_COLOR: "never", CARGO_TERM_PROGRESS_WHEN: "never", RUSTUP_AUTO_INSTALL: "0", GIT_TERMINAL_PROMPT: "0" };

export const OFFLINE: Network = {
  patienceMs: 60_000,
  kept: [],
  own: {
    ...QUIET,
    CARGO_NET_OFFLINE: "true",
    CARGO_NET_GIT_FETCH_WITH_CLI: "false",
    CARGO_HTTP_PROXY: "",
    // A provider may be any program; the built-in one only reads a file.
    CARGO_REGISTRY_GLOBAL_CREDENTIAL_PROVIDERS: "cargo:token",
    RUSTUP_OFFLINE: "1",
  },
};

/** Registries, credentials and their programs come from the configuration in Cargo's own folder. */
export const ONLINE: Network = {
  patienceMs: 120_000,
  kept: [
    ...["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy"],
    ...["SSL_CERT_FILE", "SSL_CERT_DIR", "CARGO_HTTP_CAINFO", "SSH_AUTH_SOCK"],
  ],
  // Git would start programs that its configuration names.
  own: { ...QUIET, CARGO_NET_GIT_FETCH_WITH_CLI: "false", CARGO_NET_RETRY: "1", CARGO_HTTP_TIMEOUT: "20" },
};

/** `undefined` where there is none outside the repository. */
export function findCargo(
  { os, env }: Pick<RootSurroundings, "os" | "env">,
  bounds: Bounds | undefined,
  { patienceMs, kept, own }: Network,
): CargoProgram | undefined {
  const separator = os === "windows" ? ";" : ":";
  const isOutside = (path: string) =>
    path !== "" && (bounds === undefined || (!isAtOrBelow(path, bounds.top) && bounds.leadsOut(path) !== undefined));
  const get = (name: string) => (os === "windows" ? windowsVariable(env, name) : lookUp(env, name));
  const folders = (get("PATH") ?? (os === "windows" ? "" : "/usr/bin:/bin")).split(separator).filter(isOutside);
  const taken = (names: readonly string[], isMeant: (value: string) => boolean) =>
    names.flatMap((name) => {
      const value = get(name);
      return value === undefined || !isMeant(value) ? [] : [[name, value] as const];
    });
  const variables = Object.fromEntries([...taken([...KEPT, ...kept], () => true), ...taken(HOMES, isOutside)]);
  const whole = { ...variables, PATH: folders.join(separator), ...own };
  const file = findProgram("cargo", os, whole, realFiles);
  return file === undefined ? undefined : { file, env: whole, patienceMs };
}

/** The variables a program needs to find its own files. */
const KEPT = ["PATHEXT", "SystemRoot", "SystemDrive", "windir", "COMSPEC", "TEMP", "TMP", "TMPDIR", "ProgramData"];
const HOMES = ["HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "CARGO_HOME", "RUSTUP_HOME"];

/** `stderr` is everything Cargo printed there; `failure` is one line of it. */
export type CargoAnswer = { readonly stdout: string } | { readonly failure: string; readonly stderr: string };

export function runCargo({ file, env, patienceMs }: CargoProgram, args: readonly string[], cwd: string): Promise<CargoAnswer> {
  const options = {
    cwd,
    env: markedEnvironment(env),
    timeout: patienceMs,
    killSignal: "SIGKILL",
    windowsHide: true,
    maxBuffer: 16 * 1024 * 1024,
  } as const;
  return new Promise((settle) => {
    // Most commands start no process, and loading this module takes Node 20 milliseconds.
    const child = process.getBuiltinModule("node:child_process").execFile(file, [...args], options, (error, stdout, stderr) => {
      if (error === null) return settle({ stdout });
      if (error.killed === true) return settle({ failure: `cargo did not answer within ${patienceMs / 1000} seconds`, stderr });
      const errorLine = stderr.split("\n").find((line) => line.startsWith("error"));
      const failure = errorLine === undefined ? `cannot run cargo (${error.message.split("\n", 1)[0]})` : `cargo failed: "${errorLine}"`;
      settle({ failure, stderr });
    });
    child
      .on("error", () => {})
      .stdin?.on("error", () => {})
      .end();
  });
}
