// No function is longer than 60 lines, no component longer than 120, but those of tools/long-functions.json. That list
// only shrinks: `npm run long-functions -- --shrink` writes what got shorter and drops what is gone.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { root } from './programs-running.ts';
import { sourcesBelow } from './source-files.ts';

const most = { function: 60, component: 120 } as const;

/** A function that is longer than its kind may be. */
export interface LongFunction {
  /** `apps/server/src/main.ts: start`; functions within others are named after them: `start > listen`. */
  readonly name: string;
  readonly lines: number;
}

/** What the list says against what is there. */
export interface LengthVerdict {
  readonly broken: readonly string[];
  /** The list after what got shorter or vanished was taken off it. */
  readonly shrunk: Readonly<Record<string, number>>;
}

/** Every function of a source file that is longer than its kind may be, outer ones first. */
export function findLongFunctions(path: string, text: string): LongFunction[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kindOf(path));
  const found: LongFunction[] = [];
  const names = new Map<string, number>();
  const visit = (node: ts.Node, around: readonly string[]): void => {
    const own = isFunction(node) ? nameOf(node, source) : ts.isClassLike(node) ? node.name?.text : undefined;
    const here = own === undefined ? around : [...around, own];
    if (isFunction(node) && node.body) {
      const lines = linesOf(node, source);
      if (lines > (isComponent(node, path, own ?? '') ? most.component : most.function)) {
        const plain = `${path}: ${here.join(' > ')}`;
        const times = (names.get(plain) ?? 0) + 1;
        names.set(plain, times);
        found.push({ name: times === 1 ? plain : `${plain} (${times})`, lines });
      }
    }
    ts.forEachChild(node, (child) => visit(child, here));
  };
  visit(source, []);
  return found;
}

/** Compares what is there with the list: nothing new, nothing longer, and nothing on it that could be taken off. */
export function judgeLengths(found: readonly LongFunction[], listed: Readonly<Record<string, number>>): LengthVerdict {
  const lines = new Map(found.map((one) => [one.name, one.lines]));
  const broken: string[] = [];
  const shrunk: Record<string, number> = {};
  for (const one of found) {
    const allowed = listed[one.name];
    if (allowed === undefined) broken.push(`${one.name} has ${one.lines} lines; cut it into functions with names`);
    else if (one.lines > allowed) broken.push(`${one.name} grew from ${allowed} to ${one.lines} lines`);
  }
  for (const [name, allowed] of Object.entries(listed)) {
    const now = lines.get(name);
    if (now !== undefined) shrunk[name] = Math.min(now, allowed);
    if (now === undefined || now < allowed) {
      const became = now === undefined ? 'is short now' : `has ${now} lines now, not ${allowed}`;
      broken.push(`${name} ${became}: npm run long-functions -- --shrink`);
    }
  }
  return { broken, shrunk };
}

const kindOf = (path: string) => (path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);

type FunctionNode =
  | ts.FunctionDeclaration
  | ts.FunctionExpression
  | ts.ArrowFunction
  | ts.MethodDeclaration
  | ts.ConstructorDeclaration
  | ts.AccessorDeclaration;

function isFunction(node: ts.Node): node is FunctionNode {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isConstructorDeclaration(node) ||
    ts.isAccessor(node)
  );
}

/** Its own name, or that of what it is given to. */
function nameOf(node: FunctionNode, source: ts.SourceFile): string {
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  if (node.name) return node.name.getText(source);
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) {
    return parent.name.getText(source);
  }
  if (ts.isCallExpression(parent)) return `${parent.expression.getText(source).split('\n')[0]}()`;
  return '(unnamed)';
}

/** Lines from its first word to its end; the comment above it is not counted. */
function linesOf(node: ts.Node, source: ts.SourceFile): number {
  const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
  return source.getLineAndCharacterOfPosition(node.end).line - first + 1;
}

/** A function of a .tsx file whose name begins with a capital, or that has JSX of its own. */
function isComponent(node: FunctionNode, path: string, name: string): boolean {
  if (!path.endsWith('.tsx')) return false;
  return /^[A-Z]/.test(name) || hasOwnJsx(node);
}

function hasOwnJsx(node: ts.Node): boolean {
  let has = false;
  const look = (child: ts.Node): void => {
    if (has || isFunction(child)) return;
    has = ts.isJsxElement(child) || ts.isJsxSelfClosingElement(child) || ts.isJsxFragment(child);
    if (!has) ts.forEachChild(child, look);
  };
  ts.forEachChild(node, look);
  return has;
}

const isTest = (path: string) => /\.(test|spec|stories)\.tsx?$|(^|\/)testing\//.test(path);

function findAll(): LongFunction[] {
  return ['apps', 'packages', 'e2e', 'bench', 'eval', 'tools']
    .flatMap((folder) => sourcesBelow(join(root, folder)))
    .map((file) => ({ file, path: relative(root, file).replaceAll('\\', '/') }))
    .filter(({ path }) => !isTest(path))
    .flatMap(({ file, path }) => findLongFunctions(path, readFileSync(file, 'utf8')));
}

if (import.meta.main) {
  const listFile = join(root, 'tools', 'long-functions.json');
  const listed = JSON.parse(readFileSync(listFile, 'utf8')) as Record<string, number>;
  const found = findAll();
  let { broken, shrunk } = judgeLengths(found, listed);
  if (process.argv.includes('--shrink')) {
    writeFileSync(listFile, `${JSON.stringify(shrunk, null, 2)}\n`);
    ({ broken } = judgeLengths(found, shrunk));
  }
  for (const line of broken) console.error(line);
  process.exitCode = broken.length > 0 ? 1 : 0;
}
