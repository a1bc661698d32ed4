import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { REGISTRATION_LOCK, withRegistrationLock } from "../../../src/setup/registration-lock.ts";
import { ourDirectory } from "../../plugins/our-directory.ts";

test("RG-16 a lock without a valid name is taken over", async () => {
  await using ours = await ourDirectory({});
  const lock = join(ours.places.locks, REGISTRATION_LOCK);
  mkdirSync(lock, { recursive: true });
  writeFileSync(join(lock, "owner"), "");
  expect(await withRegistrationLock(ours, () => Promise.resolve(existsSync(lock)))).toBe(true);
  expect(existsSync(lock)).toBe(false);
});
