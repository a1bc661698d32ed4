/** Thousands of lines and constraints of one name cost as many steps as there are lines, counted by the lengths of the lists that are searched. */

import { afterEach, expect, test, vi } from "vitest";

import type { ProjectFiles } from "../../../src/packages/pypi/project-files.ts";
import { readRequirements } from "../../../src/packages/pypi/requirements.ts";

afterEach(() => vi.restoreAllMocks());

function stepsOf(size: number, marker: string): number {
  const texts: Readonly<Record<string, string>> = {
    "/r/requirements.txt": `-c c.txt\n${`x${marker}\n`.repeat(size)}`,
    "/r/c.txt": `x==1${marker}\n`.repeat(size),
  };
  const files = {
    text: (file: string) => texts[file],
    isOutside: () => false,
    isThere: () => true,
    problems: [],
  } as unknown as ProjectFiles;
  let steps = 0;
  for (const name of ["filter", "flatMap", "find"] as const) {
    const original = Array.prototype[name] as (...given: unknown[]) => unknown;
    vi.spyOn(Array.prototype as unknown as Record<string, () => unknown>, name).mockImplementation(function (
      this: readonly unknown[],
      ...given: unknown[]
    ) {
      steps += this.length;
      return Reflect.apply(original, this, given);
    });
  }
  const read = readRequirements("/r/requirements.txt", files);
  vi.restoreAllMocks();
  expect(read.length).toBe(size);
  return steps;
}

test.each(["", '; python_version < "4"'])("RT-28 constraints%s", (marker) => {
  const [small, large] = [stepsOf(50, marker), stepsOf(200, marker)];
  expect(small).toBeGreaterThan(0);
  expect(large).toBeLessThanOrEqual(small * 4.2);
});
