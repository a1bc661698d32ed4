/** `hooks install` as a script runs it: what the dry run shows is what it agrees to (PL-27). */

export async function agreeToInstall<Ran extends { readonly stdout: string }>(
  run: (args: readonly string[]) => Promise<Ran>,
  words: readonly string[],
): Promise<Ran> {
  const args = ["hooks", "install", ...words];
  const { stdout } = await run([...args, "--dry-run", "--json"]);
  const { answer } = JSON.parse(stdout) as { readonly answer?: { readonly digest: string } };
  return run([...args, "--digest", answer?.digest ?? "0".repeat(64)]);
}
