import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";

import { parseConfig } from "../../../src/files/config.ts";
import { workspaceState } from "../../../src/host/places.ts";
import { readPackagePlugin } from "../../../src/plugins/packages/package-plugin.ts";
import { openStoredPlugins } from "../../../src/plugins/packages/stored-plugins.ts";
import type { ReadRequest } from "../../../src/plugins/plugins-read.ts";
import { openedBy } from "../../support/opened-files.ts";
import { hook } from "../../support/plugin.ts";
import { times } from "../../support/thoroughness.ts";
import { ourDirectory } from "../our-directory.ts";
import { workspaceWith } from "../workspace-with.ts";

type Ours = Awaited<ReturnType<typeof ourDirectory>>;

const PACKAGE = '[package]\nname = "widget"\nversion = "1.0.0"\n';
const MANIFEST = `crates = ["serde>=1.2"]
[[hooks]]
name = "h"
event = "PreToolUse"
predicates = ["not(depends-on(tokio<2))"]
command = { script = "h.sh" }
`;

/** The clock is ahead, so that files which were just made count as settled. */
function requestIn({ context, places }: Ours, more: Partial<ReadRequest> = {}): ReadRequest {
  const parsed = parseConfig(places.config, "");
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const now = () => Date.now() + 10_000;
  return { config: parsed.config, places, workspace: workspaceWith([]), context: { ...context, now }, isStored: true, ...more };
}

const widget = (ours: Ours) => ({ ecosystem: "cargo", name: "widget", folder: ours.path("widget") });

const readOf = (ours: Ours, opened: readonly string[]) => opened.filter((file) => file.startsWith(ours.path("widget"))).length;

/** As one run reads it. */
function foundIn(ours: Ours, more: Partial<ReadRequest> = {}) {
  const request = requestIn(ours, more);
  const { value: found, opened } = openedBy(() => {
    const store = openStoredPlugins(request);
    const found = store.pluginIn(widget(ours));
    store.save();
    return found;
  });
  return { found, read: readOf(ours, opened) };
}

const VERSIONS = ["0.9.0", "1.0.0", "1.2.0", "1.2.3", "2.0.0", "2.0.0-alpha", "3.1.4"];

/** With what its functions answer in their place. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === "matches" ? VERSIONS.map(one as (version: string) => boolean) : key === "limits" ? (one as () => unknown)() : plain(one),
    ]),
  );
}

const isSame = (ours: Ours) => expect(plain(foundIn(ours).found)).toEqual(plain(readPackagePlugin(widget(ours), requestIn(ours))));

let ours: Ours;
beforeEach(async () => {
  ours = await ourDirectory({ widget: { "Cargo.toml": PACKAGE, "SYMPOSIUM.toml": MANIFEST, "h.sh": "" } });
  return () => ours[Symbol.asyncDispose]();
});

const at = (name: string) => ours.path("widget", name);
const stored = () => workspaceState(ours.places, "/w").packagePlugins;

describe("PL-31 the plugin of a package, as it was last read", () => {
  test("PL-31 is read once, while its files are unchanged", () => {
    expect(foundIn(ours).read).toBeGreaterThan(0);
    expect(foundIn(ours).read).toBe(0);
    isSame(ours);
  });

  test("PL-31 belongs to one package and one folder", () => {
    foundIn(ours);
    const store = openStoredPlugins(requestIn(ours));
    expect(store.pluginIn({ ...widget(ours), name: "gadget" }).plugin?.name).toBe("gadget");
    expect(store.pluginIn({ ...widget(ours), folder: ours.path("elsewhere") }).plugin).toBeUndefined();
    expect(store.pluginIn(widget(ours)).plugin?.name).toBe("widget");
  });

  test.each<[string, () => void]>([
    ["another manifest", () => appendFileSync(at("SYMPOSIUM.toml"), hook("more"))],
    [
      "another manifest of the same length, with the old time",
      () => {
        const { atime, mtime } = statSync(at("SYMPOSIUM.toml"));
        writeFileSync(at("SYMPOSIUM.toml"), MANIFEST.replace("serde>=1.2", "serde>=1.3"));
        utimesSync(at("SYMPOSIUM.toml"), atime, mtime);
      },
    ],
    ["no manifest", () => rmSync(at("SYMPOSIUM.toml"))],
    [
      "a manifest that was moved out of the package, with a link in its place",
      () => {
        renameSync(at("SYMPOSIUM.toml"), ours.path("outside.toml"));
        symlinkSync(ours.path("outside.toml"), at("SYMPOSIUM.toml"));
      },
    ],
    ["an unreadable manifest", () => appendFileSync(at("SYMPOSIUM.toml"), "= =")],
    ["metadata in the package's own file", () => appendFileSync(at("Cargo.toml"), `[package.metadata.symposium]\nname = "other"\n`)],
    ["no file of the package's own", () => rmSync(at("Cargo.toml"))],
    ["a script that is gone", () => rmSync(at("h.sh"))],
    ["a script that is a folder now", () => (rmSync(at("h.sh")), mkdirSync(at("h.sh")))],
    ["another package in its place", () => (rmSync(dirname(at("h.sh")), { recursive: true }), mkdirSync(ours.path("widget")))],
  ])("PL-17 PL-31 %s counts at once", (_, change) => {
    foundIn(ours);
    const before = plain(foundIn(ours).found);
    change();
    expect(plain(foundIn(ours).found)).not.toEqual(before);
    isSame(ours);
  });

  test.each<[string, () => void]>([
    ["has mistakes", () => appendFileSync(at("SYMPOSIUM.toml"), "\n[unknown]\n")],
    [
      "is a link within the package",
      () => (renameSync(at("SYMPOSIUM.toml"), at("real.toml")), symlinkSync("real.toml", at("SYMPOSIUM.toml"))),
    ],
    [
      "is a folder of skills alone",
      () => (rmSync(at("SYMPOSIUM.toml")), mkdirSync(at("skills/one"), { recursive: true }), writeFileSync(at("skills/one/SKILL.md"), "")),
    ],
  ])("PL-31 one that %s is read every time", (_, change) => {
    change();
    foundIn(ours);
    expect(foundIn(ours).read).toBeGreaterThan(0);
    isSame(ours);
  });

  test("PL-31 files that may change within the same tick of the clock are read again", () => {
    const { context } = ours;
    foundIn(ours, { context });
    expect(foundIn(ours, { context }).read).toBeGreaterThan(0);
  });

  test("PL-31 only an index takes it from there: a command reads the package", () => {
    foundIn(ours);
    const { isStored: _, ...request } = requestIn(ours);
    const { opened } = openedBy(() => openStoredPlugins(request).pluginIn(widget(ours)));
    expect(readOf(ours, opened)).toBeGreaterThan(0);
  });
});

describe("PL-31 with any doubt about the stored file the package is read", () => {
  const readAfter = (change: () => void) => {
    foundIn(ours);
    change();
    const { read, found } = foundIn(ours);
    expect(found.plugin?.hooks).toHaveLength(1);
    return read;
  };

  test.each<[string, () => void]>([
    ["missing", () => rmSync(stored())],
    ["cut off", () => writeFileSync(stored(), readFileSync(stored(), "utf8").slice(0, -20))],
    ["changed in one letter", () => writeFileSync(stored(), readFileSync(stored(), "utf8").replace("PreToolUse", "PreToolUsf"))],
    [
      "of another build",
      () => writeFileSync(stored(), readFileSync(stored(), "utf8").replace("symposium-package-plugins 1", "symposium-package-plugins 0")),
    ],
    ["open to other users", () => chmodSync(stored(), 0o666)],
    ["a folder", () => (rmSync(stored()), mkdirSync(stored()))],
  ])("PL-31 %s", (_, change) => {
    expect(readAfter(change)).toBeGreaterThan(0);
  });
});

const atom = fc.constantFrom("serde", "serde>=1.2", "tokio^2", "my_crate=1.0.0", "cargo:serde<2", "npm:left{>=1 <3}", "*");
const gate = fc.oneof(
  fc.constant(""),
  fc.array(atom, { minLength: 1, maxLength: 2 }).map((atoms) => `crates = ${JSON.stringify(atoms)}\n`),
  atom.map((one) => `predicates = ["any(not(depends-on(${one})), all(depends-on(${one}), env(X)))"]\n`),
);
const item = fc.oneof(
  fc
    .tuple(gate, fc.constantFrom("", 'on-failure = "closed"\n', 'matcher = "Bash|^mcp__.*x"\n', "timeout = 3\n"))
    .map(([own, more]) => `[[hooks]]\nname = "h"\nevent = "PreToolUse"\n${more}${own}command = { script = "h.sh", args = ["x"] }\n`),
  gate.map((own) => `[[skills]]\nsource.path = "skills"\n${own}`),
  atom.map((one) => `[[skills]]\nsource = "crate"\ncrates = [${JSON.stringify(one)}]\n`),
  gate.map((own) => `[[mcp_servers]]\nname = "s"\ncommand = "run"\nargs = ["h.sh"]\n${own}`),
  gate.map((own) => `[subcommand.go]\ndescription = "d"\ncommand = { executable = "h.sh" }\n${own}`),
  fc.constantFrom("serde", "serde>=1.2").map((one) => `[[plugins]]\nsource.cargo = "${one}"\n`),
  fc.constant('[[predicate]]\nname = "mine"\ncommand = { script = "h.sh" }\n'),
);
const manifest = fc
  .tuple(gate, fc.uniqueArray(item, { maxLength: 3, selector: (text) => text.slice(0, 6) }))
  .map(([own, items]) => own + items.join(""));
const metadata = fc.oneof(
  fc.constantFrom("", "[package.metadata.symposium]\nskills = []\n", '[[package.metadata.symposium.skills]]\ncrate = "other>=1.2"\n'),
  fc.constant('[package.metadata.symposium]\nname = "inner"\ncrates = ["serde>=1.3"]\n'),
);
const change = fc.oneof(
  manifest.map((text) => ({ file: "SYMPOSIUM.toml", text })),
  metadata.map((text) => ({ file: "Cargo.toml", text: PACKAGE + text })),
  fc.constantFrom("SYMPOSIUM.toml", "Cargo.toml", "h.sh").map((file) => ({ file, text: undefined })),
  fc.constant({ file: "h.sh", text: "" }),
  fc.constant(undefined),
);

test("PL-31 the plugin is the same with the store and without it, whatever the package contains and how it changes", () => {
  let taken = 0;
  fc.assert(
    fc.property(manifest, metadata, fc.array(change, { maxLength: 5 }), (first, more, changes) => {
      const put = (file: string, text: string) => writeFileSync(at(file), text);
      put("SYMPOSIUM.toml", first);
      put("Cargo.toml", PACKAGE + more);
      put("h.sh", "");
      for (const one of [undefined, undefined, ...changes]) {
        if (one?.text !== undefined) put(one.file, one.text);
        else if (one !== undefined) rmSync(at(one.file), { force: true });
        const { found, read } = foundIn(ours);
        if (read === 0) taken += 1;
        expect(plain(found)).toEqual(plain(readPackagePlugin(widget(ours), requestIn(ours))));
      }
    }),
    { numRuns: times({ sample: 100, all: 500, proof: 2_000 }) },
  );
  // Else it would compare nothing.
  expect(taken).toBeGreaterThan(50);
}, 300_000);
