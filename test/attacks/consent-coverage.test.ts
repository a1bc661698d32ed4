/** Any one of the files that a consent covers changes, of few files or of 2,000, whatever kind of plugin it is: nothing of it runs, and a closed hook denies. */

import { spawnSync } from "node:child_process";
import { lstatSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { recordDecision } from "../../src/consent/decide.ts";
import { snapshotOf } from "../../src/consent/snapshot.ts";
import { packageHome, subjectIn } from "../support/consented.ts";
import { createHome } from "../support/home.ts";
import { commandHook, hooksText } from "../support/hook-manifest.ts";
import { fewer, isAtLeast, sampled } from "../support/thoroughness.ts";
import { type Kind, KINDS, subjectHome } from "./consent-subjects.ts";

/** As long as the old ones. */
const OTHER = "new bytes\n";

/** Each takes the path of a covered file. */
const CHANGES: Readonly<Record<string, (file: string) => void>> = {
  "other bytes of the same length, with the old time": (file) => {
    const { atime, mtime } = lstatSync(file);
    writeFileSync(file, OTHER);
    utimesSync(file, atime, mtime);
  },
  "another file under its name, with the old time": (file) => {
    const { atime, mtime } = lstatSync(file);
    writeFileSync(`${file}.other`, OTHER);
    utimesSync(`${file}.other`, atime, mtime);
    renameSync(`${file}.other`, file);
  },
  "more bytes": (file) => writeFileSync(file, `${readFileSync(file, "utf8")}more`),
  "no file": (file) => rmSync(file),
  "a link in its place": (file) => {
    renameSync(file, `${file}.old`);
    symlinkSync(`${basename(file)}.old`, file);
  },
  "a new file beside it": (file) => writeFileSync(`${file}.new`, ""),
};

function restore(file: string): void {
  for (const one of [file, `${file}.old`, `${file}.new`]) rmSync(one, { force: true });
  writeFileSync(file, "old bytes\n");
}

const POSITIONS = { first: 0, middle: 0.5, last: 1 } as const;
const COUNTS = [1, 199, 200, 201, 1_999, 2_000] as const;

const CASES = Object.entries(KINDS).flatMap(([name, kind]) => COUNTS.map((count) => ({ name, kind, count })));

/** All pairs; in a smaller run each change at one of the positions, in turns. */
function changesOf({ isWhole }: Kind, seed: number) {
  const changes = Object.entries(CHANGES).filter(([what]) => isWhole || what !== "a new file beside it");
  const pairs = changes.flatMap(([what, change], at) =>
    Object.entries(POSITIONS).map(([where, share], turn) => ({
      what: `${what}, ${where}`,
      change,
      share,
      isInTurn: (at + seed) % 3 === turn,
    })),
  );
  return isAtLeast("all") ? pairs : pairs.filter(({ isInTurn }) => isInTurn);
}

describe("PL-17 changed bytes never run", () => {
  test.each(sampled(CASES, ({ name }) => name))("a hook of $count files of $name", { timeout: 120_000 }, async ({ kind, count }) => {
    await using home = await subjectHome(kind, count);
    home.accept();
    expect(await home.answer()).toContain("Not here.");
    for (const { what, change, share } of changesOf(kind, count)) {
      expect([what, home.hasRun()]).toEqual([what, true]);
      const file = home.filling[Math.round(share * (home.filling.length - 1))]!;
      change(file);
      const denied = await home.answer();
      expect([what, denied.slice(0, 5), denied.includes("Not here."), home.hasRun()]).toEqual([what, "deny:", false, false]);
      restore(file);
      expect([what, await home.answer()]).toEqual([what, expect.stringContaining("Not here.")]);
    }
  });

  const withServers = CASES.filter(({ kind }) => kind.hasServer);

  test.each(sampled(withServers, ({ name }) => name))(
    "a server of $count files of $name",
    { timeout: 120_000 },
    async ({ kind, count }) => {
      await using home = await subjectHome(kind, count);
      home.accept();
      expect(await home.servers()).toEqual(["docs"]);
      for (const { what, change, share } of changesOf(kind, count)) {
        const file = home.filling[Math.round(share * (home.filling.length - 1))]!;
        change(file);
        expect([what, await home.servers()]).toEqual([what, []]);
        restore(file);
        expect([what, await home.servers()]).toEqual([what, ["docs"]]);
      }
    },
  );

  const kinds = Object.entries(KINDS);

  test.each(fewer(kinds, 3))("%s of 2,001 files is refused, with the number", { timeout: 60_000 }, async (_, kind) => {
    await using home = await subjectHome(kind, 2_001);
    expect(() => home.accept()).toThrow(/compare 2001 files .* a consent covers at most 2000 files, 50 MB and 2000 folders: /);
    expect([await home.answer(), home.hasRun()]).toEqual(["", false]);
  });

  test.each(
    fewer(
      kinds.filter(([, { isWhole }]) => isWhole),
      3,
    ),
  )("%s that grows beyond 2,000 files denies", { timeout: 60_000 }, async (_, kind) => {
    await using home = await subjectHome(kind, 2_000);
    home.accept();
    expect(await home.answer()).toContain("Not here.");
    expect(home.hasRun()).toBe(true);
    writeFileSync(`${home.filling[0]}.new`, "");
    for (let call = 0; call < 2; call++) expect([(await home.answer()).slice(0, 5), home.hasRun()]).toEqual(["deny:", false]);
  });
});

describe("PL-17 bytecode beside a Python module", () => {
  const python = (...args: string[]) => spawnSync("python3", args, { encoding: "utf8" });
  const hasPython = python("--version").status === 0;
  const SCRIPT = 'import words\nimport json\nprint(json.dumps({"decision": "deny", "reason": words.reason}))\n';
  const COMPILE = `import importlib.util, py_compile, sys
to = importlib.util.cache_from_source(sys.argv[2])
py_compile.compile(sys.argv[1], cfile=to, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)`;

  const PYPI = "a package of PyPI";
  const whole = Object.entries(KINDS).filter(
    ([name, { isWhole }]) => isWhole && (name === PYPI || name.includes("npm") || isAtLeast("all")),
  );

  test.skipIf(!hasPython).each(whole)("of %s is neither run nor written", { timeout: 120_000 }, async (name, kind) => {
    await using home = await subjectHome(kind, 1);
    const folder = home.getPath("work", kind.folder);
    writeFileSync(join(dirname(folder), "deny.sh"), '#!/bin/sh\nexec python3 "$(dirname "$0")/fill/check.py"\n');
    writeFileSync(join(folder, "check.py"), SCRIPT);
    writeFileSync(join(folder, "words.py"), 'reason = "Not here."\n');
    writeFileSync(home.getPath("evil.py"), 'reason = "Other bytes."\n');
    const poison = () => expect(python("-c", COMPILE, home.getPath("evil.py"), join(folder, "words.py"))).toMatchObject({ status: 0 });
    // Elsewhere bytecode that appears ends the consent.
    if (name !== PYPI) poison();
    home.accept();
    if (name === PYPI) poison();
    for (let call = 0; call < 2; call++) expect(await home.answer()).toContain("Not here.");
  });
});

describe("PL-17 a line that starts a covered file and something else", () => {
  test("is shown as running whatever the repository contains", async () => {
    const work = {
      ".git": { HEAD: "ref: refs/heads/main\n" },
      "ok.sh": "#!/bin/sh\n",
      "hooks.json": hooksText([commandHook("./ok.sh"), commandHook("./ok.sh && npm run lint"), commandHook("npm run lint ./ok.sh")]),
    };
    await using home = await createHome({}, { work });
    expect(subjectIn(home).subject.parts.map(({ isOpenEnded }) => isOpenEnded)).toEqual([false, true, true]);
  });

  test("is not accepted everywhere", async () => {
    await using home = await packageHome();
    const hook = (line: string) =>
      `name = "widget"\n[[hooks]]\nname = "deny"\nevent = "PreToolUse"\ncommand = { executable = "/bin/sh", args = ["-c", ${JSON.stringify(line)}] }\n`;
    const script = home.getPath("work/widget/deny.sh");
    const acceptEverywhere = (line: string) => {
      writeFileSync(home.getPath("work/widget/SYMPOSIUM.toml"), hook(line));
      const { subject, ...where } = subjectIn(home);
      return () => recordDecision(where, subject, { decision: "accepted", scope: "everywhere", digest: snapshotOf(subject).digest });
    };
    expect(acceptEverywhere(`sh ${script} && npm run lint`)).toThrow("runs whatever a repository contains");
    expect(acceptEverywhere(`sh ${script}`)).not.toThrow();
  });
});
