/**
 * As much of WHATWG's `URL` as hook code uses. It refuses what Node's would have to convert first, such as a host that is not in ASCII, and what not
 * every version of Node reads alike. What it accepts, it reads as Node's does.
 */

/** Schemes whose addresses name a host, with their usual ports. A file has none. */
const SPECIAL: ReadonlyMap<string, string> = new Map([
  ["http:", "80"],
  ["https:", "443"],
  ["ftp:", "21"],
  ["ws:", "80"],
  ["wss:", "443"],
  ["file:", ""],
]);

/**
 * Protocol, authority, path, query and fragment. Before the query, `\` is a slash in some schemes, and `^` is escaped by some versions of Node. The
 * path of a blob decides on its origin.
 */
const ADDRESS = /^(?!blob:)([a-z][a-z\d+.-]*:)(?:\/\/([^/?#\\^]*)(?![^/?#\\^])|(?!\/\/))([^?#\\^]*)(\?[^#]*)?(#.*)?$/is;

/** User, password, host and port. */
const AUTHORITY = /^(?:([^:]*)(?::(.*))?@)?(\[.*\]|[^:@[\]]*)(?::(\d*))?$/s;

/** What follows `xn--` would have to be decoded. */
const NAME = /^(?!xn--)[\w-]+(?:\.(?!xn--)[\w-]+)*\.?$/i;
const ENDS_IN_NUMBER = /(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/i;
const BYTE = /^(?:0|[1-9]\d{0,2})$/;
const TWO_BYTES = /^(?:0|[1-9a-f][\da-f]{0,3})$/;

const VISIBLE = /^[!-~]*$/;
/** Node 20 does not read all of them as the standard says. */
const DOTS = /\/(?:\.|%2e){1,2}(?:\/|$)/i;
/** In a file's address, the `|` becomes a colon. */
const WINDOWS_DRIVE = /^\/[a-z]\|/i;

/** What is escaped, by the part of the address. */
const IN_USER = /[^!-~]|["#/:;<=>?@[\\\]^`{|}]/gu;
const IN_PATH = /[^!-~]|["#<>?`{}]/gu;
const IN_SPECIAL_QUERY = /[^!-~]|["#<>']/gu;
const IN_QUERY = /[^!-~]|["#<>]/gu;
const IN_FRAGMENT = /[^!-~]|["<>`]/gu;

function escaped(text: string, letters: RegExp): string {
  return text.replaceAll(letters, (letter) => (letter === "'" ? "%27" : encodeURIComponent(letter)));
}

type Authority = Readonly<Record<"username" | "password" | "hostname" | "port", string>>;

const NO_AUTHORITY: Authority = { username: "", password: "", hostname: "", port: "" };

function authorityOf(text: string | undefined, protocol: string): Authority | undefined {
  const usualPort = SPECIAL.get(protocol);
  if (text === undefined) return usualPort === undefined ? NO_AUTHORITY : undefined;
  if (text === "") return usualPort === undefined || protocol === "file:" ? NO_AUTHORITY : undefined;
  const [, username = "", password = "", host = "", digits = ""] = AUTHORITY.exec(text) ?? [];
  if (protocol === "file:" || !isHost(host) || Number(digits) > 65_535) return undefined;
  const port = digits === "" ? "" : String(Number(digits));
  return {
    username: escaped(username, IN_USER),
    password: escaped(password, IN_USER),
    hostname: usualPort === undefined ? host : host.toLowerCase(),
    port: port === usualPort ? "" : port,
  };
}

function isHost(host: string): boolean {
  if (host.startsWith("[")) return isIpv6(host.slice(1, -1));
  return ENDS_IN_NUMBER.test(host) ? isIpv4(host) : NAME.test(host);
}

function isIpv4(host: string): boolean {
  const parts = host.split(".");
  return parts.length === 4 && parts.every((part) => BYTE.test(part) && Number(part) < 256);
}

/** In the form that it has in an address: if parts next to each other are zero, `::` stands for them. */
function isIpv6(host: string): boolean {
  if (/\b0:0\b|\b0::|::0\b/.test(host)) return false;
  const halves = host.split("::").map((half) => (half === "" ? [] : half.split(":")));
  const parts = halves.flat();
  return (
    parts.every((part) => TWO_BYTES.test(part)) && (halves.length === 1 ? parts.length === 8 : halves.length === 2 && parts.length <= 6)
  );
}

/** The rest of `mailto:` and the like is one text. */
function opaquePathOf(text: string): string | undefined {
  return VISIBLE.test(text) ? text : undefined;
}

function pathOf(text: string, protocol: string): string | undefined {
  if (DOTS.test(text) || (protocol === "file:" && WINDOWS_DRIVE.test(text))) return undefined;
  return text === "" && SPECIAL.has(protocol) ? "/" : escaped(text, IN_PATH);
}

function invalid(text: string): never {
  throw Object.assign(new TypeError("Invalid URL"), { code: "ERR_INVALID_URL", input: text });
}

export class URL {
  readonly href: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;

  constructor(text: string) {
    // oxlint-disable-next-line no-control-regex
    const trimmed = text.replaceAll(/^[\0- ]+|(?<![\0- ])[\0- ]+$|[\t\n\r]/g, "");
    if (/\p{Surrogate}/u.test(trimmed)) invalid(text);
    const [, scheme = invalid(text), authority, path = "", query = "", fragment = ""] = ADDRESS.exec(trimmed) ?? [];
    this.protocol = scheme.toLowerCase();
    const found = authorityOf(authority, this.protocol) ?? invalid(text);
    ({ username: this.username, password: this.password, hostname: this.hostname, port: this.port } = found);
    const isOpaque = authority === undefined && !path.startsWith("/");
    this.pathname = (isOpaque ? opaquePathOf(path) : pathOf(path, this.protocol)) ?? invalid(text);
    const search = escaped(query, SPECIAL.has(this.protocol) ? IN_SPECIAL_QUERY : IN_QUERY);
    const hash = escaped(fragment, IN_FRAGMENT);
    this.search = search === "?" ? "" : search;
    this.hash = hash === "#" ? "" : hash;
    const password = this.password === "" ? "" : `:${this.password}`;
    const user = this.username + password === "" ? "" : `${this.username}${password}@`;
    const start = authority === undefined ? this.protocol : `${this.protocol}//${user}${this.host}`;
    this.href = start + this.pathname + search + hash;
  }

  static canParse(text: string): boolean {
    try {
      void new URL(text);
      return true;
    } catch {
      return false;
    }
  }

  get host(): string {
    return this.port === "" ? this.hostname : `${this.hostname}:${this.port}`;
  }

  /** Of other schemes, no two addresses share one. */
  get origin(): string {
    return SPECIAL.has(this.protocol) && this.protocol !== "file:" ? `${this.protocol}//${this.host}` : "null";
  }

  toString(): string {
    return this.href;
  }
}

export function fileURLToPath(address: string): string {
  const { protocol, pathname } = new URL(address);
  if (protocol !== "file:" || /%2f/i.test(pathname)) throw new TypeError(`${address} is not the address of a local file`);
  return decodeURIComponent(pathname);
}
