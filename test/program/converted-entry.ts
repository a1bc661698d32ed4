/** Converted entries as agents run them: the text of the entry in a real shell, in a home that has the built program. */

import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { HOOK_FILES } from "../../src/agents/hook-files-list.ts";
import { documentIn, encodeHooks, type EncodeOptions } from "../../src/interchange/encode.ts";
import { targetFor } from "../../src/interchange/target.ts";
import { dialectData, type ManifestHook } from "../../src/model/hook-manifest.ts";
import { entriesIn } from "../interchange/conformance/what-runs.ts";
import { program } from "../foundation/programs.ts";
import { type Answered, environmentOf, type Home, runProgram } from "../support/home.ts";
import type { BuiltForm } from "./calling.ts";

/** `hooks` for the interchange format. */
export function convertedCommand(hook: ManifestHook, source: string, agent: string, more: EncodeOptions = {}): string {
  const target = targetFor(agent)!;
  const spoken = source === "hooks" ? hook : { ...hook, provider_data: { ...hook.provider_data, ...dialectData(source) } };
  const { files } = encodeHooks({ spec: "hooks/1.0", hooks: [spoken] }, target, { shim: {}, ...more });
  const [entry] = entriesIn(documentIn(files[0]?.content ?? "", target.form));
  return String(entry?.entry[target.form.fields.command] ?? entry?.entry["bash"]);
}

/** The agents whose hook files commands from elsewhere are written to. */
export const AGENTS = HOOK_FILES.map(({ agent }) => agent);

/** Our directory in the user's home, with a program that is the built one. */
export function placeProgram({ path }: Home, form: BuiltForm): void {
  const folder = join(path, ".symposium", "bin");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "symposium-hook");
  writeFileSync(file, `#!/bin/sh\nexec "${program(form)}" "$@"\n`);
  chmodSync(file, 0o755);
}

export function runEntry(home: Home, command: string, payload: object | string, shell = "/bin/sh"): Promise<Answered> {
  const text = typeof payload === "string" ? payload : JSON.stringify(payload);
  return runProgram(shell, ["-c", command], text, { ...environmentOf(home.path), HOME: home.path }, home.getPath("work"));
}
