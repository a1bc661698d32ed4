/** A program that acquires one crate, so that a test can end it. */

import { acquirer } from "../../../../src/packages/programs/cargo/acquire.ts";
import type { AcquireServices } from "../../../../src/packages/programs/program-source.ts";

const [order, services] = JSON.parse(process.argv[2] ?? "[]") as [Parameters<typeof acquirer.acquire>[0], AcquireServices];
await acquirer.acquire(order, { ...services, context: { ...services.context, now: Date.now }, onProgress: () => {} });
