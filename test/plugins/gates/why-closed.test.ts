import { expect, test } from "vitest";

import { whyClosed } from "../../../src/plugins/gates/why-closed.ts";
import { gate, surroundings, workspaceWith } from "./workspaces.ts";

const workspace = workspaceWith("serde 1.0.219", "rand 0.7.3", "rand 0.8.5", "bytes");
const answered = (asked: { kind: string }) => (asked.kind === "shell" ? false : undefined);
const here = surroundings({ workspace, answered, definedNames: new Set(["nix"]) });

test.each([
  [gate("serde, tokio", "not(env(X))"), undefined],
  [gate("tokio"), "no dependency tokio"],
  [gate("tokio, regex>=1"), "no dependency tokio or regex"],
  [gate("nuget:x, tokio"), "no dependency tokio; this version does not read nuget packages"],
  [gate("serde>=2.0"), "needs serde>=2.0, but the workspace has serde 1.0.219"],
  [gate("rand=0.9"), "needs rand=0.9, but the workspace has rand 0.7.3 and 0.8.5"],
  [gate("bytes=1"), "needs bytes=1, but no lock file has the workspace's version of bytes"],
  [gate("tokio, serde>=2.0"), "no dependency tokio; needs serde>=2.0, but the workspace has serde 1.0.219"],
  [gate("nuget:*"), "this version does not read nuget packages"],
  [gate([], "env(CI)"), "env CI is not set"],
  [gate([], "env(CI=true)"), "env CI is not true"],
  [gate([], "env(CI=)"), "env CI is not empty"],
  [gate([], "path_exists(x/y)"), "x/y does not exist"],
  [gate([], "path_exists()"), "the empty path does not exist"],
  [gate([], "workspace-member()"), "is only for members of the workspace"],
  [gate([], "shell(exit 1)"), "shell(exit 1) is false"],
  [gate([], "nix(x)"), "nix(x) has no answer yet: run `symposium sync`"],
  [gate([], "nyx(x)"), "no plugin defines the predicate nyx"],
  [gate([], "not(depends-on(serde))"), "depends-on(serde) holds"],
  [gate([], "any(env(CI), depends-on(tokio))"), "env CI is not set; no dependency tokio"],
  [gate("serde", "all(depends-on(serde), env(CI))"), "env CI is not set"],
])("a closed gate gives its reason (%#)", (closed, reason) => {
  expect(whyClosed(closed, here)).toBe(reason);
});

test("PL-14 outside a workspace that is the reason", () => {
  expect(whyClosed(gate("serde"), { ...here, workspace: null })).toBe("needs serde, but this folder is not in a workspace");
});

test("a workspace without a root of the ecosystem", () => {
  expect(whyClosed(gate("cargo:*"), { ...here, workspace: { ...workspace, roots: [] } })).toBe("not a cargo workspace");
});
