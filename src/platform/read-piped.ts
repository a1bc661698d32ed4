/** All of stdin, for commands that read a document from it; `undefined` at a terminal, where the user would not know that they wait. */
export async function readPiped(): Promise<string | undefined> {
  if (process.stdin.isTTY) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString("utf8");
}
