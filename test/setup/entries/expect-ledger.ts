/** The ledger is what its schema says, and true of the file it speaks of. */

import { createHash } from "node:crypto";

import * as v from "valibot";
import { expect } from "vitest";

import { LedgerSchema } from "../../../scripts/schema-of-ledger.ts";
import type { LedgerFile } from "../../../src/files/ledger.ts";

export interface ExpectedRecord {
  readonly file: string;
  readonly scope: "user" | "project";
  /** What stands in the file. */
  readonly text: string;
}

/** Gives the record of the file. */
export function expectLedger(ledger: string, { file, scope, text }: ExpectedRecord): LedgerFile {
  const { files } = v.parse(LedgerSchema, JSON.parse(ledger));
  const record = files.find((one) => one.file === file) as LedgerFile;
  expect(record).toMatchObject({ file, scope, digest: createHash("sha256").update(text).digest("hex") });
  for (const insertion of record.insertions) {
    if (insertion.text !== undefined) expect(text).toContain(insertion.text);
  }
  return record;
}
