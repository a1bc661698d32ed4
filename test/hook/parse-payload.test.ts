import { describe, expect, test, vi } from "vitest";

import { parsePayload } from "../../src/hook/parse-payload.ts";
import { outlineOf } from "../../src/host/engine.ts";

vi.mock("../../src/host/engine.ts", () => ({ outlineOf: vi.fn<typeof outlineOf>() }));

const TEXT = `{"tool_name":"Bash","tool_input":{"command":"${"x".repeat(9_000)}"}}`;

describe("RT-21 a large member", () => {
  test("that cannot be parsed when it is asked for is a failure, and not a call without it", () => {
    // As where there is no memory for its values.
    vi.mocked(outlineOf).mockReturnValue([2, '{"tool_name":"Bash","tool_input":', '"tool_input"', '{"command":', "}"]);
    const payload = parsePayload(TEXT) as { readonly tool_name: string; readonly tool_input?: unknown };
    expect(payload.tool_name).toBe("Bash");
    expect(() => payload.tool_input).toThrow(SyntaxError);
  });

  test("is parsed once, and is a member like the others", () => {
    vi.mocked(outlineOf).mockReturnValue([2, '{"tool_name":"Bash","tool_input":', '"tool_input"', '{"command":"ls"}', "}"]);
    const payload = parsePayload(TEXT) as { readonly tool_input?: unknown };
    expect(payload.tool_input).toBe(payload.tool_input);
    expect(payload).toEqual({ tool_name: "Bash", tool_input: { command: "ls" } });
  });
});
