/** Names with escape sequences, line breaks and direction marks: a terminal or an agent gets them only escaped, as text. */

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { EVIL_NAMES, RAW } from "./evil-names.ts";
import { hostileClone } from "./hostile-clone.ts";
import { times } from "../support/thoroughness.ts";

/** Each costs several processes, and the others differ only in what `printable` is tested with. */
const SHOWN = Object.entries(EVIL_NAMES).filter((_, at) =>
  times({ sample: [0, 3], all: [0, 2, 3, 5], proof: Object.keys(EVIL_NAMES).map((__, one) => one) }).includes(at),
);

describe("PL-32 a clone full of such names", () => {
  test.each(SHOWN)("%s in the names of folders, skills, plugins and dependencies", { timeout: 60_000 }, async (_, name) => {
    await using there = await hostileClone({
      "Cargo.toml": `[workspace]\nmembers = [${JSON.stringify(name)}, "parts/*"]\n`,
      "parts/one/Cargo.toml": `[package]\nname = "one"\nversion = ${JSON.stringify(name)}\n[dependencies]\n"d" = { path = ${JSON.stringify(`/${name}`)} }\n`,
      "SYMPOSIUM.toml": `name = ${JSON.stringify(name)}\nunknown = 1\n`,
    });
    mkdirSync(join(there.clone, "skills", name), { recursive: true });
    writeFileSync(join(there.clone, "skills", name, "SKILL.md"), `---\nname: ${JSON.stringify(name)}\ndescription: x\n---\n`);
    symlinkSync(join(there.home, "private"), join(there.clone, "skills", `${name}-link`));
    const texts = [
      await there.call("SessionStart"),
      ...[["sync"], ["sync", "--json"], ["status"], ["plugin", "list"], ["sync", "--dry-run"]].map((args) => there.symposium(...args)),
    ].flatMap(({ stdout, stderr }) => [stdout, stderr]);
    for (const text of texts) {
      expect(text).not.toMatch(RAW);
      expect(text).not.toMatch(/^error: forged/m);
      // What an agent prints it has read from JSON.
      if (text.startsWith("{")) expect(systemMessageIn(text)).not.toMatch(RAW);
    }
  });
});

function systemMessageIn(text: string): string {
  const { systemMessage = "" } = JSON.parse(text) as { readonly systemMessage?: string };
  return systemMessage;
}
