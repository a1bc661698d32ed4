/**
 * `npm run mutate [-- --only=<text> …] [--workers=<n>]`: breaks the sources in one way after another, in copies, and expects
 * tests to fail each time. It prints each edit that no test notices, and then exits with 1.
 */

import { join } from "node:path";
import { parseArgs } from "node:util";

import type { Mutation } from "./mutate-edit.ts";
import { MUTATIONS } from "./mutate-list.ts";
import { likelyTests, rememberSeen, ruleOf } from "./mutate-seen.ts";
import { type Runner, startRunner, type TestRun, type Tests } from "./mutate-tests.ts";
import { copyTree, type Tree } from "./mutate-tree.ts";

const ROOT = join(import.meta.dirname, "..");

/** What is run for an edit. No program is built, so tests that start one are left out. */
const TESTS: Readonly<Record<Mutation["seenBy"], readonly string[]>> = {
  matrix: ["test/conformance/in-process.test.ts"],
  parts: [
    "test/hook/",
    "test/conformance/native-events",
    "test/conformance/odd-patches",
    "test/conformance/interchange-own-events",
    "test/setup/entries/interchange-own-events",
    "test/plugins/last-good",
    "test/plugins/hooks-manifest",
    "test/plugins/sources/last-good",
    "test/plugins/policy-spelling",
    "test/model/interchange-format",
    "test/model/patch",
    "test/model/symposium-format",
    "test/model/tool",
    "test/host/reading-budget",
    "test/packages/linear-reading",
    "test/agents/captured-payloads",
    "test/agents/hook-place",
    "test/agents/registered-text",
    "test/agents/registration",
    "test/agents/tools-beside",
    "native-handler",
    "test/setup/skills/same-turn",
  ],
  files: ["test/host/replace-file", "test/setup/leaving"],
  clones: [
    "test/packages/cargo/bounds",
    "test/packages/cargo/fetch-package",
    "test/packages/cargo/read-root",
    "test/packages/check-unpacked",
    "test/packages/fetch-package",
    "test/plugins/gates/unlocked",
    "test/setup/skills/own-skills",
    "test/host/bounds",
    "test/host/glob",
    "test/host/read-in-place",
    "test/host/lock",
    "test/host/printable",
    "test/plugins/sources/size",
  ],
  consent: [
    "test/plugins/policy/",
    "test/consent/policy/",
    "test/commands/scanner",
    "test/consent/",
    "test/host/ancestors",
    "test/attacks/agents-decide",
    "test/attacks/consent-by-part",
    "test/attacks/consent-coverage",
    "test/commands/trust-lock",
    "test/plugins/catalogue.test",
    "test/plugins/consent/",
    "test/plugins/packages/chained",
    "test/plugins/packages/outside",
  ],
  faults: ["test/attacks/consent-bytes", "test/attacks/consent-faults"],
  packages: [
    "test/plugins/agent-plugin/stored-plugins",
    "test/plugins/agent-plugin/catalogue",
    "test/plugins/agent-plugin/extension-lists",
    "test/plugins/agent-plugin/secrets",
    "test/plugins/agent-plugin/sources",
    "test/plugins/agent-plugin/trust",
    "test/plugins/agent-plugin/validate",
    "test/plugins/agent-plugin/vectors",
    "test/plugins/consent/agent-plugin-servers",
    "test/servers/packaged-process",
    "test/servers/plugin-data",
  ],
  servers: [
    "test/plugins/agent-plugin/through-agents",
    "test/agents/agent-packages",
    "test/plugins/mcp-servers/",
    "test/servers/packaged-process",
    "test/servers/server-environment",
    "test/servers/plugin-data",
  ],
  folders: ["test/commands/use-folder.test.ts", "test/commands/use-dev.test.ts", "test/commands/member-names.test.ts"],
  exports: ["test/interchange/export/"],
  conversions: [
    "test/interchange/dialects",
    "test/interchange/explain-own-events",
    "test/interchange/patterns",
    "test/interchange/capabilities",
    "test/commands/hooks-convert-scripts",
    "test/commands/hooks-verdicts",
  ],
  imports: ["test/plugins/imported/", "test/hook/shim", "test/agents/shims/", "test/plugins/hooks-manifest"],
  programs: [
    "test/commands/help-commands",
    "test/packages/programs/pypi/version-managers",
    "test/commands/report-update",
    "test/packages/programs/acquire-program",
    "test/packages/programs/binary/",
    "test/packages/programs/github/",
    "test/packages/programs/npm/read",
    "test/packages/programs/resolve-command",
    "test/packages/programs/sources",
    "test/setup/programs/consented-programs",
  ],
};

const { values: options } = parseArgs({ options: { only: { type: "string", multiple: true }, workers: { type: "string", default: "2" } } });
const { only } = options;
const wanted = MUTATIONS.filter(({ breaks, within }) => only === undefined || only.some((text) => `${within} ${breaks}`.includes(text)));

interface Worker extends Runner {
  readonly tree: Tree;
}

/** How files of tests ended that ran without an edit. */
const unbroken = new Map<string, Promise<TestRun>>();

const workers = Array.from({ length: Number(options.workers) }, (): Worker => {
  const tree = copyTree(ROOT);
  return { tree, ...startRunner(tree) };
});
try {
  process.exitCode = await mutateAll();
} finally {
  for (const { tree, end } of workers) {
    end();
    tree.remove();
  }
}

/** Only the cases of an agent, or the tests in its folder, can notice an edit of its folder. */
function testsFor({ seenBy }: Mutation, file: string): Tests {
  const [, agent] = /^agents\/([^/]+)\//.exec(file) ?? [];
  if (agent === undefined || agent.endsWith("-shape") || seenBy === "files") return { files: TESTS[seenBy] };
  return seenBy === "matrix" ? { files: TESTS.matrix, name: `${agent}( |$)` } : { files: [...TESTS.parts, `test/agents/${agent}/`] };
}

async function mutateAll(): Promise<number> {
  const queue = wanted.entries();
  const survivors: Mutation[] = [];
  const work = async (worker: Worker) => {
    for (const [at, mutation] of queue) {
      const result = await tryEdit(mutation, worker);
      if (result.passed) survivors.push(mutation);
      else rememberSeen(mutation, result, MUTATIONS);
      const ending = result.passed ? "" : `\n            by ${result.failure}`;
      console.log(`${String(at + 1).padStart(3)} of ${wanted.length}  ${result.passed ? "SURVIVED" : "seen"}  ${mutation.breaks}${ending}`);
    }
  };
  await Promise.all(workers.map(work));
  for (const { breaks, within, find, replace, seenBy } of survivors) {
    console.log(
      `\nSurvived the ${seenBy === "matrix" ? "matrix" : `tests of the ${seenBy}`}: ${breaks}\n  ${within}\n  - ${find}\n  + ${replace}`,
    );
  }
  console.log(`\n${wanted.length - survivors.length} of ${wanted.length} edits were seen.`);
  return survivors.length === 0 ? 0 : 1;
}

async function tryEdit(mutation: Mutation, worker: Worker): Promise<TestRun> {
  const { file, takeBack } = worker.tree.apply(mutation);
  const edit = { edited: join(worker.tree.path, "src", file), rule: ruleOf(mutation) };
  const tests = testsFor(mutation, file);
  const likely = likelyTests(mutation, tests);
  const first = likely === undefined ? undefined : await worker.run(likely, edit);
  const result = first?.passed === false ? first : await worker.run(tests, edit);
  takeBack();
  if (result.file !== undefined) await expectPassesUnbroken(result.file, worker);
  return result;
}

/** A test that fails without an edit, and not only once on a busy machine, would notice every edit. */
async function expectPassesUnbroken(file: string, { run }: Worker): Promise<void> {
  const known = unbroken.get(file) ?? run({ files: [file] }).then((first) => (first.passed ? first : run({ files: [file] })));
  unbroken.set(file, known);
  const { failure } = await known;
  if (failure !== undefined) throw new Error(`a test fails although nothing is broken: ${failure}`);
}
