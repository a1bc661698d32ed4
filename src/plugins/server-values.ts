/** The variables and headers of a server in a manifest: what no system or agent accepts as one, and secrets (MC-12). */

import type { ServerEntry } from "./manifest.ts";
import type { NamedValue } from "./plugin.ts";
import { withReferences } from "./references.ts";
import type { Finding } from "./report.ts";
import { secretInWords, secretShape } from "./secret-shape.ts";

interface Kind {
  readonly key: "env" | "headers";
  readonly what: string;
  readonly name: RegExp;
  readonly names: string;
}

const KINDS: readonly Kind[] = [
  { key: "env", what: "variable", name: /^[A-Za-z_][A-Za-z0-9_]*$/, names: "letters, digits and _" },
  { key: "headers", what: "header", name: /^[!#%&'*+.^_`|~0-9A-Za-z-]+$/, names: "letters, digits and -" },
];

/** A table and a list mean the same. */
export function namedValues(given: ServerEntry["env"]): readonly NamedValue[] {
  return Array.isArray(given) ? given : Object.entries(given).map(([name, value]) => ({ name, value }));
}

export function valuesFinding(entry: ServerEntry): Finding | undefined {
  for (const kind of KINDS) {
    for (const [at, { name, value }] of namedValues(entry[kind.key]).entries()) {
      const path = [kind.key, Array.isArray(entry[kind.key]) ? at : name];
      const message = nameTrouble(name, kind) ?? valueTrouble(value, `the ${kind.what} ${name}`);
      if (message !== undefined) return { key: path, message };
      const secret = secretShape(value, name);
      if (secret !== undefined) return literalSecret(path, `the ${kind.what} ${name}`, secret, name);
    }
  }
  const { url, args } = entry;
  const message = url === undefined ? undefined : valueTrouble(url, "`url`");
  if (message !== undefined) return { key: "url", message };
  const inUrl = url === undefined ? undefined : secretInWords(literal(url));
  if (inUrl !== undefined) return literalSecret(["url"], "`url`", inUrl, "MY_TOKEN");
  const inArgs = args.map((argument, at) => secretInWords(literal(argument), args[at - 1])).find((found) => found !== undefined);
  return inArgs === undefined ? undefined : literalSecret(["args"], "an argument", inArgs, "MY_TOKEN", "use `env`: ");
}

function literal(value: string): string {
  return withReferences(value, () => "");
}

function nameTrouble(name: string, { what, name: allowed, names }: Kind): string | undefined {
  return allowed.test(name) ? undefined : `\`${name}\` is not a valid name of a ${what}: use ${names}`;
}

function valueTrouble(value: string, what: string): string | undefined {
  // oxlint-disable-next-line no-control-regex
  if (/[\x00\r\n]/.test(value)) return `${what} has a line break or a NUL`;
  const [other] = /\$\{[^}]*\}?/.exec(withReferences(value, () => "")) ?? [];
  return other === undefined ? undefined : `${what} has \`${other}\`, which is not a reference: write \${NAME}`;
}

/** Never shows the value. */
function literalSecret(key: readonly (string | number)[], where: string, secret: string, name: string, first = ""): Finding {
  const reference = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : "MY_TOKEN";
  return { key, message: `${where} looks like ${secret}`, hint: `${first}refer to a variable of the user's, as in "\${${reference}}"` };
}
