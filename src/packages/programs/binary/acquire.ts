/** Downloads a file to disk, computes its digest on the way, compares it, and only then unpacks. */

import { createHash } from "node:crypto";
import { chmodSync, closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { basename, join } from "node:path";

import { VERSION } from "../../../context.ts";
import { entriesIn } from "../../../host/paths.ts";
import { unpackTarGz } from "../../archives/tar.ts";
import { unpackZip } from "../../archives/zip.ts";
import { isFromOutside, refusal, type Refusal, unreached } from "../../refusal.ts";
import type { AcquiredFiles, AcquireOrder, AcquireProgress, Acquirer, AcquireServices } from "../program-source.ts";
import { downloadFor, isAllowed, type WantedDownload } from "./index.ts";

const DOWNLOAD = ".download";
const FILES = "files";
const MOST_BYTES = 2 * 1024 * 1024 * 1024;

export const acquirer: Acquirer<WantedDownload> = {
  acquire: async (order, services) => {
    const { wanted, into } = order;
    const chosen = downloadFor(wanted, services.platform);
    if (chosen === undefined) return refusal(`it has no \`url\` for ${services.platform}, only for ${Object.keys(wanted.urls).join(", ")}`);
    const { url, digest } = chosen;
    const file = join(into, DOWNLOAD);
    try {
      const userAgent = `symposium/${VERSION}`;
      const fetched = await download({ url, file, mostBytes: MOST_BYTES, userAgent, onProgress: services.onProgress });
      if ("why" in fetched) return fetched;
      if (fetched.digest !== digest) return refusal(`the SHA-256 of ${url} is ${fetched.digest}, and the manifest says ${digest}`);
      return await unpacked(order, file, chosen, services);
    } finally {
      rmSync(file, { force: true });
    }
  },
};

async function unpacked(
  { into, executable }: AcquireOrder<WantedDownload>,
  file: string,
  { url, digest }: { readonly url: string; readonly digest: string },
  { context }: AcquireServices,
): Promise<AcquiredFiles | Refusal> {
  const version = digest.slice(0, 16);
  const name = basename(executable ?? new URL(url).pathname) || "program";
  const bytes = readFileSync(file);
  const kind = kindOf(bytes, name);
  if (typeof kind === "object") return refusal(`${url} ${kind.wrong}`);
  if (kind === "program") {
    renameSync(file, join(into, name));
    chmodSync(join(into, name), 0o755);
    return { version, programs: { [name.replace(/\.exe$/i, "")]: name } };
  }
  const options = { os: context.os, limits: { entries: 100_000, bytes: MOST_BYTES } };
  const result = await (kind === "zip" ? unpackZip : unpackTarGz)(bytes, join(into, FILES), options);
  if ("refused" in result) return refusal(`${url} cannot be unpacked: ${result.refused}`);
  const root = rootIn(into, executable);
  return { version, root, programs: executable === undefined ? programsIn(into, root) : {} };
}

/** Archives often have one folder with everything. */
function rootIn(into: string, executable: string | undefined): string {
  const entries = entriesIn(join(into, FILES));
  const isOnly = entries.length === 1 && entries[0]!.isDirectory();
  const isAtTop = executable !== undefined && statSync(join(into, FILES, executable), { throwIfNoEntry: false })?.isFile() === true;
  return isOnly && !isAtTop ? join(FILES, entries[0]!.name) : FILES;
}

/** Executable files at the top and in `bin`. */
function programsIn(into: string, root: string): Record<string, string> {
  const filesIn = (folder: string) => entriesIn(join(into, folder)).flatMap((one) => (one.isFile() ? [join(folder, one.name)] : []));
  const files = [...filesIn(root), ...filesIn(join(root, "bin"))];
  const programs = files.filter((path) => /\.exe$/i.test(path) || (statSync(join(into, path)).mode & 0o100) !== 0);
  return Object.fromEntries(programs.map((path) => [basename(path).replace(/\.exe$/i, ""), path]));
}

interface Download {
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
    return "why" in response ? response : await saved(response, order, wait, stop.signal);
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

async function saved({ headers, body }: Response, order: Download, wait: () => void, signal: AbortSignal) {
  const { file, mostBytes, onProgress } = order;
  const length = headers.get("content-encoding") === null ? Number(headers.get("content-length") ?? Number.NaN) : Number.NaN;
  const total = Number.isFinite(length) ? { total: length } : {};
  const tooLarge = refusal(`${order.url} is larger than ${mostBytes / 1024 / 1024} MiB`);
  if (length > mostBytes) return tooLarge;
  const hash = createHash("sha256");
  const descriptor = openSync(file, "wx", 0o600);
  let received = 0;
  const cutOff = () => {
    const size = total.total === undefined ? "" : ` of ${total.total}`;
    return refusal(`the download of ${order.url} ended after ${received}${size} bytes`, "try again", "warning");
  };
  try {
    for await (const part of body ?? []) {
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
    return cutOff();
  } finally {
    closeSync(descriptor);
  }
  return received < (total.total ?? 0) ? cutOff() : { digest: hash.digest("hex") };
}

function isFileError(error: unknown): boolean {
  return ["write", "open"].includes((error as NodeJS.ErrnoException).syscall ?? "");
}

/** `wrong` is the rest of a sentence about it. */
type DownloadKind = "program" | "tar.gz" | "zip" | { readonly wrong: string };

/** What a program's file begins with, in hexadecimal digits. */
const PROGRAMS: readonly string[] = [
  "2321", // #!
  "efbbbf2321", // #! after a mark that some editors write
  "7f454c46", // ELF
  "4d5a", // PE
  ...["feedface", "feedfacf", "cefaedfe", "cffaedfe", "cafebabe", "cafebabf"], // Mach-O, for one processor or several
];

const ARCHIVES: Readonly<Record<string, DownloadKind>> = {
  "504b0304": "zip",
  "504b0506": "zip",
  "1f8b": "tar.gz",
  fd377a585a00: unsupported("an xz file"),
  "28b52ffd": unsupported("a zstd file"),
  "425a68": unsupported("a bzip2 file"),
  "377abcaf271c": unsupported("a 7z file"),
};

/** Above every number of processors in one Mach-O file, and below every version of Java, whose classes begin with the same bytes. */
const MOST_PROCESSORS = 40;

const SCRIPT = /\.(?:[cm]?[jt]s|py|ps1|sh|bash|cmd|bat)$/i;

/** `name` is that of the file that a program becomes. */
function kindOf(bytes: Uint8Array, name: string): DownloadKind {
  const start = Buffer.from(bytes.subarray(0, 512));
  const digits = start.toString("hex");
  if (digits === "") return { wrong: "is empty" };
  const [, archive] = Object.entries(ARCHIVES).find(([first]) => digits.startsWith(first)) ?? [];
  if (archive !== undefined) return archive;
  if (start.toString("latin1", 257, 262) === "ustar") return unsupported("an uncompressed tar file");
  const isJava = digits.startsWith("cafebabe") && (start.length < 8 || start.readUInt32BE(4) > MOST_PROCESSORS);
  if (!isJava && PROGRAMS.some((first) => digits.startsWith(first))) return "program";
  if (SCRIPT.test(name) && !start.includes(0)) return "program";
  return { wrong: `is neither a program nor a .tar.gz or .zip file: it begins with ${JSON.stringify(start.toString("latin1", 0, 16))}` };
}

function unsupported(what: string): DownloadKind {
  return { wrong: `is ${what}, which Symposium does not unpack; publish a .tar.gz or a .zip` };
}
