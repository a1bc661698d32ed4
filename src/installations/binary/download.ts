/** Downloads a file to disk, and computes its digest on the way. */

import { createHash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";

import { isFromOutside, type Refusal, refusal, unreached } from "../../ecosystems/refusal.ts";
import type { AcquireProgress } from "../program-source.ts";
import { isAllowed } from "./index.ts";

export interface Download {
  readonly url: string;
  readonly file: string;
  readonly mostBytes: number;
  readonly userAgent: string;
  readonly onProgress: (progress: AcquireProgress) => void;
  /** How long the server may send nothing. */
  readonly silenceMs?: number;
}

const MOST_REDIRECTS = 10;
const SILENCE_MS = 60_000;

/** The SHA-256 of the file, or why it is not there. File errors are thrown. */
export async function download(order: Download): Promise<{ readonly digest: string } | Refusal> {
  const { url, silenceMs = SILENCE_MS } = order;
  const host = new URL(url).host;
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(), silenceMs);
  };
  try {
    wait();
    const response = await followed(url, order.userAgent, stop.signal);
    if ("why" in response) return response;
    return await saved(response, order, wait, stop.signal);
  } catch (error) {
    if (stop.signal.aborted) return unreached(host, `it sent nothing for ${silenceMs / 1000} seconds`);
    if (isFileError(error) || !isFromOutside(error)) throw error;
    const { cause, message } = error as Error;
    return unreached(host, cause instanceof Error ? cause.message || cause.name : message);
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

/** `fetch` would follow a redirect to anywhere. */
async function followed(first: string, userAgent: string, signal: AbortSignal): Promise<Response | Refusal> {
  let url = first;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const response = await fetch(url, { redirect: "manual", signal, headers: { "user-agent": userAgent } });
    if (response.status === 200) return response;
    await response.body?.cancel();
    const location = response.headers.get("location");
    if (response.status < 300 || response.status > 399 || location === null) return refusal(`${url} answered ${response.status}`);
    const next = URL.canParse(location, url) ? new URL(location, url).href : location;
    const isWeaker = url.startsWith("https:") && !next.startsWith("https:");
    if (!isAllowed(next) || isWeaker) return refusal(`${url} leads to ${next}, which is not https`);
    url = next;
  }
  return refusal(`${first} leads to more than ${MOST_REDIRECTS} other addresses`);
}

async function saved(
  response: Response,
  order: Download,
  wait: () => void,
  signal: AbortSignal,
): Promise<{ readonly digest: string } | Refusal> {
  const { file, mostBytes, onProgress } = order;
  const length =
    response.headers.get("content-encoding") === null ? Number(response.headers.get("content-length") ?? Number.NaN) : Number.NaN;
  const total = Number.isFinite(length) ? { total: length } : {};
  const tooLarge = refusal(`${order.url} is larger than ${mostBytes / 1024 / 1024} MiB`);
  if (length > mostBytes) return tooLarge;
  const hash = createHash("sha256");
  const descriptor = openSync(file, "wx", 0o600);
  let received = 0;
  try {
    for await (const part of response.body ?? []) {
      const bytes = part as Uint8Array;
      wait();
      received += bytes.length;
      if (received > mostBytes) return tooLarge;
      hash.update(bytes);
      for (let at = 0; at < bytes.length; at += writeSync(descriptor, bytes, at));
      onProgress({ received, ...total });
    }
  } catch (error) {
    if (signal.aborted || isFileError(error) || !isFromOutside(error)) throw error;
    return cutOff(order.url, received, total.total);
  } finally {
    closeSync(descriptor);
  }
  return received < (total.total ?? 0) ? cutOff(order.url, received, total.total) : { digest: hash.digest("hex") };
}

function cutOff(url: string, received: number, total: number | undefined): Refusal {
  return refusal(
    `the download of ${url} ended after ${received}${total === undefined ? "" : ` of ${total}`} bytes`,
    "try again",
    "warning",
  );
}

function isFileError(error: unknown): boolean {
  return (
    typeof (error as NodeJS.ErrnoException).syscall === "string" &&
    ["write", "open"].includes((error as NodeJS.ErrnoException).syscall ?? "")
  );
}
