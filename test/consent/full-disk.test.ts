import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { forgetRecords } from "../../src/consent/decide.ts";
import { pathsIn } from "../../src/host/paths.ts";
import { breakAt, restore } from "../setup/faults/break-at.mjs";
import { stage } from "./stage.ts";
import { packageAt, repositoryAt } from "./subjects.ts";

type Stage = Awaited<ReturnType<typeof stage>>;

const ACTS: Readonly<Record<string, (here: Stage) => unknown>> = {
  "a first yes to another plugin": (here) => here.decide(packageAt(here.at("package"), here.at("other"))),
  "a no after a yes": (here) => here.decide(repositoryAt(here.at("repository")), "declined"),
  "a yes taken back": (here) => forgetRecords(here.place, (records) => records),
};

test.each(Object.entries(ACTS))(
  "PL-17 a disk that is full from any write on, at %s: the earlier record stays, and the message says what to do",
  async (_, act) => {
    await using here = await stage();
    here.decide(repositoryAt(here.at("repository")));
    const own = () => {
      const files = [here.places.base, here.places.consentTexts].flatMap(pathsIn).filter((path) => statSync(path).isFile());
      return Object.fromEntries(files.map((file) => [file, readFileSync(file, "utf8")]));
    };
    const before = own();
    let [at, isDone] = [0, false];
    while (!isDone) {
      at += 1;
      breakAt({ root: here.places.base, how: "full", at });
      let error: unknown;
      try {
        act(here);
      } catch (thrown) {
        error = thrown;
      }
      isDone = restore() < at;
      if (error === undefined) {
        expect(own(), `write ${at}`).not.toEqual(before);
        // A text that could not be stored costs no decision.
        if (isDone) break;
        rmSync(here.places.consentTexts, { recursive: true });
        mkdirSync(here.places.consentTexts);
        for (const [file, text] of Object.entries(before)) writeFileSync(file, text, { mode: 0o600 });
      } else {
        expect(error, `write ${at}`).toMatchObject({ code: "NOT-WRITTEN", hint: expect.stringMatching(/disk/) });
        expect(own(), `write ${at}`).toEqual(before);
      }
      rmSync(here.places.locks, { recursive: true, force: true });
    }
    expect(at).toBeGreaterThan(2);
  },
);
