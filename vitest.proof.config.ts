/** Tests that take long or need programs from elsewhere: `npx vitest run --config vitest.proof.config.ts [proof/<name>]`. */

import { defineConfig, mergeConfig } from "vitest/config";

import base from "./vitest.config.ts";

const { test: { projects: _, ...test } = {}, ...rest } = base;

export default mergeConfig(
  { ...rest, test: { ...test, include: [] } },
  defineConfig({ test: { include: ["proof/**/*.test.ts"], testTimeout: 1_200_000, hookTimeout: 600_000, maxWorkers: 1 } }),
);
