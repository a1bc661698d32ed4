/** Finds places in the sources that ask an object for a name decided at run time: inherited names answer there too. */

import { relative, resolve } from "node:path";
import { isBinaryExpression, isElementAccessExpression, isForInStatement, isStringLiteral } from "typescript/unstable/ast/is";
import { SyntaxKind, type ElementAccessExpression, type Node, type SourceFile } from "typescript/unstable/ast";
import { API, type Checker, type Type, TypeFlags } from "typescript/unstable/sync";

/** One line for each place below `folder`, except in the files that are allowed to. */
export function asksByOutsideWords(config: string, folder: string, allowed: readonly string[]): readonly string[] {
  const api = new API();
  try {
    const snapshot = api.updateSnapshot({ openProjects: [resolve(config)] });
    const project = snapshot.getProject(resolve(config));
    if (project === undefined) throw new Error(`${config} is not a project`);
    const names = project.program.getSourceFileNames().filter((name) => !relative(folder, name).startsWith(".."));
    const checked = names.filter((name) => !allowed.includes(relative(folder, name)));
    return checked.flatMap((name) => {
      const file = project.program.getSourceFile(name);
      return file === undefined ? [`${name} cannot be read`] : inFile(file, project.checker, relative(folder, name));
    });
  } finally {
    api.close();
  }
}

function inFile(file: SourceFile, checker: Checker, name: string): readonly string[] {
  const found: Node[] = [];
  const accesses: ElementAccessExpression[] = [];
  const visit = (node: Node): void => {
    if (isForInStatement(node)) found.push(node.initializer);
    if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword && !isStringLiteral(node.left)) found.push(node);
    if (isElementAccessExpression(node)) accesses.push(node);
    node.forEachChild(visit);
  };
  file.forEachChild(visit);
  const keys = checker.getTypeAtLocation(accesses.map((access) => access.argumentExpression));
  found.push(...accesses.filter((_, at) => isAnyText(keys[at], checker)));
  return found.map((node) => `${name}:${file.text.slice(0, node.getStart(file)).split("\n").length} ${node.getText(file)}`);
}

/** Keys of our own: numbers, literals, and the keys of a type that we wrote. Any other text may be anyone's. */
const OWN_KEYS = TypeFlags.NumberLike | TypeFlags.StringLiteral | TypeFlags.ESSymbolLike | TypeFlags.Index;

function isAnyText(type: Type | undefined, checker: Checker): boolean {
  if (type === undefined) return true;
  if (type.isTypeParameter()) return isAnyText(checker.getBaseConstraintOfType(type), checker);
  if (type.isUnionType()) return (type.getTypes() ?? []).some((one) => isAnyText(one, checker));
  return (type.flags & OWN_KEYS) === 0;
}
