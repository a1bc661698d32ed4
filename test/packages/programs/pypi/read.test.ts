import { describe, expect, test } from "vitest";

import type { SourceEntry } from "../../../../src/packages/programs/program-source.ts";
import { source } from "../../../../src/packages/programs/pypi/index.ts";

const name = (written: string): [SourceEntry, string] => [
  { package: written },
  `has the \`package\` "${written}", which is not a valid name of a Python package`,
];
const version = (written: string): [SourceEntry, string] => [
  { package: "x", version: written },
  `has the \`version\` "${written}", which is neither a version nor version specifiers`,
];
const python = (written: string): [SourceEntry, string] => [
  { package: "x", python: written },
  `has the \`python\` "${written}", which is not a version such as "3.12"`,
];

describe("PG-6 an installation from pypi in a manifest", () => {
  test.each<[SourceEntry, string]>([
    [{}, "comes from pypi but has no `package`"],
    ...["../x", "--user", "x==1", "x @ file:///x", "x[a", "x[--a]", "x; y", "."].map(name),
    ...["", "latest", "1.0 --user", "@ file:///x", ">=1;x", "^1", "-r x"].map(version),
    ...["2.7", "/usr/bin/python3", "3.12; x", "--system", "3."].map(python),
  ])("%j is refused", (entry, problem) => {
    expect(source.read(entry)).toBe(problem);
  });

  test.each<[SourceEntry, object]>([
    [{ package: "Zope.Interface" }, { subject: "zope-interface" }],
    [{ package: "x [B, a,b]", version: "*" }, { subject: "x[a,b]" }],
    [
      { package: "x", version: "v1.0-RC1" },
      { subject: "x", version: "1.0rc1" },
    ],
    [
      { package: "x", version: "== 1.0" },
      { subject: "x", version: "1.0" },
    ],
    [
      { package: "x", version: "==1.*" },
      { subject: "x", allows: "==1.*" },
    ],
    [
      { package: "x", version: ">= 1, < 2", python: "3.12" },
      { subject: "x", allows: ">=1,<2", variant: "python 3.12" },
    ],
  ])("%j is identified by %j", (entry, identity) => {
    const wanted = source.read(entry);
    if (typeof wanted === "string") throw new Error(wanted);
    expect(source.identify(wanted, "linux-x64")).toEqual(identity);
    expect(source.namedPackage?.(wanted)?.name).not.toContain("[");
  });
});
