/** A file or an archive at an address, checked against a digest (PG-7). */

import { lookUp } from "../../../lookup.ts";
import { isObject } from "../../../model/json.ts";
import type { ProgramSource } from "../program-source.ts";

export interface WantedDownload {
  /** By platform; one for all under an empty name. */
  readonly urls: Readonly<Record<string, string>>;
  readonly digests: Readonly<Record<string, string>>;
  /** The file to make of a download that is not an archive. */
  readonly executable?: string;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export const source: ProgramSource<WantedDownload> = {
  name: "binary",
  about: "a file, a .tar.gz or a .zip at an address",
  keys: [
    {
      key: "url",
      kind: "text or table by platform",
      about: "The address: https, or http on this machine.",
      example: 'url = { linux-x64 = "https://example.org/tool-linux.tar.gz" }',
    },
    {
      key: "sha256",
      kind: "text or table by platform",
      about: "The SHA-256 of the download, in hexadecimal.",
      example: 'sha256 = { linux-x64 = "…" }',
    },
  ],
  knowsPrograms: true,
  read: ({ url, sha256, executable }) => {
    const urls = byPlatform(url);
    const digests = byPlatform(sha256);
    if (urls === undefined) return "comes from binary but has no `url`";
    if (digests === undefined) return "comes from binary but has no `sha256`";
    const badUrl = Object.values(urls).find((one) => !isAllowed(one));
    if (badUrl !== undefined) return `has the \`url\` ${JSON.stringify(badUrl)}, which is neither https nor http on this machine`;
    const badDigest = Object.values(digests).find((one) => !/^[0-9a-f]{64}$/i.test(one));
    if (badDigest !== undefined) return `has the \`sha256\` ${JSON.stringify(badDigest)}, which is not a SHA-256 in hexadecimal`;
    const undigested = Object.keys(urls).find((platform) => forPlatform(digests, platform) === undefined);
    if (undigested !== undefined) return `has a \`url\` for ${undigested || "all platforms"} without its \`sha256\``;
    return { urls, digests, ...(typeof executable === "string" ? { executable } : {}) };
  },
  identify: (wanted, platform) => {
    const download = downloadFor(wanted, platform);
    const [url = ""] = download === undefined ? Object.values(wanted.urls) : [download.url];
    const file = url.split(/[?#]/, 1)[0] ?? url;
    return {
      subject: file.slice(file.lastIndexOf("/") + 1) || file,
      version: download === undefined ? "none" : download.digest.slice(0, 16),
      // Only the bytes tell whether it names a file in an archive or the downloaded file.
      variant: wanted.executable,
    };
  },
};

/** For exactly this platform, or for all. */
export function downloadFor({ urls, digests }: WantedDownload, platform: string) {
  const [url, digest] = [forPlatform(urls, platform), forPlatform(digests, platform)];
  return url === undefined || digest === undefined ? undefined : { url, digest: digest.toLowerCase() };
}

function forPlatform(table: Readonly<Record<string, string>>, platform: string): string | undefined {
  return lookUp(table, platform) ?? lookUp(table, "");
}

/** Encrypted, or not leaving this machine. */
export function isAllowed(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname));
}

function byPlatform(value: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof value === "string") return { "": value };
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
