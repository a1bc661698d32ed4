/** PyPI has no search for programs: it removed the one that pip had, and its pages refuse programs. https://docs.pypi.org/api/ */

import type { RegistrySearch } from "../ecosystem.ts";

export async function searchRegistry(): Promise<RegistrySearch> {
  return { unasked: "PyPI has no search for programs; search at https://pypi.org/search/, then run `symposium use pypi:<name>`" };
}
