/** Removes comments and trailing commas from JSON settings, so that they parse. Strings are unchanged. */

const STRING_COMMENT_OR_COMMA = /"(?:[^"\\]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|,(?=(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*[}\]])/g;

export function withoutComments(text: string): string {
  return text.replaceAll(STRING_COMMENT_OR_COMMA, (found) => (found.startsWith('"') ? found : ""));
}
