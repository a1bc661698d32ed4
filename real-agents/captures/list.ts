/** What each agent is made to send, found by the files of this folder. */

import type { CaptureList } from "../capture.ts";
import { exportsOf } from "../folder-exports.ts";

export const CAPTURES: readonly CaptureList[] = await exportsOf<CaptureList>(import.meta.dirname, ["list.ts"]);
