/**
 * What looks like a secret in a manifest (MC-12), where it has to be a reference `${NAME}`: manifests are published. Shapes that issuers document are
 * found anywhere; other random text only under a name that says what it is.
 */

const SHAPES: readonly (readonly [what: string, shape: RegExp])[] = [
  ["an API key", /\bsk-[A-Za-z0-9_-]{16,}/],
  ["a Stripe key", /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/],
  ["a GitHub token", /\b(?:gh[oprsu]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/],
  ["a GitLab token", /\bglpat-[A-Za-z0-9_-]{16,}/],
  ["a Slack token", /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/],
  ["an AWS key", /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ["a Google key", /\bAIza[A-Za-z0-9_-]{35}/],
  ["an npm token", /\bnpm_[A-Za-z0-9]{36}/],
  ["a PyPI token", /\bpypi-[A-Za-z0-9_-]{40,}/],
  ["a Hugging Face token", /\bhf_[A-Za-z0-9]{20,}/],
  ["a JSON web token", /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\./],
  ["a private key", /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/],
  ["a credential", /^(?:Bearer|Basic|Token) +[A-Za-z0-9._~+/=-]{16,}$/i],
];

/** The last word of such a name: `API_KEY`, `x-auth-token`; not `KEY_FILE` or `TOKEN_LIMIT`. */
const SECRET_NAME =
  /(?:^|[_-])(?:authorization|credentials?|key|pass|passphrase|passwd|password|pat|pwd|secret|token)$|(?:api|access|auth)(?:key|token)$/i;
const RANDOM = /^[A-Za-z0-9+/=_.~-]{16,}$/;
const PATH = /^(?:[.~]{0,2}\/|[A-Za-z]:\\)/;

/** Words with a number in them have fewer places where a letter and a digit meet. */
const FEWEST_MEETINGS = 3;

/** What a value looks like, as `a GitHub token`; `undefined` where it is not a secret. References are not. */
export function secretShape(value: string, name = ""): string | undefined {
  const literal = withReferences(value, () => "");
  return secretInLiteral(literal, name);
}

/** The same for a text without references, as an Agent Plugin has them. */
export function secretInLiteral(literal: string, name = ""): string | undefined {
  const known = SHAPES.find(([, shape]) => shape.test(literal));
  if (known !== undefined) return known[0];
  if (hasPassword(literal)) return "an address with a password";
  const text = literal.trim();
  const isRandom = RANDOM.test(text) && !PATH.test(text) && meetings(text) >= FEWEST_MEETINGS;
  return isRandom && SECRET_NAME.test(name) ? "a secret" : undefined;
}

/** The same for an argument or an address, which may name its value: `--api-key=…`, `?token=…`, or `--token` in the argument before it. */
export function secretInWords(literal: string, before = ""): string | undefined {
  const [, flag = ""] = /^--?([\w-]+)$/.exec(before) ?? [];
  const pairs = [...literal.matchAll(/(?:^|[\s?&;])-{0,2}([\w-]+)=([^\s&;#]+)/g)];
  const inPairs = pairs.flatMap(([, name = "", value = ""]) => secretInLiteral(value, name) ?? []);
  return secretInLiteral(literal, flag) ?? inPairs[0];
}

/** Without `key` and `pat`, which name other things too; `-p` is a port more often than a password. */
const STATED_NAME =
  /(?:^|[_-])(?:authorization|credentials?|pass|pwd|secret|token)$|(?:passphrase|passwd|password|(?:api|access|auth)[_-]?(?:key|token))$/i;

/** `--password=x`, `--password x`, `API_KEY=x`, `?token=x`, `Authorization: x`; the value may be quoted. A colon after another word is prose. */
const NAMED_VALUE =
  /(?<![\w-])(?:-{0,2}([\w-]+)=|((?:proxy-)?authorization|x(?:-\w+)+|\w+-(?:key|token)): *|--?([\w-]+) +)(?=("[^"]*"|'[^']*'|(?:(?:Bearer|Basic|Token) +)?[^\s"'&;|]*))/gi;

/**
 * A value under a name that says what it is, whatever it looks like: for what is published. `name` is the member that has the text, `before` the
 * argument before it.
 */
export function statedSecret(text: string, name = "", before = ""): string | undefined {
  const words = before.startsWith("-") ? `${before} ${text}` : text;
  const named = [...words.matchAll(NAMED_VALUE)].map(([, ...parts]) => [parts.slice(0, 3).join(""), parts[3] ?? ""] as const);
  // `--max-token 4096`.
  const isCount = (its: string, value: string) => /token$/i.test(its) && /^\d{1,6}$/.test(value);
  const isSecret = ([its, value]: readonly [string, string]) => STATED_NAME.test(its) && isLiteral(value) && !isCount(its, value);
  if ([[name, text] as const, ...named].some(isSecret)) return "a secret";
  if (/(?:^|\s)(?:-u|--user)[ =]?["']?[\w.-]+:(?![$%<{]|\d+(?:["'\s]|$))[^\s"'/]+/.test(words)) return "a password";
  const addresses = [...text.matchAll(/[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"']+/gi)];
  return addresses.some(([address]) => hasPassword(address)) ? "an address with a password" : undefined;
}

/** Not a reference in any shell, a place to fill in, a path or another option. */
function isLiteral(quoted: string): boolean {
  const value = quoted
    .replace(/^(["'])(.*)\1$/s, "$2")
    .replace(/^(?:Bearer|Basic|Token)\s+/i, "")
    .trim();
  const isWord = /^[-$%<{@`*]|^(?:true|false|none|null|env|stdin|prompt|ask|required|optional|string)$/i.test(value);
  return value !== "" && !PATH.test(value) && !isWord && !/^\S*\$\{/.test(value);
}

/** How often a digit stands beside a letter: twice in `a1b`. */
function meetings(text: string): number {
  return text.match(/[0-9](?=[A-Za-z])|[A-Za-z](?=[0-9])/g)?.length ?? 0;
}

/** The password of a database on this machine is not worth hiding. */
function hasPassword(text: string): boolean {
  const [, password = "", host = ""] = /^[a-z][a-z0-9+.-]{0,30}:\/\/[^/\s:@]*:([^/\s@]+)@(\[[^\]]*\]|[^/:\s?#]*)/i.exec(text) ?? [];
  return password !== "" && !/^[$%<{]/.test(password) && !LOOPBACK.test(host);
}

export const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

const MASK = "***";

/** Text from a program without secrets: by the shapes that issuers document, by the name in front of a value, and in addresses. */
export function maskSecrets(text: string): string {
  let masked = text.replace(/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^]*/, MASK);
  for (const [, shape] of SHAPES) masked = masked.replace(new RegExp(shape, `${shape.flags}g`), MASK);
  const maskNamed = (all: string, name: string, between: string, value: string) =>
    SECRET_NAME.test(name) && value !== MASK ? `${name}${between}${MASK}` : all;
  return masked
    .replace(/\b((?:Bearer|Basic|Token) +)[A-Za-z0-9._~+/=-]{8,}/gi, `$1${MASK}`)
    .replace(/(:\/\/[^/\s:@"]{0,200}:)[^/\s@"]{1,200}@/g, `$1${MASK}@`)
    .replace(/([\w-]{1,100})(\\?["']?\s{0,4}[=:]\s{0,4}\\?["']?)([^\s"'\\,;&}]+)/g, maskNamed);
}

/** References `${NAME}` to variables, in `env`, `headers` and `url` of a server (MC-12). */
const REFERENCE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

export function referencesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(REFERENCE)].map(([, name]) => name!))];
}

export function withReferences(text: string, valueOf: (name: string) => string): string {
  return text.replace(REFERENCE, (_, name: string) => valueOf(name));
}
