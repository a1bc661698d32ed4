/** Gemini `generateContent`, streaming and not, spoken by Gemini CLI. */

import type { WireForm } from "./wire-form.ts";

interface Body {
  readonly tools?: readonly { readonly functionDeclarations?: readonly unknown[] }[];
  readonly generationConfig?: { readonly responseMimeType?: string };
}

/** A reply for side requests that ask for JSON: the router, the next-speaker check. */
const JSON_ASIDE = {
  reasoning: "scripted",
  model_choice: "flash",
  next_speaker: "user",
  complexity_reasoning: "scripted",
  complexity_score: 10,
};

export const geminiGenerate: WireForm = {
  name: "gemini-generate",
  matches: (path) => /:(streamGenerateContent|generateContent|countTokens)(\?|$)/.test(path),
  reply({ path, body }, next) {
    if (path.includes(":countTokens")) return { kind: "json", body: { totalTokens: 10 } };
    const { tools = [], generationConfig } = body as Body;
    const turn = next(tools.flatMap((tool) => tool.functionDeclarations ?? []).length, body);
    const wantsJson = turn.calls.length === 0 && generationConfig?.responseMimeType === "application/json";
    const said = wantsJson ? JSON.stringify(JSON_ASIDE) : turn.say;
    const parts = [
      ...(said === undefined ? [] : [{ text: said }]),
      ...turn.calls.map(({ name, args }, place) => ({ functionCall: { id: `fc_${turn.serial}_${place}`, name, args } })),
    ];
    const reply = {
      candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: turn.tokens, candidatesTokenCount: 10, totalTokenCount: turn.tokens + 10 },
      modelVersion: "scripted",
    };
    if (path.includes(":streamGenerateContent")) return { kind: "stream", events: [{ data: reply }] };
    return { kind: "json", body: reply };
  },
};
