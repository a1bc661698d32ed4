/** A plugin with 50 hooks, each with a program of its own: acquired already, or a script of the plugin. */

import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { ProgramRecord } from "../src/packages/programs/find-acquired.ts";
import { placeOf, platformName, RECORD, RECORD_FORMAT } from "../src/packages/programs/place.ts";

const PROGRAMS = 50;

/** `home` is the user's. */
export function addPrograms(home: string, kind: "acquired" | "scripts"): void {
  const numbers = Array.from({ length: PROGRAMS }, (_, at) => at);
  const folder = join(home, ".symposium", "plugins", "tools");
  mkdirSync(folder, { recursive: true });
  for (const at of numbers) {
    writeFileSync(join(folder, `tool-${at}`), "#!/bin/sh\n", { mode: 0o755 });
    if (kind === "acquired") acquire(join(home, ".symposium", "cache"), at);
  }
  const manifests = numbers.map((at) => `${installation(at, kind)}[[hooks]]\nname = "h${at}"\nevent = "Stop"\ncommand = "tool-${at}"\n`);
  writeFileSync(join(folder, "SYMPOSIUM.toml"), `name = "tools"\ncrates = ["*"]\n${manifests.join("")}`);
}

const addressOf = (at: number) => `https://registry.example/tool-${at}`;
const digestOf = (at: number) => String(at).padStart(64, "0");

function installation(at: number, kind: "acquired" | "scripts"): string {
  const from = kind === "scripts" ? `executable = "tool-${at}"` : `source = "binary"\nurl = "${addressOf(at)}"\nsha256 = "${digestOf(at)}"`;
  return `[[installations]]\nname = "tool-${at}"\n${from}\n`;
}

/** As `sync` leaves it. */
function acquire(cache: string, at: number): void {
  const source = { source: "binary", wanted: { urls: { "": addressOf(at) }, digests: { "": digestOf(at) } } };
  const platform = platformName();
  const place = placeOf({ source, installCommands: [] }, cache, platform)!;
  const { subject, version = "" } = place.identity;
  const [folder, name] = [place.folderOf(version), `tool-${at}`];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), "#!/bin/sh\n", { mode: 0o755 });
  const { size, mtimeMs } = statSync(join(folder, name));
  const record: ProgramRecord = {
    format: RECORD_FORMAT,
    source: "binary",
    subject,
    version,
    platform,
    installCommands: [],
    root: "",
    programs: { [name]: name },
    files: [[name, size, mtimeMs]],
    acquired: Date.now(),
  };
  writeFileSync(join(folder, RECORD), `${JSON.stringify(record)}\n`);
}
