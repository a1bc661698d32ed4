/** What the native program has in place of Node's modules answers as they do. */

import { posix } from "node:path";
import { fileURLToPath as pathOfAddress } from "node:url";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { posix as ours } from "../../../src/host/quickjs/node-path.ts";
import { fileURLToPath, URL as OurURL } from "../../../src/host/quickjs/node-url.ts";

const joined = (...parts: readonly string[]) => fc.array(fc.constantFrom(...parts), { maxLength: 8 }).map((chosen) => chosen.join(""));

const path = fc.oneof(
  joined("/", "//", "a", "b.c", ".d", "..", ".", "...", " ", "é", "x.tar.gz", "\\", "\n", "😀"),
  joined("/", ".", "a"),
  fc.string({ maxLength: 12 }),
);

describe("RT-28 paths", () => {
  test.each(["normalize", "dirname", "basename", "extname", "isAbsolute", "parse"] as const)("%s", (name) => {
    fc.assert(
      fc.property(path, (text) => {
        expect(ours[name](text)).toEqual(posix[name](text));
      }),
    );
  });

  const pair = fc.tuple(path, path);
  const pathAndEnd = pair.map(([start, end]): [string, string] => [start + end, end]);

  test.each(["relative", "basename"] as const)("%s of two", (name) => {
    fc.assert(
      fc.property(fc.oneof(pair, pathAndEnd), ([one, other]) => {
        expect(ours[name](one, other)).toBe(posix[name](one, other));
      }),
    );
  });

  test.each(["join", "resolve"] as const)("%s of any number", (name) => {
    fc.assert(
      fc.property(fc.array(path, { maxLength: 4 }), (paths) => {
        expect(ours[name](...paths)).toBe(posix[name](...paths));
      }),
    );
  });
});

const FIELDS = ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"] as const;

const SCHEMES = [
  "http:",
  "https:",
  "HTTPS:",
  "ws:",
  "ssh:",
  "git+ssh:",
  "file:",
  "mailto:",
  "blob:",
  "javascript:",
  "constructor:",
  "x:",
  "",
  "http",
  "1:",
];
const USERS = ["user@", "user:pa ss@", "u:p:w@", "u:@", ":p@", ":@", "é@", "@", "a@b@", "a:b@c:d@", "a\\@", "^|'@"];
const NAMES = [
  "host",
  "Host.Example",
  "é.example",
  "a b",
  "a_b.c",
  "-a-.b-",
  "a--b",
  "xn--a",
  "b.xn--a",
  "host.",
  "a..b",
  ".",
  "a%41",
  "a|b",
  "K",
];
const IPV4 = [
  "127.0.0.1",
  "127.1",
  "0x7f.1",
  "1.2.3.4.5",
  "1.2.3.256",
  "1.2.3.04",
  "1.2.3.4.",
  "a.1",
  "a.0x",
  "a.0xg",
  "4294967296",
  "1.2.3.4a",
];
const IPV6 = ["[::1]", "[::]", "[1:2:3:4:5:6:7:8]", "[1:0:3:4:0:6:7:8]", "[::1.2.3.4]", "[FD::1]", "[::1", "::1]", "[]", "[a@b]"];
const IN_PATHS = [
  "/",
  "/",
  "a",
  "..",
  ".",
  "%2e",
  "%2E%2e",
  "/../",
  "/.",
  "é",
  " ",
  "\\",
  '"',
  "^",
  "|",
  "`",
  "{}",
  "'",
  "@",
  ":",
  "\t",
  "\0",
  "\x7f",
  "😀",
  "\ud800",
  "~",
  "/C:/",
  "/C|/",
  "c|",
  "%",
  "%zz",
];

/** Many zeros and many empty parts: those decide on the form. */
const ipv6 = fc
  .array(fc.constantFrom("0", "0", "1", "a0", "0a", "ffff", "F", "12345", "", "", "g"), { minLength: 2, maxLength: 9 })
  .map((parts) => `[${parts.join(":")}]`);

const address = fc
  .tuple(
    fc.constantFrom("", "", "", " ", "\0", "\n"),
    fc.constantFrom(...SCHEMES),
    fc.constantFrom("//", "//", "//", "/", "", "///", "////", "\\\\", "/\\", "/./", "/..//"),
    fc.constantFrom("", "", ...USERS),
    fc.oneof(fc.constantFrom("host", "", ...NAMES), fc.constantFrom(...IPV4), fc.constantFrom(...IPV6), ipv6),
    fc.constantFrom("", "", ":", ":80", ":443", ":0080", ":65535", ":65536", ":99999", ":x"),
    fc.array(fc.constantFrom(...IN_PATHS), { maxLength: 6 }).map((parts) => parts.join("")),
    fc.constantFrom("", "?", "?a=b c", "?é'", "?x#", "??\\^", '?"<>`{}', "?\x7f"),
    fc.constantFrom("", "#", "#a b", "#é`", "##'", "#?\\^{}|<>", "# ", "\n"),
  )
  .map((parts) => parts.join(""));

const ascii = fc
  .tuple(fc.constantFrom("", "http://", "file://", "x:", "x://", "https://a"), fc.string({ unit: "binary-ascii" }))
  .map((parts) => parts.join(""));

function fieldsOf(Class: typeof URL | typeof OurURL, text: string) {
  try {
    const url = new Class(text);
    return Object.fromEntries(FIELDS.map((field) => [field, url[field]]));
  } catch {
    return undefined;
  }
}

const USUAL = {
  scheme: fc.constantFrom("http", "https", "HTTP", "ws", "ftp", "ssh", "git+ssh", "git+https"),
  user: fc.constantFrom("", "git@", "user:token@", "a%40b:p@"),
  host: fc.constantFrom(
    "localhost",
    "example.com",
    "Example.com",
    "my_host",
    "a-b.c.example",
    "127.0.0.1",
    "10.0.0.255",
    "[::1]",
    "[fd00:1:0:2::a]",
    "[1:2:3:4:5:6:7:8]",
  ),
  port: fc.constantFrom("", ":80", ":443", ":2222", ":65535"),
  path: joined("/a", "/a.git", "/-", "/@scope%2fname", "/b c", "/..c", "/~é", "/", "/a;v=1,2(3)!$&'*+=:"),
  query: fc.constantFrom("", "?", "?x=1&y='a b'", "?é"),
  fragment: fc.constantFrom("", "#", "#sha512-a+b/c==", "#a b"),
};

describe("RT-28 addresses", () => {
  test.each([
    ["addresses of odd parts", address],
    ["any ASCII", ascii],
  ])("what is accepted of %s, Node accepts too and reads alike", (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        const read = fieldsOf(OurURL, text);
        expect(OurURL.canParse(text)).toBe(read !== undefined);
        if (read !== undefined) expect(read, text).toEqual(fieldsOf(URL, text));
      }),
      { numRuns: 5_000 },
    );
  });

  test("usual ones, all accepted", () => {
    fc.assert(
      fc.property(fc.record(USUAL), ({ scheme, user, host, port, path, query, fragment }) => {
        const text = `${scheme}://${user}${host}${port}${path}${query}${fragment}`;
        expect(fieldsOf(OurURL, text), text).toEqual(fieldsOf(URL, text));
      }),
    );
  });

  test.each([
    "https://example.com/owner/repository.git",
    "http://127.0.0.1:4873/a/-/a-1.0.0.tgz?x=1#sha",
    "ssh://git@example.com:2222/owner/repository",
    "git+ssh://git@example.com/owner/repository.git#v1",
    "git+https://user:token@example.com/a/b.git",
    "file:///home/me/project",
    "https://[::1]:8080/mcp",
    "http://localhost/",
    "https://example.com",
    "http://my_host/a",
    "mailto:me@example.com",
    "github:owner/repository",
  ])("%s is accepted", (text) => {
    expect(fieldsOf(URL, text)).toBeDefined();
    expect(fieldsOf(OurURL, text)).toEqual(fieldsOf(URL, text));
  });

  test("the error of Node's for what is not an address", () => {
    for (const text of ["", "a/b", "http://", "http://a b/"]) {
      expect(() => new OurURL(text)).toThrow(expect.objectContaining({ name: "TypeError", code: "ERR_INVALID_URL", input: text }));
    }
  });

  test("paths of files", () => {
    for (const text of ["file:///a/b%20c", "file:///é"]) expect(fileURLToPath(text)).toBe(pathOfAddress(text));
    for (const text of ["file:///a%2Fb", "https://a/b", "file://host/a"]) expect(() => fileURLToPath(text)).toThrow(TypeError);
  });

  test("paths of files with odd names", () => {
    fc.assert(
      fc.property(joined("/", "a", "%20", "%C3%A9", "é", "..", "?", "#", "%2F", "%", "%ff", "c:"), (path) => {
        const read = pathOf(fileURLToPath, `file:///${path}`);
        if (read !== undefined) expect(read, path).toBe(pathOf(pathOfAddress, `file:///${path}`));
      }),
    );
  });
});

function pathOf(convert: (address: string) => string, address: string): string | undefined {
  try {
    return convert(address);
  } catch {
    return undefined;
  }
}
