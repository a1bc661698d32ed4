export function refreshWorkspace(..._args: unknown[]): Promise<void> {
  return Promise.resolve();
}
