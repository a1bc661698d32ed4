/** A dialect in which agents talk to models. Each is one file here: a test for the request, and the reply to it as data. */

import type { NextTurn } from "./script.ts";

export interface WireRequest {
  readonly path: string;
  readonly body: unknown;
}

export interface StreamEvent {
  readonly event?: string;
  /** Sent as JSON, or as it stands when it is a string. */
  readonly data: unknown;
}

export type WireReply =
  | { readonly kind: "json"; readonly body: unknown }
  | { readonly kind: "stream"; readonly events: readonly StreamEvent[] };

export interface WireForm {
  readonly name: string;
  readonly matches: (path: string) => boolean;
  readonly reply: (request: WireRequest, next: NextTurn) => WireReply;
}
