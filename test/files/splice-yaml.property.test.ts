import { describe, expect, test } from "vitest";

import { yamlEditor } from "../../src/files/splice/yaml.ts";
import { editsAroundItStay, entriesComeAndGo, type Format, nothingIsThrown, PATIENCE } from "./editor-properties.ts";
import { yamlDocuments, yamlEntries, yamlHandwritten, yamlMeaning } from "./yaml-documents.ts";

const yaml: Format = {
  editor: yamlEditor,
  documents: yamlDocuments,
  entries: yamlEntries,
  handwritten: yamlHandwritten,
  meaning: yamlMeaning,
};

describe("any YAML document", PATIENCE, () => {
  test("RG-9 RG-12 RG-13 entries mean what they say, a second run changes nothing, and taken out in any order the old bytes are left", () => {
    expect(entriesComeAndGo(yaml)).toBeGreaterThan(0.5);
  });

  test("RG-12 what someone wrote around it stays, as if we had never been there", () => {
    expect(editsAroundItStay(yaml)).toBeGreaterThan(0.3);
  });

  test("RG-10 no text makes it throw, and what is not YAML is left alone", () => nothingIsThrown(yaml));
});
