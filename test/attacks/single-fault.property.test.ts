/** Any one file operation or process start in a call fails with any error: the answer is valid and a denial, and so is the answer of the next call. */

import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import type { HandlerEnd } from "../../src/host/run-handler.ts";
import { type AgentUnderTest, agentsUnderTest, inFolder } from "../conformance/agents.ts";
import { isLegal } from "../oracles/oracle.ts";
import { shellCall } from "../program/shell-call.ts";
import { createHome, type Home } from "../support/home.ts";
import { faultAt, faultsOver, point } from "./fault-at.mjs";
import { guard, GUARD_REASON } from "./guarded-home.ts";
import { generator } from "../support/random.ts";
import { points } from "../support/thoroughness.ts";

const ERRORS = ["EIO", "EACCES", "EMFILE", "ENOSPC", "ENOENT", "EINTR"];
const AGENTS = (await agentsUnderTest()).filter(({ oracle }) => ["claude-code", "kiro"].includes(oracle.agent));

const DENIED: HandlerEnd = { kind: "exited", code: 2, stdout: "", stderr: GUARD_REASON, ms: 1 };

/** The start of the handler is one of the operations that may fail. */
const services = {
  runHandler: () => {
    try {
      point("spawn");
      return Promise.resolve(DENIED);
    } catch (error) {
      return Promise.reject(error);
    }
  },
};

const random = generator();

const MOMENTS: Readonly<Record<string, (home: Home) => void>> = {
  "with a fresh index": () => {},
  "with a stale index": (home) => utimesSync(home.getPath("config.toml"), random() * 1e9, random() * 1e9),
  "without an index": (home) => rmSync(home.getPath("index"), { recursive: true, force: true }),
  "with a torn index": (home) => {
    mkdirSync(home.getPath("index"), { recursive: true });
    writeFileSync(home.getPath("index/no-workspace"), "{");
  },
};

const PLACES: Readonly<Record<string, string>> = { "in a workspace": "work/deep", "outside any": "elsewhere" };

async function guardedCall(home: Home, { oracle, payloads }: AgentUnderTest, folder: string) {
  const { event, payload } = shellCall({ oracle, payloads }, "ls");
  const sent = inFolder(payload, home.getPath(folder));
  const answer = await home.call(oracle.agent, event, sent, { services, cwd: home.getPath(folder) });
  const heard = answer.exitCode === 2 ? answer : { ...answer, stderr: "" };
  return { answer, isLegal: isLegal(oracle, heard), reading: await oracle.read(event, sent, heard) };
}

describe.each(Object.entries(MOMENTS))("%s", (_, prepare) => {
  test.each(Object.entries(PLACES))("RT-38 %s", { timeout: 300_000 }, async (__, folder) => {
    await using home = await createHome(
      { guard: guard() },
      {
        "config.toml": "",
        elsewhere: {},
        work: {
          ".git": { HEAD: "" },
          "Cargo.toml": '[package]\nname = "x"\nversion = "1.0.0"\n',
          "Cargo.lock": "version = 4\n",
          deep: { a: "" },
        },
      },
    );
    const [first] = AGENTS;
    if (first === undefined) throw new Error("no agents");
    await guardedCall(home, first, folder);
    prepare(home);
    faultAt(home.path);
    await guardedCall(home, first, folder);
    const { count } = faultsOver();
    expect(count).toBeGreaterThan(5);
    for (const at of points(count, { quick: 4, sample: count < 40 ? 20 : 8, all: 40 })) {
      // Every error at every operation where there are few; else one after the other.
      const errors = count < 40 ? ERRORS : [ERRORS[at % ERRORS.length] ?? "EIO"];
      for (const [turn, error] of errors.entries()) await tryFault(home, AGENTS[(at + turn) % AGENTS.length] ?? first, at, error);
    }

    async function tryFault(there: Home, agent: AgentUnderTest, at: number, error: string): Promise<void> {
      prepare(there);
      faultAt(there.path, at, error);
      const broken = await guardedCall(there, agent, folder);
      const { hit } = faultsOver();
      const told = `${agent.oracle.agent} ${error} at ${at} of ${count}, ${hit}: ${JSON.stringify(broken.answer)}`;
      expect(broken.isLegal, told).toBe(true);
      expect(broken.reading, told).toMatchObject({ blocked: true });
      const { answer, reading } = await guardedCall(there, agent, folder);
      // A file that was reported missing counts as missing until the next check.
      const reason = error === "ENOENT" ? "guard" : GUARD_REASON;
      const after = `the call after ${told}: ${JSON.stringify(answer)}`;
      expect(reading, after).toMatchObject({ blocked: true, reason: expect.stringContaining(reason) });
    }
  });
});
