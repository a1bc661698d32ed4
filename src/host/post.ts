/** One POST request over http or https. Only a process of its own asks for it: a hook call uses no network (RT-35). */

import { lookUp } from "../lookup.ts";
import { readRegularTextIfAny } from "./read-file.ts";

export interface PostRequest {
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

const LARGEST_ANSWER = 1024 * 1024;

/** Follows no redirect. */
export function post({ url, headers, body }: PostRequest): Promise<{ readonly status: number; readonly text: string }> {
  const isSecure = url.startsWith("https:");
  const { request } = process.getBuiltinModule(isSecure ? "node:https" : "node:http");
  const bytes = Buffer.from(body);
  const usual = { "content-type": "application/json", accept: "application/json" };
  // One request, one connection: an engine may send a request again on another one where a kept one breaks.
  const fixed = { "content-length": bytes.length, connection: "close" };
  const given = { method: "POST", headers: { ...usual, ...Object.fromEntries(headers), ...fixed } };
  const options = isSecure ? { ...given, ca: authorities() } : given;
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      response.on("data", (chunk: Buffer) => {
        length += chunk.length;
        chunks.push(chunk);
        if (length <= LARGEST_ANSWER) return;
        sent.destroy();
        reject(new Error(`the answer is larger than ${LARGEST_ANSWER} bytes`));
      });
      response.on("error", reject);
      response.on("aborted", () => reject(new Error("the answer was cut off")));
      response.on("end", () => {
        if (response.complete) resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") });
        else reject(new Error("the answer was cut off"));
      });
    });
    sent.on("error", reject);
    sent.end(bytes);
  });
}

function authorities(): string[] {
  // What the user trusts besides the usual authorities, by the variables that other programs read too.
  const files = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"].flatMap((name) => lookUp(process.env, name) || []);
  const more = files.flatMap((file) => readRegularTextIfAny(file, { maxBytes: 16 * 1024 * 1024 }) ?? []);
  return [...process.getBuiltinModule("node:tls").rootCertificates, ...more];
}
