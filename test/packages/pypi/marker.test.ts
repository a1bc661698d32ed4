import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import type { OperatingSystem } from "../../../src/context.ts";
import { evaluateMarker, markerEnvironment } from "../../../src/packages/pypi/marker.ts";

interface Vectors {
  readonly environments: readonly string[];
  /** A letter for each environment, `?` where the library refuses the comparison; null for an invalid marker. */
  readonly markers: Readonly<Record<string, string | null>>;
}

const vectors = JSON.parse(readFileSync(new URL("vectors/markers.json", import.meta.url), "utf8")) as Vectors;

test("PL-12 markers are evaluated as by Python's packaging", () => {
  const differing: string[] = [];
  for (const [index, written] of vectors.environments.entries()) {
    const [os, python] = written.split(" ");
    const environment = markerEnvironment(os as OperatingSystem, python);
    for (const [marker, answers] of Object.entries(vectors.markers)) {
      const expected = answers === null ? undefined : { "1": true, "0": false, "?": undefined }[answers[index] ?? "?"];
      const answer = evaluateMarker(marker, environment);
      // A whole can be known where a part of it is not.
      if (answer !== expected && !(answers?.[index] === "?" && /\b(?:and|or)\b/.test(marker)))
        differing.push(`${marker} on ${written}: ${answer}`);
    }
  }
  expect(differing).toEqual([]);
  expect(Object.keys(vectors.markers).length).toBeGreaterThan(500);
});

test("PL-12 what no file says is unknown", () => {
  const unknown = markerEnvironment("linux", undefined);
  expect(evaluateMarker("python_version < '3.10'", unknown)).toBeUndefined();
  expect(evaluateMarker("python_version < '3.10' and sys_platform == 'win32'", unknown)).toBe(false);
  expect(evaluateMarker("python_version < '3.10' or sys_platform == 'linux'", unknown)).toBe(true);
  expect(evaluateMarker("extra == 'fast'", unknown)).toBeUndefined();
  const short = markerEnvironment("linux", "3.11");
  expect(evaluateMarker("python_full_version < '3.11.4'", short)).toBeUndefined();
  expect(evaluateMarker("python_full_version < '3.12'", short)).toBe(true);
});

test("PL-12 the machine is this one", () => {
  expect(evaluateMarker("platform_machine == 'aarch64'", markerEnvironment("linux", "3.12", "arm64"))).toBe(true);
  expect(evaluateMarker("platform_machine == 'AMD64'", markerEnvironment("windows", "3.12", "x64"))).toBe(true);
  expect(evaluateMarker("platform_machine == 'x'", markerEnvironment("linux", "3.12", "mips"))).toBeUndefined();
});

test("PL-4 a deep or long marker is unknown, in bounded time", () => {
  const environment = markerEnvironment("linux", "3.12");
  expect(evaluateMarker(`${"(".repeat(5_000)}os_name == 'nt'${")".repeat(5_000)}`, environment)).toBeUndefined();
  expect(evaluateMarker("os_name == 'nt' or ".repeat(100_000), environment)).toBeUndefined();
});
