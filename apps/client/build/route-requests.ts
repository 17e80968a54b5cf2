import type { ESTree, Plugin } from 'vite';
import { type Node, nodesOf, withoutNodes } from './cut-program.ts';

/** What a server reads of a route and a browser never does: the schemas of requests, and what documents it. */
const ofServers = new Set(['summary', 'params', 'query', 'body', 'errors']);

const routeFiles = /[\\/]packages[\\/]contract[\\/]src[\\/]http[\\/].*\.ts$/;

/** The properties of routes that only servers read. */
function* propertiesOfServers(program: Node): Generator<Node> {
  for (const node of nodesOf(program)) {
    if (node.type === 'CallExpression') yield* inRoute(node as ESTree.CallExpression);
  }
}

function* inRoute({ callee, arguments: [route] }: ESTree.CallExpression): Generator<Node> {
  if (callee.type !== 'Identifier' || callee.name !== 'defineRoute' || route?.type !== 'ObjectExpression') return;
  for (const property of route.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
    if (ofServers.has(property.key.name)) yield property;
  }
}

type Parse = (code: string) => Node;

/**
 * The file without them, and without what only they used: that would pull the files of its schemas into the first load as soon as a
 * later page uses one of them. Schemas at the top of a file have no side effects, so that they may go.
 */
export function withoutRequests(code: string, parse: Parse): string {
  const isUsed = (name: string, text: string): boolean => new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(text);
  let rest = withoutNodes(code, propertiesOfServers(parse(code)));
  for (;;) {
    const { body } = parse(rest) as ESTree.Program;
    const unused = body.find(
      (node) =>
        node.type === 'VariableDeclaration' &&
        node.declarations.every(
          ({ id }) => id.type === 'Identifier' && !isUsed(id.name, withoutNodes(rest, [node as Node])),
        ),
    );
    if (unused === undefined) break;
    rest = withoutNodes(rest, [unused as Node]);
  }
  return rest.replace(/^import \{([^}]*)\} from [^;\n]*;?$/gm, (all, names: string) => {
    const others = rest.replace(all, '');
    const local = names.split(',').flatMap((one) => /\w+$/.exec(one.trim())?.[0] ?? []);
    return local.some((name) => isUsed(name, others)) ? all : '';
  });
}

/** Leaves what only servers read out of the routes, and so most of their schemas. */
export function routeRequests(): Plugin {
  return {
    name: 'sidetone-route-requests',
    apply: 'build',
    transform: {
      filter: { id: routeFiles, code: 'defineRoute(' },
      handler(code) {
        return { code: withoutRequests(code, (text) => this.parse(text)), map: null };
      },
    },
  };
}
