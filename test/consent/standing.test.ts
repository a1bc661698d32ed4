import { appendFileSync, cpSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { acceptedHooks, openConsents, recordedHere } from "../../src/consent/consent-book.ts";
import { forgetRecords, recordDecision } from "../../src/consent/decide.ts";
import { snapshotOf } from "../../src/consent/snapshot.ts";
import { areUntouched } from "../../src/host/stamp.ts";
import type { Subject } from "../../src/consent/subject.ts";
import { pause } from "../../src/host/engine.ts";
import { stage } from "./stage.ts";
import { CLOSED, packageAt, repositoryAt } from "./subjects.ts";

/** Younger files are hashed at every check. */
const OLDER_MS = 100;

describe("PL-17 the standing of a subject", () => {
  test("waits until the user decides, and needs nothing where nothing would run", async () => {
    await using here = await stage();
    const subject = repositoryAt(here.at("repository"));
    expect(here.stateOf(subject)).toMatchObject({ state: "waiting" });
    expect(here.stateOf({ ...subject, parts: [] })).toMatchObject({ state: "unneeded" });
    here.decide(subject);
    const standing = here.stateOf(subject);
    expect(standing).toMatchObject({ state: "accepted" });
    expect(standing.state === "accepted" && standing.checked.map(([path]) => path)).toEqual([
      here.at("repository/SYMPOSIUM.toml"),
      here.at("repository/scripts/guard.sh"),
    ]);
    expect(acceptedHooks(openConsents(here.places))).toEqual([CLOSED]);
  });

  const CHANGES: Readonly<Record<string, (file: string) => void>> = {
    "one byte": (file) => appendFileSync(file, "x"),
    "one byte with the old times": (file) => {
      const { atime, mtime, size } = statSync(file);
      writeFileSync(file, "#".repeat(size));
      utimesSync(file, atime, mtime);
    },
    "a link in its place": (file) => {
      renameSync(file, `${file}.real`);
      symlinkSync(`${file}.real`, file);
    },
    "its removal": (file) => rmSync(file),
  };

  test.each(Object.entries(CHANGES))("changes with %s, which stamps show", async (_, change) => {
    await using here = await stage();
    const subject = repositoryAt(here.at("repository"));
    // Whole seconds: `utimes` sets no finer time back.
    utimesSync(here.at("repository/scripts/guard.sh"), 1_000_000_000, 1_000_000_000);
    pause(OLDER_MS);
    here.decide(subject);
    const before = here.stateOf(subject);
    change(here.at("repository/scripts/guard.sh"));
    expect(here.stateOf(subject)).toMatchObject({
      state: "changed",
      closed: [{ hook: CLOSED }],
      because: expect.stringContaining("scripts/guard.sh"),
    });
    expect(before.state === "accepted" && areUntouched(before.checked)).toBe(false);
  });

  test("a new file in a package's folder changes it, and stamps show it", async () => {
    await using here = await stage();
    const subject = packageAt(here.at("package"), here.at("other"));
    here.decide(subject);
    const before = here.stateOf(subject);
    writeFileSync(here.at("package/lib/json.py"), "");
    expect(here.stateOf(subject)).toMatchObject({ state: "changed", because: expect.stringContaining("lib/json.py") });
    expect(before.state === "accepted" && areUntouched(before.checked)).toBe(false);
  });

  const IN_PACKAGE: Readonly<Record<string, (at: (path: string) => string) => void>> = {
    "a new file deep inside": (at) => writeFileSync(at("lib/json.py"), ""),
    "one byte of another file": (at) => appendFileSync(at("lib/more.sh"), "x"),
    "the removal of another file": (at) => rmSync(at("lib/more.sh")),
    "a folder that a copy replaces": (at) => {
      cpSync(at("lib"), at("copy"), { recursive: true });
      writeFileSync(at("copy/more.sh"), "others\n");
      rmSync(at("lib"), { recursive: true });
      renameSync(at("copy"), at("lib"));
    },
  };

  test.each(Object.entries(IN_PACKAGE))("of a package whose files are older than the decision changes with %s", async (_, change) => {
    await using here = await stage();
    const subject = packageAt(here.at("package"), here.at("other"));
    pause(OLDER_MS);
    here.decide(subject);
    expect(here.stateOf(subject).state).toBe("accepted");
    change((path) => here.at(`package/${path}`));
    expect(here.stateOf(subject)).toMatchObject({ state: "changed", closed: [{ hook: CLOSED }] });
  });

  test("of a package is bound to every named file, and to the version where folders are not covered, also where no stamp differs", async () => {
    await using here = await stage();
    const derived = ["__pycache__"];
    const subject = packageAt(here.at("package"), here.at("other"), { derived });
    pause(OLDER_MS);
    here.decide(subject);
    expect(here.stateOf(packageAt(here.at("package"), here.at("other"), { derived, version: "2.0.0" })).state).toBe("changed");
    const more = packageAt(here.at("package"), here.at("other"), { derived, named: ["hook.sh", "missing.sh"] });
    expect(here.stateOf(more).state).toBe("changed");
    here.decide(more);
    expect([here.stateOf(more).state, here.stateOf(subject).state]).toEqual(["accepted", "changed"]);
  });

  test("a new file that a pattern matches changes it, and stamps show it", async () => {
    await using here = await stage();
    const subject = repositoryAt(here.at("repository"), { globs: ["scripts/**"] });
    here.decide(subject);
    const before = here.stateOf(subject);
    writeFileSync(here.at("repository/scripts/lib/b.sh"), "");
    expect(here.stateOf(subject).state).toBe("changed");
    expect(before.state === "accepted" && areUntouched(before.checked)).toBe(false);
  });

  test("a touched file with the same bytes stays accepted", async () => {
    await using here = await stage();
    const subject = repositoryAt(here.at("repository"));
    here.decide(subject);
    utimesSync(here.at("repository/scripts/guard.sh"), 1, 1);
    expect(here.stateOf(subject).state).toBe("accepted");
  });

  test("only a file whose stamp differs is hashed again", async () => {
    await using here = await stage();
    const subject = repositoryAt(here.at("repository"));
    // A stamp counts once the file has been left alone for a moment.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { files } = here.decide(subject);
    const [, [, , digest = ""] = []] = files;
    const text = readFileSync(here.places.consent, "utf8");
    writeFileSync(here.places.consent, text.replace(digest, "0".repeat(64)));
    expect(here.stateOf(subject).state, "the recorded digest is taken").toBe("changed");
    utimesSync(here.at("repository/scripts/guard.sh"), 1, 1);
    expect(here.stateOf(subject).state, "the bytes are hashed").toBe("accepted");
  });

  test("a no is remembered until the bytes change", async () => {
    await using here = await stage();
    const subject = repositoryAt(here.at("repository"));
    here.decide(subject, "declined");
    expect(here.stateOf(subject).state).toBe("declined");
    appendFileSync(here.at("repository/scripts/guard.sh"), "x");
    expect(here.stateOf(subject).state).toBe("waiting");
  });

  test("a no to changed bytes ends the denial of the old closed hooks", async () => {
    await using here = await stage();
    const subject = repositoryAt(here.at("repository"));
    here.decide(subject);
    appendFileSync(here.at("repository/scripts/guard.sh"), "x");
    here.decide(subject, "declined");
    expect(here.stateOf(subject).state).toBe("declined");
  });

  test("closed hooks count although nothing would run any more", async () => {
    await using here = await stage();
    const subject = repositoryAt(here.at("repository"));
    here.decide(subject);
    writeFileSync(here.at("repository/SYMPOSIUM.toml"), "");
    expect(here.stateOf({ ...subject, parts: [] })).toMatchObject({ state: "changed", closed: [{ hook: CLOSED }] });
  });

  test("files that cannot be covered are unknown, with the closed hooks of the consent", async () => {
    await using here = await stage();
    const subject = repositoryAt(here.at("repository"));
    here.decide(subject);
    rmSync(here.at("repository/scripts/guard.sh"));
    symlinkSync("/etc/passwd", here.at("repository/scripts/guard.sh"));
    expect(here.stateOf(subject)).toMatchObject({ state: "unknown", closed: [{ hook: CLOSED }] });
  });

  test("nothing is recorded for bytes that the user did not see", async () => {
    await using here = await stage();
    const subject = repositoryAt(here.at("repository"));
    const { digest } = snapshotOf(subject);
    appendFileSync(here.at("repository/scripts/guard.sh"), "x");
    expect(() => recordDecision(here.place, subject, { decision: "accepted", scope: "workspace", digest })).toThrow(
      "are not those of this digest",
    );
    expect(here.stateOf(subject).state).toBe("waiting");
  });

  test("a package is accepted everywhere; a repository's own plugin never is", async () => {
    await using here = await stage();
    here.decide(packageAt(here.at("package"), here.at("other")), "accepted", "everywhere");
    expect(here.stateOf(packageAt(here.at("package"), here.at("repository"))).state).toBe("accepted");
    expect(() => here.decide(repositoryAt(here.at("repository")), "accepted", "everywhere")).toThrow("counts in this workspace only");
  });

  test("a no in a workspace beats a yes everywhere", async () => {
    await using here = await stage();
    const [one, other] = [packageAt(here.at("package"), here.at("other")), packageAt(here.at("package"), here.at("repository"))];
    here.decide(one, "accepted", "everywhere");
    here.decide(other, "declined");
    expect([here.stateOf(one).state, here.stateOf(other).state]).toEqual(["accepted", "declined"]);
  });

  test("two versions that a workspace uses at once are both accepted; an older one is forgotten", async () => {
    await using here = await stage();
    const folder = (name: string) => {
      cpSync(here.at("package"), here.at(name), { recursive: true });
      writeFileSync(here.at(`${name}/version`), name);
      return packageAt(here.at(name), here.at("other"), { version: name });
    };
    const [one, two, three] = [folder("1.0.0"), folder("2.0.0"), folder("3.0.0")];
    const digest = (subject: Subject) => snapshotOf(subject).digest;
    here.decide(one);
    recordDecision(here.place, two, { decision: "accepted", scope: "workspace", digest: digest(two), beside: [digest(one)] });
    expect([one, two].map((subject) => here.stateOf(subject).state)).toEqual(["accepted", "accepted"]);
    recordDecision(here.place, three, { decision: "accepted", scope: "workspace", digest: digest(three), beside: [digest(two)] });
    expect([one, two, three].map((subject) => here.stateOf(subject).state)).toEqual(["changed", "accepted", "accepted"]);
  });

  test("revoking leaves nothing, not even the texts", async () => {
    await using here = await stage();
    const subject = repositoryAt(here.at("repository"));
    here.decide(subject);
    forgetRecords(here.place, (records) => records);
    expect(here.stateOf(subject).state).toBe("waiting");
    expect(recordedHere(openConsents(here.places), subject)).toEqual([]);
  });
});
