/** Where a hook of type http may send its event: https anywhere, http on this machine (IX-11). */

/** Why a hook may not send anything there. */
export function addressTrouble(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined) return `${JSON.stringify(address)} is not a valid URL`;
  if (url.username !== "" || url.password !== "") return "the URL has a user name or a password in it";
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(address))) return undefined;
  return url.protocol === "http:" ? "http is allowed only on this machine" : `${url.protocol.slice(0, -1)} is not allowed`;
}

export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
