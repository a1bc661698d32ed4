/** The parts of valibot's schemas that their readers walk. */

import type { GenericSchema } from "valibot";

export interface Schema extends GenericSchema {
  readonly wrapped?: Schema;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly key?: Schema;
  readonly value?: Schema;
  readonly options?: readonly Schema[];
  readonly literal?: unknown;
}
