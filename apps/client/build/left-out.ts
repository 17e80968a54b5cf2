import type { ESTree, Plugin } from 'vite';
import { type Node, nodesOf, withoutNodes } from './cut-program.ts';
import { shortGrammar } from './sip-grammar.ts';

// What libraries bring that the client never uses, and that nothing but this can drop: their own code names it.

const names = (code: string): string[] =>
  [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = '']) => name);

/** zod: each of its classes names how JSON schemas are made. The client makes none; a call throws. */
function withoutJsonSchemas(code: string): string {
  const renamed = [...code.matchAll(/^export \{ \w+ as (\w+) \}/gm)].map(([, name = '']) => name);
  // What makes the methods of each schema runs for all of them; only the methods themselves may not be called.
  const lines = names(code).map(
    (name) => `export const ${name} = ${/^create\w+Method$/.test(name) ? '() => none' : 'none'};`,
  );
  const none = "function none() { throw new Error('The client makes no JSON schemas'); }";
  return [none, ...lines, ...renamed.map((name) => `export { none as ${name} };`)].join('\n');
}

/** zod: its sentences about what is wrong. Nobody sees them: an issue names itself by its code, its path and what was expected. */
const noSentences = 'export default function () { return { localeError: () => undefined }; }';

/** JsSIP: what it would print of every message where someone asked for that in the browser's storage. */
const silent = `function silent() { const log = () => {}; log.enabled = false; return log; }
silent.default = silent; silent.enable = () => {}; silent.disable = () => {};
module.exports = silent;`;

/** JsSIP: subscriptions, which the client has by other ways. */
const noSubscriptions =
  "module.exports = class { constructor() { throw new Error('The client subscribes to nothing by SIP'); } };";

/** JsSIP: where it prints that, with the texts; they are statements, and what they print is read and never changed. */
export function withoutLog(code: string, parse: Parse): string {
  const isLog = (node: Node): boolean => {
    const { expression } = node as ESTree.ExpressionStatement;
    if (node.type !== 'ExpressionStatement' || expression.type !== 'CallExpression') return false;
    const { callee } = expression;
    if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return false;
    return callee.object.name === 'logger';
  };
  return withoutNodes(code, [...nodesOf(parse(code))].filter(isLog), ';');
}

type Parse = (code: string) => Node;

const replacements: readonly { readonly file: RegExp; readonly by: (code: string, parse: Parse) => string }[] = [
  { file: /[\\/]zod[\\/]v4[\\/]core[\\/]json-schema-processors\.js$/, by: withoutJsonSchemas },
  { file: /[\\/]zod[\\/]v4[\\/]core[\\/]to-json-schema\.js$/, by: withoutJsonSchemas },
  { file: /[\\/]zod[\\/]v4[\\/]locales[\\/]en\.js$/, by: () => noSentences },
  { file: /[\\/]debug[\\/]src[\\/]browser\.js$/, by: () => silent },
  { file: /[\\/]jssip[\\/]lib[\\/]Grammar\.js$/, by: shortGrammar },
  { file: /[\\/]jssip[\\/]lib[\\/]Subscriber\.js$/, by: () => noSubscriptions },
  { file: /[\\/]jssip[\\/]lib[\\/]Notifier\.js$/, by: () => noSubscriptions },
  // Last, since it matches the files of JsSIP above as well.
  { file: /[\\/]jssip[\\/]lib[\\/].*\.js$/, by: withoutLog },
];

/** Leaves these out of a build. Fails it where a library no longer has one of the files. */
export function leftOut(isWhole: boolean): Plugin {
  const left = new Set<RegExp>();
  return {
    name: 'sidetone-left-out',
    apply: 'build',
    transform: {
      filter: { id: replacements.map(({ file }) => file) },
      handler(code, id) {
        const found = replacements.find(({ file }) => file.test(id));
        if (found === undefined) return null;
        left.add(found.file);
        return { code: found.by(code, (text) => this.parse(text)), map: null };
      },
    },
    buildEnd(error) {
      // Stories need not all of them.
      if (error !== undefined || !isWhole) return;
      for (const { file } of replacements) if (!left.has(file)) this.error(`no file ${file.source} to leave out`);
    },
  };
}
