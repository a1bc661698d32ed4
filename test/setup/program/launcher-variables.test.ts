import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

test("RG-21 both launchers keep the same variables from Node", () => {
  const namesIn = (file: string) => {
    const text = readFileSync(join(import.meta.dirname, "../../../src", file), "utf8").replaceAll("\\\n", " ");
    return [...text.matchAll(/^for (?:symposium_name|%%N) in \(?([A-Z0-9_ ]+)/gmu)].flatMap(([, names = ""]) => names.trim().split(/ +/u));
  };
  expect(namesIn("symposium-hook.sh").length).toBeGreaterThan(10);
  expect(namesIn("symposium-hook.cmd")).toEqual(namesIn("symposium-hook.sh"));
});
