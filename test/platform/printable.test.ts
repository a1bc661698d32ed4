import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { reportToPeople } from "../../src/cli/report/to-people.ts";
import { problemText } from "../../src/documents/problem.ts";
import { printable, printableJson, printableLines } from "../../src/platform/printable.ts";
import { EVIL_NAMES, RAW } from "../attacks/evil-names.ts";

describe("RT-38 PL-22 text from outside", () => {
  test.each(Object.entries(EVIL_NAMES))("%s is shown as text", (_, name) => {
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
    report({ type: "answer", value: null, text: (style) => [style("good", "fine \u001b[31mred\u001b[8m")] });
    report({ type: "message", level: "warning", message: "\u001b]0;owned\u0007 <x+good>" });
    expect(written).toBe("\u001b[32mfine \\x1b[31mred\\x1b[8m\u001b[39m\n\u001b[33mwarning\u001b[39m: \\x1b]0;owned\\x07 <x+good>\n");
  });
});
