import { describe, expect, test } from "vitest";

import { source } from "../../../../src/packages/programs/npm/index.ts";
import type { SourceEntry } from "../../../../src/packages/programs/program-source.ts";

describe("PG-6 an installation from npm in a manifest", () => {
  test.each<[SourceEntry, string]>([
    [{}, "comes from npm but has no `package`"],
    [{ package: "../x" }, 'has the `package` "../x", which is not a valid npm package name'],
    [{ package: "x@1" }, 'has the `package` "x@1", which is not a valid npm package name'],
    [{ package: "--global" }, 'has the `package` "--global", which is not a valid npm package name'],
    ...["", "file:../x", "./x", "..", "https://registry.example/x.tgz", "x.tgz", "npm:other@1", "me/other", "1.0.0@2", "-g", "$(x)"].map(
      (version): [SourceEntry, string] => [
        { package: "x", version },
        `has the \`version\` "${version}", which is not a version, a range or a tag`,
      ],
    ),
  ])("%j is refused", (entry, problem) => {
    expect(source.read(entry)).toBe(problem);
  });

  test.each<[SourceEntry, object]>([
    [{ package: "x" }, { subject: "x" }],
    [
      { package: "@a/b", version: "1.0.0", scripts: false },
      { subject: "@a/b", version: "1.0.0" },
    ],
    [
      { package: "x", version: " =1.0.0 " },
      { subject: "x", version: "1.0.0" },
    ],
    [
      { package: "x", version: "v1.0.0-rc.1+2" },
      { subject: "x", version: "1.0.0-rc.1+2" },
    ],
    [
      { package: "x", version: ">=1 <2 || ^3" },
      { subject: "x", allows: ">=1 <2 || ^3" },
    ],
    [
      { package: "x", version: "next", scripts: true },
      { subject: "x", allows: "next", variant: "scripts" },
    ],
    [
      { package: "x", version: "1.0.0", scripts: true },
      { subject: "x", version: "1.0.0", variant: "scripts" },
    ],
  ])("%j is identified by %j", (entry, identity) => {
    const wanted = source.read(entry);
    if (typeof wanted === "string") throw new Error(wanted);
    expect(source.identify(wanted, "linux-x64")).toEqual(identity);
  });
});
