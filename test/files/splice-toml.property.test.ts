import { describe, expect, test } from "vitest";

import { tomlEditor } from "../../src/files/splice/toml.ts";
import { editsAroundItStay, entriesComeAndGo, type Format, nothingIsThrown, PATIENCE } from "./editor-properties.ts";
import { tomlDocuments, tomlEntries, tomlHandwritten, tomlMeaning } from "./toml-documents.ts";

const toml: Format = {
  editor: tomlEditor,
  documents: tomlDocuments,
  entries: tomlEntries,
  handwritten: tomlHandwritten,
  meaning: tomlMeaning,
};

describe("any TOML document", PATIENCE, () => {
  test("RG-9 RG-12 RG-13 entries mean what they say, a second run changes nothing, and taken out in any order the old bytes are left", () => {
    expect(entriesComeAndGo(toml)).toBeGreaterThan(0.5);
  });

  test("RG-12 what someone wrote around it stays, as if we had never been there", () => {
    expect(editsAroundItStay(toml)).toBeGreaterThan(0.3);
  });

  test("RG-10 no text makes it throw, and what is not TOML is left alone", () => nothingIsThrown(toml));
});
