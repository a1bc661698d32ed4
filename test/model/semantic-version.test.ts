import { describe, expect, test } from "vitest";

import { isNewer, parseVersion } from "../../src/model/semantic-version.ts";

describe("a newer version", () => {
  test.each([
    ["0.1.1", "0.1.0", true],
    ["0.10.0", "0.9.0", true],
    ["0.1.0", "0.1.0", false],
    ["0.1.0", "0.2.0", false],
    ["1.0.0+build", "1.0.0", false],
    ["2.0.0-rc.1", "1.0.0", false],
    ["2.0.0-rc.10", "2.0.0-rc.9", true],
    ["2.0.0-rc.1.1", "2.0.0-rc.1", true],
    ["2.0.0-rc", "2.0.0-1", true],
    ["2.0.0-alpha", "2.0.0-beta", false],
    ["2.0.0", "2.0.0-rc.1", true],
    ["2.0.0-rc.1", "2.0.0", false],
    ["latest", "1.0.0", false],
    ["9.0.0", "unknown", false],
  ])("%s over %s: %s", (candidate, current, newer) => {
    expect(isNewer(candidate, current)).toBe(newer);
  });

  test("only what has three numbers is a version", () => {
    expect(["1.2.3", "1.2.3-a.b+c"].every((text) => parseVersion(text) !== undefined)).toBe(true);
    expect(["1.2", "v1.2.3", "1.2.3-", "", "1.2.3\n"].some((text) => parseVersion(text) !== undefined)).toBe(false);
  });
});
