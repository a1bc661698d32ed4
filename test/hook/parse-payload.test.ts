import { describe, expect, test } from "vitest";

import { parsePayload } from "../../src/hook/parse-payload.ts";

const TEXT = `{"tool_name":"Bash","tool_input":{"command":"${"x".repeat(9_000)}"}}`;
const outlined = (input: string) => parsePayload(TEXT, () => [2, '{"tool_name":"Bash","tool_input":', '"tool_input"', input, "}"]);

describe("RT-21 a large member", () => {
  test("that cannot be parsed when it is asked for is a failure, and not a call without it", () => {
    // As where there is no memory for its values.
    const payload = outlined('{"command":') as { readonly tool_name: string; readonly tool_input?: unknown };
    expect(payload.tool_name).toBe("Bash");
    expect(() => payload.tool_input).toThrow(SyntaxError);
  });

  test("is parsed once, and is a member like the others", () => {
    const payload = outlined('{"command":"ls"}') as { readonly tool_input?: unknown };
    expect(payload.tool_input).toBe(payload.tool_input);
    expect(payload).toEqual({ tool_name: "Bash", tool_input: { command: "ls" } });
  });
});
