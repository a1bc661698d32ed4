/** JSON as people write it into settings: comments and trailing commas are taken out, so that it parses. Strings stay as they are. */

const STRING_COMMENT_OR_COMMA = /"(?:[^"\\]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|,(?=(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*[}\]])/g;

export function withoutComments(text: string): string {
  return text.replaceAll(STRING_COMMENT_OR_COMMA, (found) => (found.startsWith('"') ? found : ""));
}
