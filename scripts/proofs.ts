/** What `npm run proof` can run, and how each of them tells what came of it. */

import { propertyTests } from "./property-tests.ts";
import { TYPESCRIPT } from "./run-typescript.ts";

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface Proof {
  readonly says: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A report of vitest, or the last matching line of what was printed. */
  readonly counts: "vitest" | ((output: string) => Counts | undefined);
}

const VITEST = ["node", "node_modules/vitest/vitest.mjs", "run"];
const script = (file: string, ...args: readonly string[]) => ["node", ...TYPESCRIPT, file, ...args];

export const PROOFS: Readonly<Record<string, Proof>> = {
  tests: {
    says: "every cell of the matrix through the native program, every point of every fault, long fuzzing, packages installed by npm",
    command: VITEST,
    env: { SYMPOSIUM_TESTS: "proof" },
    counts: "vitest",
  },
  ci: {
    says: "every test on Node 20, 22 and 24, with package managers, Cursor's code and the Rust SDK; every scenario on two agents",
    command: [".ci/run"],
    env: { SYMPOSIUM_TESTS: "all" },
    counts: (output) => counted(output, /^(\d+) passed, (\d+) failed, (\d+) skipped$/gm),
  },
  fuzz: {
    says: "every property test, long and with a new seed",
    command: [...VITEST, "--testTimeout=1200000", ...propertyTests()],
    env: { SYMPOSIUM_TESTS: "proof" },
    counts: "vitest",
  },
  windows: {
    says: "commands, hook calls and undo under Wine",
    command: [...VITEST, "--config", "vitest.proof.config.ts", "proof/windows"],
    counts: "vitest",
  },
  mcp: {
    says: "the protocol's own conformance tests against symposium-hook serve symposium",
    command: [...VITEST, "--config", "vitest.proof.config.ts", "proof/mcp"],
    counts: "vitest",
  },
  native: {
    says: "the native program with the compiler's checks of memory, called with thousands of odd payloads, environments, files and handlers",
    command: [...VITEST, "--config", "vitest.proof.config.ts", "proof/native"],
    env: { SYMPOSIUM_TESTS: "proof" },
    counts: "vitest",
  },
  agents: {
    says: "every scenario on every real agent, in both forms; writes evidence/<agent>.json",
    command: script("real-agents/run.ts"),
    counts: (output) => counted(output, /^(\d+) worked, (\d+) failed, (\d+) agents skipped$/gm),
  },
  "agents-break": {
    says: "the suite on real agents notices broken encoders and exit codes",
    command: script("real-agents/break.ts"),
    counts: (output) => {
      const end = counted(output, /^()(\d+) unnoticed, (\d+) skipped$/gm);
      return end && { ...end, passed: output.match(/: noticed by /g)?.length ?? 0 };
    },
  },
  mutate: {
    says: "tests notice every edit of scripts/mutate-list.ts",
    command: script("scripts/mutate.ts"),
    counts: (output) => {
      const [, seen = "", all = ""] = /^(\d+) of (\d+) edits were seen\.$/m.exec(output) ?? [];
      return all === "" ? undefined : { passed: Number(seen), failed: Number(all) - Number(seen), skipped: 0 };
    },
  },
  bench: {
    says: "what a hook call and a sync cost; a missed target fails",
    command: script("bench/run.ts", "--check"),
    counts: () => undefined,
  },
};

function counted(output: string, line: RegExp): Counts | undefined {
  const found = [...output.matchAll(line)].at(-1);
  if (found === undefined) return undefined;
  const [passed = 0, failed = 0, skipped = 0] = found.slice(1).map(Number);
  return { passed, failed, skipped };
}

/** What a run is recorded with: one that broke without a failed case counts as one. */
export function settledCounts(counts: Counts | undefined, exitCode: number, meansSkipped = 3): Counts {
  if (counts === undefined) return exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
  if (exitCode === 0 || counts.failed > 0) return counts;
  return exitCode === meansSkipped && counts.skipped > 0 ? counts : { ...counts, failed: 1 };
}
