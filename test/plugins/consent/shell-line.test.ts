import { execFileSync } from "node:child_process";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { readShellLine } from "../../../src/plugins/consent/named-files.ts";
import { times } from "../../support/thoroughness.ts";

describe("PL-17 a line for the shell", () => {
  test.each([
    ["a log", "cat >> calls.log", "cat >>  "],
    ["a log beside a script", "sh check.sh > out.log 2>err.log", "sh check.sh >   2> "],
    ["a quoted log", 'cat >> "$CLAUDE_PROJECT_DIR"/"my logs"/a.log; sh b.sh', "cat >>  ; sh b.sh"],
    ["what a substitution writes", 'echo "$(jq -r .a > b.log; cat c.sh)" >> d.log', 'echo "$(jq -r .a >  ; cat c.sh)" >>  '],
    ["a filter of jq", `jq -r '"\\(.a) > x.sh"' >> ~/b.log`, `jq -r '"\\(.a) > x.sh"' >>  `],
    ["both streams", "sh a.sh &> b.log", "sh a.sh &>  "],
    ["what a choice in a substitution writes", "echo $(case a in a) cat b.sh > x.log;; esac)", "echo $(case a in a) cat b.sh >  ;; esac)"],
  ])("%s is not read", (_, line, reading) => {
    expect(readShellLine(line)?.reading).toBe(reading);
  });

  test.each([
    ["in single quotes", "env 'A=>' sh x.sh ''"],
    ["in double quotes", 'env "A=>" sh x.sh ""'],
    ["escaped", "echo \\> x.sh"],
    ["in a comment", "# it's > x.sh\nsh x.sh"],
    ["of input", "sh < x.sh"],
  ])("a sign %s writes nothing", (_, line) => {
    expect(readShellLine(line)?.reading).toBe(line);
  });

  test.each([
    "cat <<EOF | sh\n> x.sh\nEOF",
    "sh <> check.sh",
    "sh 0<>check.sh > log.txt",
    "echo `> x.sh`",
    "echo 'open",
    'echo "open',
    "echo ${a:-'>'} x.sh",
  ])("%s is not read at all", (line) => {
    expect(readShellLine(line)).toBeUndefined();
  });

  test("words are what the shell hands on", () => {
    const words = ['it\'s a "guard".sh', "two words.sh", "plain", "a\\b", "$x", "#"];
    const line = `"it's a \\"guard\\".sh" two\\ words.sh plain 'a\\b' '$x' "#"`;
    expect(readShellLine(line)?.words).toEqual(words);
    expect(
      execFileSync("sh", ["-c", `printf '%s\\n' ${line}`], { encoding: "utf8" })
        .trim()
        .split("\n"),
    ).toEqual(words);
  });

  test("any text is read in bounded time and depth", () => {
    const signs = fc.string({ unit: fc.constantFrom(..."'\"\\$(){}`<>&|;# \na.") });
    fc.assert(
      fc.property(signs, (line) => {
        const read = readShellLine(line);
        if (read !== undefined) expect(read.reading.length).toBeLessThanOrEqual(line.length + read.reading.split(">").length);
      }),
      { numRuns: times({ quick: 300, sample: 1_000, all: 3_000, proof: 30_000 }) },
    );
    expect(readShellLine("$(".repeat(100_000))).toBeUndefined();
    expect(readShellLine("a >b ".repeat(3_000))?.words).toHaveLength(3_000);
    expect(readShellLine("a >b ".repeat(100_000))).toBeUndefined();
  });
});
