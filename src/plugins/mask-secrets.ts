/** Text from a program with its secrets left out, so that it can be shown. */

import { SECRET_NAME, SHAPES } from "./secret-shape.ts";

const MASK = "***";

/** By the shapes that issuers document, by the name in front of a value, and in addresses. */
export function maskSecrets(text: string): string {
  let masked = text.replace(/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^]*/, MASK);
  for (const [, shape] of SHAPES) masked = masked.replace(new RegExp(shape, `${shape.flags}g`), MASK);
  return masked
    .replace(/\b((?:Bearer|Basic|Token) +)[A-Za-z0-9._~+/=-]{8,}/gi, `$1${MASK}`)
    .replace(/(:\/\/[^/\s:@"]{0,200}:)[^/\s@"]{1,200}@/g, `$1${MASK}@`)
    .replace(
      /([\w-]{1,100})(\\?["']?\s{0,4}[=:]\s{0,4}\\?["']?)([^\s"'\\,;&}]+)/g,
      (all: string, name: string, between: string, value: string) =>
        SECRET_NAME.test(name) && value !== MASK ? `${name}${between}${MASK}` : all,
    );
}
