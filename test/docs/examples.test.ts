/** Every JSON, TOML and shell example that people read is tried here, except those marked as not run, which are listed. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { readPolicy } from "../../src/consent/policy/read-policies.ts";
import { parseConfig } from "../../src/files/config.ts";
import { embedded } from "../../src/packages/cargo/package-manifest.ts";
import { embedded as embeddedInJson } from "../../src/packages/npm/embedded.ts";
import { validateManifest } from "../../src/plugins/manifest/validate.ts";
import { readPackageMetadata } from "../../src/plugins/packages/embedded-metadata.ts";
import { type Block, blocksOf, PAGES } from "./markdown.ts";
import { openShellPage, type ShellPage } from "./shell-page.ts";

const blocks = PAGES.flatMap((page) => blocksOf(page));
const run = blocks.filter(({ notRun }) => notRun === undefined);
const of = (language: string) => run.filter((block) => block.language === language);
const title = ({ page, line }: Block) => `${page}:${line}`;

/** Adding to this list is a decision: an example that no test runs goes out of date. */
const NOT_RUN = [
  "README.md sh",
  "README.md sh",
  "docs/getting-started.md sh",
  "docs/installing.md sh",
  "docs/reference/hook-events.md json",
  "docs/supporting-your-package.md sh",
  "docs/typescript-sdk.md sh",
  "docs/typescript-sdk.md sh",
  "docs/typescript-sdk.md sh",
];

test("the examples that are not run are these", () => {
  expect(blocks.filter(({ notRun }) => notRun !== undefined).map(({ page, language }) => `${page} ${language}`)).toEqual(NOT_RUN);
});

test("every block says what it is", () => {
  const roles = [
    "json",
    "json output",
    "json package",
    "json registration",
    "json trace",
    "toml manifest",
    "toml config",
    "toml package",
    "toml policy",
    "toml registration",
    "yaml registration",
    "sh",
    "text",
    "text output",
    "mermaid",
    "text demo",
    "ts",
  ];
  expect(run.filter(({ language, role }) => !roles.includes(`${language} ${role}`.trim())).map(title)).toEqual([]);
});

describe.each(of("json").map((block) => [title(block), block] as const))("JSON at %s", (_, { text }) => {
  test("parses", () => {
    expect(JSON.parse(text)).toBeTypeOf("object");
  });
});

describe.each(of("json").flatMap((block) => (block.role === "package" ? [[title(block), block] as const] : [])))(
  "package at %s",
  (_, { text }) => {
    test("is read without a problem", () => {
      expect(readPackageMetadata(embeddedInJson("package.json", text))).toMatchObject({ metadata: { kind: "manifest" }, problems: [] });
    });
  },
);

describe.each(
  of("toml")
    .filter(({ role }) => role !== "registration")
    .map((block) => [`${block.role} at ${title(block)}`, block] as const),
)("%s", (_, { role, text }) => {
  test("is read without a problem", () => {
    expect(PROBLEMS[role]?.(text)).toEqual([]);
  });
});

describe.each([...new Set(of("sh").map(({ page }) => page))])("shell examples of %s", (page) => {
  let shell: ShellPage;
  beforeAll(async () => {
    shell = await openShellPage();
  });
  afterAll(() => shell?.[Symbol.asyncDispose]());

  for (const [index, block] of run.filter((candidate) => candidate.page === page).entries()) {
    if (block.language !== "sh") continue;
    test(`line ${block.line} runs`, () => {
      const { status, stdout, stderr } = shell.run(block.text);
      expect({ status, stderr: stderr.replace(PROGRESS, "") }).toEqual({ status: 0, stderr: "" });
      const after = run.filter((candidate) => candidate.page === page)[index + 1];
      const shown = after?.role === "output" ? after : undefined;
      expect(shown === undefined ? undefined : asShown(stdout, shown)).toEqual(shown && asShown(shown.text, shown));
    });
  }
});

/** Slow commands report progress. */
const PROGRESS = /^(?:asking|fetching) .*\n/gm;

/** JSON is compared as JSON, because pages break its lines. */
function asShown(output: string, { language }: Block): unknown {
  return language === "json" ? JSON.parse(output) : output.trimEnd();
}

const PROBLEMS: Readonly<Record<string, (text: string) => readonly unknown[]>> = {
  config: configProblems,
  manifest: manifestProblems,
  package: (text) => readPackageMetadata(embedded("Cargo.toml", text)).problems,
  policy: policyProblems,
};

function configProblems(text: string): readonly unknown[] {
  const reading = parseConfig("config.toml", text);
  return reading.ok ? reading.problems : [reading.problem];
}

function policyProblems(text: string): readonly unknown[] {
  const reading = readPolicy("policy.toml", { kind: "text", text });
  return reading.kind === "missing" ? ["missing"] : reading.problems;
}

function manifestProblems(text: string): readonly unknown[] {
  const { isDormant, problems } = validateManifest("SYMPOSIUM.toml", text, { directory: "/plugin", os: "linux", isFile: () => true });
  if (isDormant === true) return [...problems, "it has no gate"];
  return problems;
}
