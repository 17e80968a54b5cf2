// Literals are written out, not packed into spreads: `...{ a, b }` and `...[a, b]` hide lines from the formatter and
// misspelt fields from the compiler. `npm run spreads` names each one.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { root } from './programs-running.ts';
import { sourcesBelow } from './source-files.ts';

/** Places of packed spreads in one file, as `path:line`, first line first. */
export function findPackedSpreads(path: string, text: string): string[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isPacked(node)) {
      found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A literal that is spread into a literal of its own kind, or into the properties of an element. */
function isPacked(node: ts.Node): boolean {
  if (ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node))
    return ts.isObjectLiteralExpression(bare(node.expression));
  if (!ts.isSpreadElement(node) || !ts.isArrayLiteralExpression(node.parent)) return false;
  return ts.isArrayLiteralExpression(bare(node.expression));
}

/** Without parentheses, `as const` and `satisfies` around it. */
function bare(expression: ts.Expression): ts.Expression {
  const isWrapped =
    ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression);
  return isWrapped ? bare(expression.expression) : expression;
}

if (import.meta.main) {
  const found = ['apps', 'packages', 'e2e', 'bench', 'eval', 'tools']
    .flatMap((folder) => sourcesBelow(join(root, folder)))
    .flatMap((file) => findPackedSpreads(relative(root, file).replaceAll('\\', '/'), readFileSync(file, 'utf8')));
  for (const place of found) console.error(`${place}: a literal is packed into a spread; write its parts out`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
