import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, rmSync, symlinkSync, writeFileSync } from "node:fs";

import { createFixture } from "fs-fixture";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { startsCovered } from "../../../src/plugins/consent/starts-covered.ts";
import { times } from "../../support/thoroughness.ts";

const OK = "/repo/ok.sh";

const covering = {
  covered: (word: string) => (word === OK || word === "/repo/ok.py" ? word : undefined),
  isInside: (path: string) => path.startsWith("/repo/"),
  variables: { CLAUDE_PROJECT_DIR: "/repo", BLANK: "/my repo" },
};

const isFixed = (line: string, args: readonly string[] = [], given: readonly string[] = []) =>
  startsCovered({ kind: "shell", path: line, args }, covering, given);

describe("PL-17 a line for the shell runs only covered files", () => {
  test.each([
    [OK],
    [`${OK} --strict | jq -r .a > /tmp/log.txt`],
    [`${OK} > /dev/null 2>&1 < in.txt; echo no > /dev/stderr`],
    [`ls | sort -u | uniq -c; timeout 5 ${OK}`],
    [`set -euo pipefail; cat | ${OK} "$(cat)" || exit 2`],
    [`"$CLAUDE_PROJECT_DIR"/ok.sh`],
    ["${CLAUDE_PROJECT_DIR}/ok.sh $1 *.txt"],
    [`if test -f go.mod; then sh -e ${OK}; else echo none; fi`],
    [`LEVEL=2 ${OK} && (exec ${OK})`],
    [`env LEVEL=2 /usr/bin/env bash ${OK}`],
    [`python3 -u /repo/ok.py --x`],
    [`sh -c '${OK} "$1"' x`],
    [`o=1; case $o in a) ${OK};; esac`],
    ["jq .tool_input | /usr/bin/grep -q x"],
    ["test -f go.mod"],
    ["echo 'Not here.' >&2; exit 2"],
    ["python3.12 /repo/ok.py"],
    [`node --experimental-strip-types --no-warnings ${OK}`],
    [""],
  ])("%s", (line) => expect(isFixed(line)).toBe(true));

  test.each([
    [`${OK} && npm run lint`],
    [`${OK}; npm run lint`],
    [`${OK} | npm run lint`],
    [`${OK} "$(npm run lint)"`],
    [`${OK} "\`npm run lint\`"`],
    [`${OK} <<E\n$(npm run lint)\nE`],
    [`npm run lint ${OK}`],
    [`npm --prefix ${OK} run lint`],
    [`node -r ./x ${OK}`],
    [`python3 -m x ${OK}`],
    [`sh -c 'npm run lint' ${OK}`],
    [`sh -c '${OK} && npm run lint'`],
    [`cat ${OK} | sh`],
    [`sh < ${OK}`],
    [`eval ${OK}`],
    [`cat() { npm run lint; }; cat; ${OK}`],
    [`alias cat=npm; cat; ${OK}`],
    [`trap 'npm run lint' EXIT; ${OK}`],
    [`PATH=./bin ${OK}`],
    [`export PATH=./bin; ${OK}`],
    [`: "\${PATH:=./bin}"; ${OK}`],
    [`for PATH in ./bin; do ${OK}; done`],
    [`x=npm; $x run lint; ${OK}`],
    [`${OK} & > log npm run lint`],
    [`echo a &> log npm; ${OK}`],
    [`[[ a ]] && ${OK}`],
    [`function ${OK} { npm; }`],
    [`find . -exec npm {} \\; ; ${OK}`],
    [`xargs npm; ${OK}`],
    [`./npm; ${OK}`],
    [`/repo/bin/node ${OK}`],
    [`$BLANK/ok.sh`],
    [`cd sub && ./ok.sh`],
    [`${OK} 'open`],
    [`${OK} ${"x".repeat(20_000)}`],
    [`${OK} ${"$(".repeat(300)}${")".repeat(300)}`],
    [`${OK} ${"$(sh -c x ".repeat(60)}${")".repeat(60)}`],
    [`${OK} (`],
    [`bun ${OK}`],
    [`lua ${OK}`],
    [`test 'a[$(npm run lint)]' -eq 1; ${OK}`],
    ['CLAUDE_PROJECT_DIR=/other; "$CLAUDE_PROJECT_DIR"/ok.sh'],
    ['for CLAUDE_PROJECT_DIR in a; do "$CLAUDE_PROJECT_DIR"/ok.sh; done'],
    [`env CLAUDE_PROJECT_DIR=/other sh -c '"$CLAUDE_PROJECT_DIR"/ok.sh'`],
    [`env HOME=/other ${OK}`],
    ["/repo/bin/cat"],
    ["/tmp/../repo/bin/cat"],
    ["/proc/self/cwd/bin/cat"],
    ["/proc/self/root/repo/bin/cat"],
    ["/dev/fd/3/cat"],
    [`sort --compress-program=./npm; ${OK}`],
    [`sort -o${OK}; ${OK}`],
    [`uniq in.txt ${OK}; ${OK}`],
    [`tee ${OK}; ${OK}`],
    ["timeout 5 npm run lint"],
    [`timeout -s KILL ${OK}`],
  ])("not %j", (line) => expect(isFixed(line)).toBe(false));

  const OPERATORS = [">", ">>", ">|", "<>", "1<>", ">&", "2>", "&>", "&>>"];
  const WRITTEN = [
    OK,
    "ok.sh",
    "./log",
    "$X",
    "/repo/log",
    "/tmp/../repo/ok.sh",
    "/proc/self/cwd/ok.sh",
    "/dev/fd/3",
    "/dev/stdin",
    "$(cat)",
    "~/log",
    "*",
  ];
  test.each(OPERATORS.flatMap((operator) => WRITTEN.map((target) => [`${operator} ${target}`])))(
    "a line may write over what it starts: %s",
    (redirect) => {
      const lines = [`jq -r .x ${redirect}; ${OK}`, `${redirect}; ${OK}`, `(${OK}) ${redirect}`, `sh -c '${OK} ${redirect}'`];
      expect(lines.filter((line) => isFixed(line))).toEqual([]);
    },
  );

  test.each(["PATH", "BASH_ENV", "NODE_OPTIONS", "LD_PRELOAD", "HOME", "CLAUDE_PROJECT_DIR"])("not with another value of %s", (name) => {
    expect([isFixed(OK, [], ["LEVEL"]), isFixed(OK, [], ["LEVEL", name])]).toEqual([true, false]);
  });

  test("a program elsewhere that is a link into the repository is the repository's", async () => {
    await using there = await createFixture({ repo: { "bin/cat": "" }, other: {} });
    symlinkSync(there.getPath("repo"), there.getPath("other", "link"));
    const here = { covered: () => undefined, isInside: (path: string) => path.startsWith(there.getPath("repo")) };
    const isFixedAt = (path: string) => startsCovered({ kind: "shell", path, args: [] }, here, []);
    expect(["link/bin/cat", "cat"].map((path) => isFixedAt(`'${there.getPath("other", path)}'`))).toEqual([false, true]);
    expect(["link/log", "log"].map((path) => isFixedAt(`cat > '${there.getPath("other", path)}'`))).toEqual([false, true]);
  });

  test("a script that the line gets as `$0`, and what follows it", () => {
    expect([isFixed('"$0" --strict', [OK]), isFixed('"$0" && npm run lint', [OK]), isFixed('"$0"', ["/repo/other.sh"])]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test.each([
    [["/repo/ok.sh", "x"], true],
    [["/bin/sh", "/repo/ok.sh"], true],
    [["/bin/sh", "-c", "/repo/ok.sh && npm run lint"], false],
    [["npm", "run", "lint", "/repo/ok.sh"], false],
    [["cat"], true],
    [["awk"], false],
  ] as const)("a program with arguments: %j", ([path, ...args], expected) => {
    expect(startsCovered({ kind: "executable", path, args }, covering, [])).toBe(expected);
  });

  test.each([
    ["#!/bin/sh -eu", true],
    ["#! /usr/bin/env bash", true],
    ["#!/usr/bin/env -S python3 -u", true],
    ["", true],
    ["\x7fELF", true],
    ["#!/usr/bin/env bun", false],
    ["#!/usr/bin/env -S npm run lint", false],
    ["#!/usr/bin/env -S node -r ./other.js", false],
    ["#!./other", false],
    ["#!OK", false],
  ])("a covered program goes by what its first line starts: %j", async (line, expected) => {
    await using there = await createFixture({ "ok.sh": "" });
    const ok = there.getPath("ok.sh");
    writeFileSync(ok, `${line.replace("OK", ok)}\n`);
    const here = { covered: (word: string) => (word === ok ? ok : undefined), isInside: (path: string) => path.startsWith(there.path) };
    expect(startsCovered({ kind: "executable", path: ok, args: [] }, here, [])).toBe(expected);
  });

  const PIECES = [
    "OK",
    '"$0"',
    "npm",
    "n'p'm",
    "np\\m",
    "$(npm)",
    "`npm`",
    '"$(npm)"',
    "'$(npm)'",
    "echo",
    "cat",
    "echo npm",
    "uniq - OK",
    "$PWD/../proc/self/cwd/bin/npm",
    "/proc/self/cwd/bin/cat",
    "sh -c npm",
    "sh -c 'OK; npm'",
    "sh -c OK",
    "exec npm",
    "exec OK",
    "env npm",
    "env A=1 OK",
    "eval npm",
    "A=npm",
    "$A",
    "PATH=.:$PATH",
    "cat() { npm; }",
    "{ npm; }",
    "{ OK; }",
    "(OK)",
    "if OK; then npm; fi",
    "case a in a) npm;; esac",
    "case a in b) OK;; esac",
    "! OK",
    "time npm",
    "[[ a ]]",
    "<<E\n$(npm)\nE\n",
    "<(npm)",
    "trap npm EXIT",
    "alias cat=npm",
    "set -e",
    "#",
    "'",
    '"',
    "\\",
  ];
  const JOINTS = [
    " ",
    " && ",
    " || ",
    "; ",
    " | ",
    " & ",
    "\n",
    "",
    " > log ",
    " &> log ",
    " |& ",
    " > OK ",
    " >> OK ",
    " > /dev/null ",
    " 2>&1 ",
  ];
  const LINE = fc
    .array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(...JOINTS)), { minLength: 1, maxLength: 5 })
    .map((pieces) => pieces.flat().join(""));

  test.each(["sh", "bash"])("whatever the line: %s starts nothing else", async (shell) => {
    await using there = await createFixture({
      "ok.sh": "#!/bin/sh\n:\n",
      bin: { npm: '#!/bin/sh\n: > "$(/usr/bin/dirname "$0")/../ran"\n' },
    });
    for (const file of ["ok.sh", "bin/npm"]) chmodSync(there.getPath(file), 0o755);
    for (const program of ["sh", "bash", "env", "cat"]) symlinkSync(`/usr/bin/${program}`, there.getPath("bin", program));
    const ok = there.getPath("ok.sh");
    const here = { covered: (word: string) => (word === ok ? ok : undefined), isInside: (path: string) => path.startsWith(there.path) };
    let fixed = 0;
    fc.assert(
      fc.property(LINE, (text) => {
        const line = text.replaceAll("OK", ok);
        if (!startsCovered({ kind: "shell", path: line, args: [ok] }, here, [])) return;
        fixed++;
        rmSync(there.getPath("ran"), { force: true });
        spawnSync(`/usr/bin/${shell}`, ["-c", line, ok], {
          cwd: there.path,
          env: { PATH: there.getPath("bin") },
          stdio: "ignore",
          timeout: 5_000,
        });
        expect([line, existsSync(there.getPath("ran"))]).toEqual([line, false]);
      }),
      { numRuns: times({ quick: 2_000, sample: 10_000, all: 20_000, proof: 100_000 }) },
    );
    expect(fixed).toBeGreaterThan(20);
  });
});
