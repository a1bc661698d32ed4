/** Takes user names and passwords out of addresses in a text; git repeats addresses in its messages. */

export function withoutCredentials(text: string): string {
  return text.replaceAll(/([A-Za-z][\w+.-]*:\/\/)([^\s/'"<>]*)@/g, (_all, scheme: string, user: string) =>
    // The user of ssh is a part of the address and no secret; a password behind it is.
    /ssh/i.test(scheme) && !user.includes(":") ? `${scheme}${user}@` : scheme,
  );
}
