/** No name resolves in the sandbox, and says so at once: without this a program waits seconds for a server it cannot reach. */

import { spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { appendFileSync, writeFileSync } from "node:fs";

const NO_SUCH_NAME = 3;

/** Asks on loopback from here on, in this mount namespace alone; `file` is written for it, and each name that is asked for to `asked`. */
export async function resolveNoNames(file: string, asked: string): Promise<void> {
  const server = createSocket("udp4");
  server.on("message", (question, { port, address }) => {
    appendFileSync(asked, `${nameIn(question)}\n`);
    server.send(refusal(question), port, address);
  });
  // The client may have gone before the answer came, and the socket reports it.
  server.on("error", () => undefined);
  await new Promise<void>((open) => server.bind(53, "127.0.0.1", open));
  writeFileSync(file, "nameserver 127.0.0.1\n");
  spawnSync("mount", ["--bind", file, "/etc/resolv.conf"], { env: { PATH: "/usr/sbin:/sbin:/usr/bin:/bin" } });
}

/** The question again, marked as an answer: no such name, and no records. */
function refusal(question: Buffer): Buffer {
  const answer = Buffer.from(question);
  answer.writeUInt16BE(0x8180 | NO_SUCH_NAME, 2);
  return answer;
}

/** The name in the first question: labels, each behind its length. */
function nameIn(question: Buffer): string {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0 && at + length < question.length; length = question[at] ?? 0) {
    labels.push(question.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return labels.join(".");
}
