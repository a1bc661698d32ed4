import fc from "fast-check";
import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { questionsOf, reduceAll } from "../../../src/plugins/gates/judge.ts";
import { type Live, liveHolds } from "../../../src/plugins/gates/live.ts";
import type { Predicate } from "../../../src/plugins/gates/predicate.ts";
import { predicateTrees } from "./generated.ts";
import { gate, gateHolds, surroundings, workspaceWith } from "./workspaces.ts";

const here = surroundings({ workspace: workspaceWith("serde 1.0.0") });

test("PL-10 only variables and paths are left for the hook call", () => {
  expect(reduceAll([gate("serde")], here)).toBe(true);
  expect(reduceAll([gate("tokio", "env(A)")], here)).toBe(false);
  expect(reduceAll([gate("serde", "env(A)")], here)).toEqual(["env", "A"]);
  expect(reduceAll([gate("serde", "any(depends-on(tokio), env(A=1))")], here)).toEqual(["env", "A", "1"]);
  expect(reduceAll([gate([], "not(path_exists(docs/x))", "path_exists(rg)")], here)).toEqual([
    "all",
    ["not", ["path", "/w/docs/x"]],
    ["path", "/w/rg", "rg"],
  ]);
  expect(reduceAll([gate([], "path_exists()")], here)).toBe(false);
  expect(reduceAll([gate("serde", "env(A)"), gate([], "env(B)")], here)).toEqual(["all", ["env", "A"], ["env", "B"]]);
  expect(reduceAll([], here)).toBe(true);
});

test("PL-10 what is left gives the same answer at the hook call as judging at once, in every state of variables and paths", async () => {
  await using files = await createFixture({ "w/here": "", "w/folder/there": "", up: "", "other/x": "" });
  const states = [undefined, "1", "2"].flatMap((A) => [undefined, "1"].map((B) => ({ A, B })));
  const folders = [files.getPath("w"), files.getPath("other")];
  fc.assert(
    fc.property(fc.array(predicateTrees, { maxLength: 3 }), fc.boolean(), (predicates: Predicate[], isMember) => {
      for (const folder of folders) {
        const still = { ...here, folder, isMember, answered: (asked: { kind: string }) => asked.kind === "shell" };
        const left: boolean | Live = reduceAll([{ dependsOn: [], predicates }], still);
        const kept = JSON.parse(JSON.stringify(left)) as boolean | Live;
        for (const env of states) {
          const live = typeof kept === "boolean" ? kept : liveHolds(kept, { env, os: "linux" });
          expect(live).toBe(gateHolds({ dependsOn: [], predicates }, { ...still, env }));
        }
      }
    }),
    { numRuns: 200 },
  );
});

test("PL-10 names on PATH are found with the endings of Windows, and never in relative folders", () => {
  const isFound = (env: Record<string, string>, ...files: readonly string[]) =>
    liveHolds(["path", "C:\\w\\tool", "tool"], { env, os: "windows" }, (path) => files.includes(path));
  expect(isFound({ Path: "bin;C:\\bin" }, "C:\\bin\\tool.EXE")).toBe(true);
  expect(isFound({ Path: "bin;C:\\bin" }, "bin\\tool.EXE", "C:\\bin\\tool.PY")).toBe(false);
  expect(isFound({ Path: "C:\\bin", PathExt: ".PY" }, "C:\\bin\\tool.PY")).toBe(true);
  expect(isFound({}, "C:\\w\\tool")).toBe(true);
});

test("PL-10 programs are asked only where the packages leave the decision to them", () => {
  const asked = (...gates: Parameters<typeof questionsOf>[0]) =>
    questionsOf(gates, here).map((one) => (one.kind === "shell" ? one.command : `${one.name} ${one.argument}`));
  expect(asked(gate("serde", "shell(a)", "shell(a)", "nix(b)"))).toEqual(["a", "nix b"]);
  expect(asked(gate("tokio", "shell(a)"))).toEqual([]);
  expect(asked(gate("serde"), gate("tokio", "shell(a)"))).toEqual([]);
  expect(asked(gate([], "all(depends-on(tokio), shell(a))"), gate([], "shell(b)"))).toEqual([]);
  expect(asked(gate([], "any(depends-on(serde), shell(a))", "not(shell(b))"))).toEqual(["b"]);
  expect(asked(gate([], "any(env(X), shell(a))", "workspace-member()"))).toEqual([]);
  expect(asked(gate([], "any(env(X), shell(a))", "path_exists(x)"))).toEqual(["a"]);
});
