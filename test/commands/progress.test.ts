import { describe, expect, test } from "vitest";

import { progressText } from "../../src/commands/registration-report.ts";
import { progressLine } from "../../src/commands/terminal/open-reporter.ts";

function lineAt(isTTY: boolean) {
  const written: string[] = [];
  let time = 5_000;
  const line = progressLine({ write: (text: string) => written.push(text), isTTY, columns: 40 }, () => time);
  return {
    written,
    clear: line.clear,
    show: (text: string, after: number) => {
      time += after;
      line.show(() => text);
    },
  };
}

describe("PG-11 progress", () => {
  test("at a terminal is one line, shown after a second and removed before anything else", () => {
    const { show, clear, written } = lineAt(true);
    show("a", 0);
    show("b", 500);
    clear();
    expect(written).toEqual([]);
    show("c", 0);
    show("d", 1_100);
    show("e", 10);
    show(`f\u{1B}[31m${"x".repeat(100)}`, 200);
    clear();
    expect(written).toHaveLength(3);
    expect(written[0]).toBe("\r\u{1B}[Kd");
    expect(written[1]!.length).toBeLessThan(50);
    expect(written[1]!.slice(4)).not.toContain("\u{1B}");
    expect(written[2]).toBe("\r\u{1B}[K");
  });

  test("elsewhere is a line every ten seconds", () => {
    const { show, clear, written } = lineAt(false);
    for (let second = 0; second < 25; second++) show(`${second}`, 1_000);
    clear();
    expect(written).toEqual(["1\n", "11\n", "21\n"]);
  });

  test("of a download is a bar, of a tool its last line", () => {
    expect(progressText({ received: 1024 * 1024, total: 4 * 1024 * 1024 }, 50)).toBe("  [######--------------------] 1.0 MiB of 4.0 MiB");
    expect(progressText({ received: 2048, total: 4096 }, 20)).toBe("  2.0 KiB of 4.0 KiB");
    expect(progressText({ received: 10 }, 50)).toBe("  10 bytes");
    expect(progressText({ line: "Compiling x" }, 50)).toBe("  Compiling x");
  });
});
