import type { Plugin } from 'vite';

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

/** JsSIP: what it would print of every message where someone asked for that in the browser's storage. */
const silent = `function silent() { const log = () => {}; log.enabled = false; return log; }
silent.default = silent; silent.enable = () => {}; silent.disable = () => {};
module.exports = silent;`;

/** JsSIP: subscriptions, which the client has by other ways. */
const noSubscriptions =
  "module.exports = class { constructor() { throw new Error('The client subscribes to nothing by SIP'); } };";

const replacements: readonly { readonly file: RegExp; readonly by: (code: string) => string }[] = [
  { file: /[\\/]zod[\\/]v4[\\/]core[\\/]json-schema-processors\.js$/, by: withoutJsonSchemas },
  { file: /[\\/]zod[\\/]v4[\\/]core[\\/]to-json-schema\.js$/, by: withoutJsonSchemas },
  { file: /[\\/]debug[\\/]src[\\/]browser\.js$/, by: () => silent },
  { file: /[\\/]jssip[\\/]lib[\\/]Subscriber\.js$/, by: () => noSubscriptions },
  { file: /[\\/]jssip[\\/]lib[\\/]Notifier\.js$/, by: () => noSubscriptions },
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
        return { code: found.by(code), map: null };
      },
    },
    buildEnd(error) {
      // Stories need not all of them.
      if (error !== undefined || !isWhole) return;
      for (const { file } of replacements) if (!left.has(file)) this.error(`no file ${file.source} to leave out`);
    },
  };
}
