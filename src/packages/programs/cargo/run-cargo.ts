/** The user's Cargo, for builds: nothing of the repository decides which one, and few variables reach it (PL-32). */

import { rmSync } from "node:fs";
import { isAbsolute, join, posix, win32 } from "node:path";
import { pathToFileURL } from "node:url";

import type { OperatingSystem } from "../../../context.ts";
import type { GitAddress } from "../../../files/git/address.ts";
import { findProgram, realFiles, windowsVariable } from "../../../host/command-line.ts";
import { entriesIn } from "../../../host/paths.ts";
import { lookUp } from "../../../lookup.ts";
import type { FetchSurroundings } from "../../ecosystem.ts";
import { ecosystemNamed } from "../../list.ts";
import { type Refusal, refusal, unreached } from "../../refusal.ts";
import { type ManagerProgram, type ManagerSettings, NETWORK_VARIABLES } from "../../run-manager.ts";
import type { AcquiredFiles, AcquireOrder, AcquireServices } from "../program-source.ts";
import { runTool, type ToolEnd } from "../run-tool.ts";
import { repositoryOf, type WantedCrate } from "./index.ts";

export interface Cargo {
  readonly program: ManagerProgram;
  /** An empty one to start it in. */
  readonly folder: string;
  readonly services: AcquireServices;
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

export type ExactOrder = AcquireOrder<WantedCrate> & { readonly version: string };

/** `undefined` where it is installed. */
export async function cargoInstall(order: ExactOrder, cargo: Cargo, where: readonly string[]): Promise<Refusal | undefined> {
  const what = installed(order);
  if ("why" in what) return what;
  const target = join(order.into, "target");
  // With the versions that the crate's author tested, so that one version is one program.
  const end = await runCargo(cargo, ["install", "--locked", ...where, "--target-dir", target, ...what]);
  rmSync(target, { recursive: true, force: true, maxRetries: 3 });
  return end.ok ? undefined : failureOf(end, order);
}

function runCargo({ program, folder: cwd, services }: Cargo, args: readonly string[]): Promise<ToolEnd> {
  return runTool({ program, args, cwd, os: services.context.os, onLine: (line) => services.onProgress({ line }) });
}

function installed({ wanted, version }: ExactOrder): readonly string[] | Refusal {
  if (wanted.git === undefined) return ["--", `${wanted.crate}@${version}`];
  const address = repositoryOf(wanted);
  if (typeof address === "string") return refusal(address);
  // Cargo compares the version of that commit.
  const crate = wanted.version === undefined ? wanted.crate : `${wanted.crate}@${wanted.version}`;
  return ["--git", urlForCargo(address), "--rev", version, "--", crate];
}

/** Cargo reads only addresses with a scheme. */
function urlForCargo({ url }: GitAddress): string {
  if (url.includes("://")) return url;
  return isAbsolute(url) ? pathToFileURL(url).href : `ssh://${url.replace(":", "/")}`;
}

const MOST_SHOWN = 12;

function failureOf({ failure, lines }: Extract<ToolEnd, { ok: false }>, { wanted, version }: ExactOrder): Refusal {
  const text = lines.join("\n");
  const what = `\`${wanted.crate}\` ${version}`;
  if (wanted.git !== undefined && /could not find `/.test(text)) {
    const wrong = wanted.version === undefined ? "" : `, or not in version ${wanted.version}`;
    return refusal(`${wanted.git} does not have the crate \`${wanted.crate}\`${wrong}`);
  }
  if (/could not find `|no matching package|cannot find .* in registry/.test(text))
    return refusal(`the registry does not have ${what}, or only yanked`);
  if (/there is nothing to install in|no binaries are available for install/.test(text)) return refusal(`${what} has no program`);
  const errors = lines.filter((line) => line.startsWith("error"));
  const plain = errors.find((line) => !VAGUE.test(line)) ?? errors[0];
  const because = plain === undefined ? "" : `: ${plain}`;
  const refused = UNREACHED.test(text)
    ? unreached("the registry", causeIn(text) ?? failure)
    : refusal(`\`cargo install\` ${failure}${because}`, "run `symposium sync` to try again");
  return { ...refused, lines: lines.slice(-MOST_SHOWN) };
}

const VAGUE = /^error: (?:could not compile|failed to compile|aborting due to|no override and no default)/;
const UNREACHED =
  /\[\d+\] (?:Could|Timeout|SSL|Failed)|Could not (?:connect|resolve)|network failure|failed to download from|download of .* failed|--offline|net\.offline/;

/** The last cause is the most exact. */
function causeIn(text: string): string | undefined {
  return text.split("Caused by:").slice(1).at(-1)?.trim().split("\n", 1)[0]?.slice(0, 300);
}

/** Downloads what the crate's author built, with `cargo binstall`; `false` where that is not installed, or did not get this crate. */
export async function binstall({ wanted, version }: ExactOrder, cargo: Cargo, where: readonly string[]): Promise<boolean> {
  // Only Cargo builds a certain commit.
  if (wanted.git !== undefined || !isInstalled(cargo)) return false;
  const { program, services } = cargo;
  // It asks crates.io even where the user has replaced it, and there the same name may be another crate.
  const registry = ecosystemNamed("cargo")?.nameRegistry({ ...services.context, env: program.env });
  if (registry?.title !== "crates.io") return false;
  // We build with Cargo ourselves. The user may have turned off other strategies.
  const off = (lookUp(services.context.env, "BINSTALL_DISABLE_STRATEGIES") ?? "").split(",").filter((word) => /^[a-z-]+$/.test(word));
  const disabled = [...off.filter((word) => word !== "compile"), "compile"].join(",");
  // Its links would point into a folder that is renamed.
  const options = ["--no-confirm", "--no-symlinks", "--disable-strategies", disabled];
  const env = { ...program.env, BINSTALL_DISABLE_TELEMETRY: "true" };
  const args = ["binstall", ...options, ...where, "--", `${wanted.crate}@${version}`];
  return (await runCargo({ ...cargo, program: { ...program, env } }, args)).ok;
}

function isInstalled({ program: { env }, services: { context } }: Cargo): boolean {
  const { os, home } = context;
  const own = join(lookUp(env, "CARGO_HOME") ?? join(home, ".cargo"), "bin");
  const separator = os === "windows" ? ";" : ":";
  return findProgram("cargo-binstall", os, { ...env, PATH: `${own}${separator}${lookUp(env, "PATH") ?? ""}` }, realFiles) !== undefined;
}

/** By name, relative to the folder. */
export function programsIn(folder: string, os: OperatingSystem): Readonly<Record<string, string>> {
  const files = entriesIn(join(folder, "bin")).filter((entry) => entry.isFile());
  return Object.fromEntries(files.map(({ name }) => [programName(name, os), `bin/${name}`] as const).sort());
}

export function programName(file: string, os: OperatingSystem): string {
  return os === "windows" ? file.replace(/\.exe$/i, "") : file;
}

/** Which one runs is decided where a hook, a subcommand or the installation names it. */
export function foundPrograms({ wanted, version }: ExactOrder, programs: Readonly<Record<string, string>>): AcquiredFiles | Refusal {
  return Object.keys(programs).length === 0 ? refusal(`\`${wanted.crate}\` ${version} has no program`) : { version, programs };
}
