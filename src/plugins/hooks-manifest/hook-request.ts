/** The request of a hook of type http: where it goes, and which variables its headers take (IX-11). */

import type { ManifestHandler } from "../../canonical/hook-manifest.ts";
import { isHeaderName, isHeaderValue, referencesIn } from "../../canonical/header-value.ts";
import { addressTrouble } from "../../canonical/request-address.ts";
import type { HttpHandler } from "../plugin.ts";
import type { HandlerFinding } from "./handler-finding.ts";

export function hookRequest({
  url = "",
  headers = {},
  allowed_env_vars: allowedVariables = [],
}: ManifestHandler): HttpHandler | HandlerFinding {
  const trouble = addressTrouble(url);
  if (trouble !== undefined)
    return { path: ["url"], message: trouble, hint: "use https, or http with localhost; secrets belong into headers" };
  for (const [name, value] of Object.entries(headers)) {
    if (!isHeaderName(name))
      return { path: ["headers", name], message: `${JSON.stringify(name)} is not a header that a hook may set`, hint: "remove it" };
    if (!isHeaderValue(value))
      return {
        path: ["headers", name],
        message: `the value of ${name} has a line break or another character that no header may have`,
        hint: "remove it",
      };
  }
  return { url, headers: Object.entries(headers).map(([name, value]) => ({ name, value })), allowedVariables };
}

/** What is sent as it is written, though it looks like a variable. */
export function strayReferences({ headers, allowedVariables }: HttpHandler): readonly string[] {
  const names = headers.flatMap(({ value }) => referencesIn(value));
  return [...new Set(names)].filter((name) => !allowedVariables.includes(name));
}
