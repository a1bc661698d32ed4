/** Removes user names and passwords from addresses in a text; git repeats addresses in its messages. */

export function withoutCredentials(text: string): string {
  return text.replaceAll(/([A-Za-z][\w+.-]{0,30}:\/\/)([^\s/'"<>]*)@/g, (_all, scheme: string, user: string) =>
    // The user of ssh is part of the address and not a secret; a password after it is.
    /ssh/i.test(scheme) && !user.includes(":") ? `${scheme}${user}@` : scheme,
  );
}
