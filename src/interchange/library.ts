/** Conversion of hooks for programs (IX-19): text and data in, text and data out. Nothing here reads or writes a file. */

import type { Scope } from "../agents/agent.ts";
import type { HookManifest } from "../model/hook-manifest.ts";
import { shimming } from "./encode-shim.ts";
import { encodeHooks as encode, type Encoded, type EncodedFile, differenceInFiles } from "./encode.ts";
import { explainHooks as explain, type ExplainedHook } from "./explain.ts";
import { planHooks, type PlanOptions } from "./plan-hook.ts";
import { type HooksRead, type Placing, readHooks } from "./read-hooks.ts";
import { leftToShell } from "./script-place.ts";
import { allTargets, targetNamed } from "./target.ts";

export interface DecodedHooks extends Omit<HooksRead, "source"> {
  /** The agent whose file it is; absent for a manifest. */
  readonly agent?: string;
}

/** `from`: an agent (`claude`, `codex:toml`), `hooks` for a manifest, or `auto`, which goes by `path` and content. Throws a `UserError`. */
export function decodeHooks(text: string, from = "auto", path = "hooks.json"): DecodedHooks {
  const placing: Placing = ({ manifest, source }) => (source === undefined ? manifest : leftToShell(manifest));
  const { source, ...read } = readHooks([{ file: path, text }], from, placing);
  return { ...read, agent: source?.agent };
}

export interface EncodeHooksOptions {
  /** Absent: the project's file, or the user's where the agent has no other. */
  readonly scope?: Scope;
  readonly name?: string;
  /** From the project to the manifest's folder, in which its scripts are; an absolute path for a user's file. */
  readonly base?: string;
  /** Entries call the commands directly; absent: through `symposium-hook shim`, where they were written for another agent. */
  readonly noShim?: boolean;
}

/** The files of an agent, and what is lost. They were read again and compared (IX-8). Throws a `UserError` for an unknown agent. */
export function encodeHooks(manifest: HookManifest, to: string, options: EncodeHooksOptions = {}): Encoded {
  return encode(manifest, targetNamed(to), planOptions(options));
}

export function explainHooks(
  manifest: HookManifest,
  { to, ...options }: EncodeHooksOptions & { readonly to?: readonly string[] } = {},
): readonly ExplainedHook[] {
  return explain(manifest, to === undefined ? allTargets() : to.map(targetNamed), planOptions(options));
}

/** What differs between a manifest and an agent's files; `undefined` where they have the same hooks, except for losses that `encodeHooks` reports. */
export function verifyHooks(
  manifest: HookManifest,
  to: string,
  files: readonly Pick<EncodedFile, "path" | "content">[],
  options: EncodeHooksOptions = {},
): string | undefined {
  const target = targetNamed(to);
  const expected = planHooks(manifest, target, planOptions(options)).flatMap((plan) => plan.expected);
  return differenceInFiles(files, expected, target);
}

function planOptions({ noShim, ...given }: EncodeHooksOptions): PlanOptions & Omit<EncodeHooksOptions, "noShim"> {
  return { ...given, ...shimming(noShim) };
}
