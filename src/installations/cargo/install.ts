/** `cargo install`, and why it failed. */

import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";

import { type Refusal, refusal, unreached } from "../../ecosystems/refusal.ts";
import type { GitAddress } from "../../git/address.ts";
import type { AcquireOrder } from "../program-source.ts";
import { runTool, type ToolEnd } from "../run-tool.ts";
import type { Cargo } from "./cargo-program.ts";
import { repositoryOf, type WantedCrate } from "./index.ts";

export type ExactOrder = AcquireOrder<WantedCrate> & { readonly version: string };

/** `undefined` where it is installed. */
export async function cargoInstall(order: ExactOrder, cargo: Cargo, where: readonly string[]): Promise<Refusal | undefined> {
  const what = installed(order);
  if ("why" in what) return what;
  const { program, folder: cwd, services, onLine } = cargo;
  // With the versions that the crate's author tested, so that one version is one program.
  const args = ["install", "--locked", ...where, ...what];
  const end = await runTool({ program, args, cwd, os: services.context.os, onLine });
  return end.ok ? undefined : failureOf(end, order);
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
  const told = errors.find((line) => !VAGUE.test(line)) ?? errors[0];
  const shown = { lines: lines.slice(-MOST_SHOWN) };
  if (UNREACHED.test(text)) return { ...unreached("the registry", causeIn(text) ?? failure), ...shown };
  return {
    ...refusal(`\`cargo install\` ${failure}${told === undefined ? "" : `: ${told}`}`, "run `symposium sync` to try again"),
    ...shown,
  };
}

const VAGUE = /^error: (?:could not compile|failed to compile|aborting due to|no override and no default)/;
const UNREACHED =
  /\[\d+\] (?:Could|Timeout|SSL|Failed)|Could not (?:connect|resolve)|network failure|failed to download from|download of .* failed|--offline|net\.offline/;

/** The last cause is the most exact. */
function causeIn(text: string): string | undefined {
  return text.split("Caused by:").slice(1).at(-1)?.trim().split("\n", 1)[0]?.slice(0, 300);
}
