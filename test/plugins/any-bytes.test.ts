import fc from "fast-check";
import { stringify } from "smol-toml";
import { expect, test } from "vitest";

import { chooseLines, parseIndex } from "../../src/index/read-index.ts";
import { indexText } from "../../src/index/write-index.ts";
import { embedded } from "../../src/packages/cargo/package-manifest.ts";
import { Manifest } from "../../src/plugins/manifest/schema.ts";
import { validateTable } from "../../src/plugins/manifest/validate.ts";
import { readPackageMetadata } from "../../src/plugins/packages/embedded-metadata.ts";
import type { Plugin } from "../../src/plugins/plugin.ts";
import { expectPlaced, junk } from "../files/junk.ts";
import { asLoaded } from "./as-loaded.ts";
import { HEAD, read } from "./manifest-text.ts";

/** Whatever was read can be written into an index that can be read. */
function expectIndexed(plugin: Plugin): void {
  const loaded = asLoaded(plugin, { source: "s", manifest: ["/m", "-"] });
  const index = parseIndex(
    indexText([loaded, loaded], {
      program: "1",
      config: "config.toml",
      key: null,
      workspace: null,
      repository: null,
      registrations: [],
      stamps: [],
      watched: [],
      logLevel: "info" as const,
      problems: [],
      hints: { candidates: [] },
    }),
  );
  const ids = index!.header.events.flatMap((event) => chooseLines(index!, event, "all").meant.map(({ id }) => id));
  expect(ids.toSorted()).toEqual([...plugin.hooks, ...plugin.hooks].map(({ name }) => `${plugin.name}/${name}`).toSorted());
}

test("any text as SYMPOSIUM.toml is read or refused with a place, never thrown", () => {
  const begun = fc.string({ unit: "binary", maxLength: 80 }).map((rest) => `${HEAD}[[hooks]]\n${rest}`);
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), begun), (text) => {
      const { plugin, problems } = read(text);
      expectPlaced(problems, text);
      if (plugin === undefined) expect(problems).not.toEqual([]);
      else expectIndexed(plugin);
    }),
    { numRuns: 250 },
  );
});

test("PL-5 any values under the known keys leave a plugin that can be indexed, and every lost hook is reported", () => {
  const hookKeys = [
    "name",
    "event",
    "matcher",
    "command",
    "script",
    "executable",
    "args",
    "requirements",
    "agent",
    "format",
    "timeout",
    "on-failure",
    "crates",
    "colour",
  ];
  const hook = fc.dictionary(fc.constantFrom(...hookKeys), junk, { maxKeys: 5 });
  const sane = fc.record({
    name: fc.constantFrom("a", "b", "a-b", "HOME"),
    event: fc.constantFrom("Stop", "PreToolUse", "Stpo"),
    script: fc.constantFrom("./x", "y"),
  });
  const hooks = fc.array(
    fc.oneof(
      sane,
      fc.tuple(sane, hook).map(([base, more]) => ({ ...base, ...more })),
    ),
    { maxLength: 4 },
  );
  const rest = fc.dictionary(
    fc.constantFrom(
      ...Object.keys(Manifest.entries).filter((key) => !["name", "hooks", "crates", "depends-on", "predicates", "where"].includes(key)),
      "unknown",
    ),
    junk,
    { maxKeys: 3 },
  );
  fc.assert(
    fc.property(hooks, rest, (declared, others) => {
      const text = stringify({ name: "p", crates: "*", ...others, hooks: declared });
      const { plugin, problems } = read(text);
      expectPlaced(problems, text);
      if (plugin === undefined) throw new Error("the plugin was lost");
      expectIndexed(plugin);
      const lost = declared.length - plugin.hooks.length;
      expect(problems.filter(({ severity }) => severity === "error").length).toBeGreaterThanOrEqual(lost);
    }),
    { numRuns: 500 },
  );
});

test("PL-5 a package's table is read or refused with a place, whatever is in it", () => {
  const entry = fc.dictionary(fc.constantFrom("path", "crate", "source", "name", "colour"), junk, { maxKeys: 3 });
  const table = fc.dictionary(
    fc.constantFrom("skills", "hooks", "plugins", "defaults", "where", "depends-on", "x"),
    fc.oneof(junk, fc.array(entry, { maxLength: 3 })),
    { maxKeys: 3 },
  );
  fc.assert(
    fc.property(fc.oneof(table, junk), (symposium) => {
      const text = stringify({ package: { name: "w", metadata: { symposium } } });
      const { metadata, problems } = readPackageMetadata(embedded("Cargo.toml", text));
      expectPlaced(problems, text);
      if (metadata.kind === "malformed") expect(problems).not.toEqual([]);
      if (metadata.kind !== "manifest") return;
      expectPlaced(validateTable("Cargo.toml", metadata.toml, { directory: "/w", os: "linux", isFile: () => false }, "w").problems, text);
    }),
    { numRuns: 150 },
  );
});
