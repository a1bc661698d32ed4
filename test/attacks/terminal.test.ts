/** Names with escape sequences, line breaks and marks of direction: neither a terminal nor an agent gets them as they are. */

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { reportToPeople } from "../../src/cli/report-to-people.ts";
import { problemText } from "../../src/config/problem.ts";
import { printable, printableJson, printableLines } from "../../src/platform/printable.ts";
import { hostileClone } from "./hostile-clone.ts";

const EVIL = {
  "an escape sequence": "a\u001b[2Jb",
  "a title": "a\u001b]0;owned\u0007b",
  "a control character of C1": "a\u009b2Jb",
  "a line break": "a\nerror: forged",
  "a carriage return": "a\rerror: forged",
  "a mark of direction": "a\u202egnp.exe",
  "an isolate": "a\u2066b\u2069",
  "a line separator": "a\u2028b",
  "a zero-width character": "a\u200bb",
  "a byte-order mark": "a\ufeffb",
  "a tag": "a\u{e0041}b",
} as const;

/** Of everything that is written, only our own line breaks are left. */
// oxlint-disable-next-line no-control-regex
const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;

describe("RT-38 PL-22 text from outside", () => {
  test.each(Object.entries(EVIL))("%s is shown as text", (_, name) => {
    expect(printable(name)).not.toMatch(RAW);
    expect(printable(name)).not.toContain("\n");
    expect(problemText({ severity: "error", file: `/x/${name}`, message: `says ${name}` })).not.toMatch(/[\n\r]/);
    expect(printableLines(`${name}\n\tnext`)).toMatch(/\n\tnext$/);
    const document = JSON.stringify({ [name]: [name] }, null, 2);
    expect(JSON.parse(printableJson(document))).toEqual({ [name]: [name] });
    expect(printableJson(document)).not.toMatch(RAW);
  });

  test("any text whatever", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(printable(text)).not.toMatch(RAW);
        expect(JSON.parse(printableJson(JSON.stringify([text])))).toEqual([text]);
      }),
    );
  });

  test("ordinary text stays as it is, in any script", () => {
    for (const text of ["src/größe.ts", "日本語", "naïve — “quotes”", "👩 ok", "עברית"]) expect(printable(text)).toBe(text);
  });

  test("on a terminal with colours only our own colours are left", () => {
    let written = "";
    const stream = { write: (text: string) => void (written += text), isTTY: true };
    const { report } = reportToPeople({ stdout: stream, stderr: stream, env: {}, quiet: false, verbose: false });
    report({ type: "answer", value: null, text: (style) => style("good", "fine \u001b[31mred\u001b[8m") });
    report({ type: "message", level: "warning", message: "\u001b]0;owned\u0007 <x+good>" });
    expect(written).toBe("\u001b[32mfine \\x1b[31mred\\x1b[8m\u001b[39m\n\u001b[33mwarning\u001b[39m: \\x1b]0;owned\\x07 <x+good>\n");
  });
});

/** Each costs several processes, and the others differ only in what is tested above. */
const SHOWN = Object.entries(EVIL).filter((_, at) => [0, 2, 3, 5].includes(at));

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
