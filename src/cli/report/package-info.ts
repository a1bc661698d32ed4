/** Answers with a package's information. */

import type { PackageInfo, PackageInfoRequest } from "../../app/packages/package-info.ts";
import { problemText } from "../../documents/problem.ts";
import type { CliContext } from "../cli-context.ts";
import { renderPackageInfo } from "../render/package-info.ts";

type About = Pick<PackageInfoRequest, "update" | "ancestors" | "onProgress">;

export async function reportPackageInfo(cli: CliContext, word: string, ask: (about: About) => Promise<PackageInfo>): Promise<void> {
  const { report, update, ancestors } = cli;
  const onProgress = (message: string) => report({ type: "message", level: "note", message });
  const info = await ask({ update, ancestors, onProgress });
  for (const problem of info.problems) report({ type: "message", level: "detail", message: problemText(problem) });
  report({ type: "answer", value: info, text: (style) => renderPackageInfo(info, word, { style, calledAs: cli.calledAs }) });
}
