import type { Plugin, Rolldown } from 'vite';
import { type Node, nodesOf, withoutNodes } from './cut-program.ts';

/** What a server reads of a route and a browser never does: the schemas of requests, and what documents it. */
const ofServers = new Set(['summary', 'params', 'query', 'body', 'errors']);

const routeFiles = /[\\/]packages[\\/]contract[\\/]src[\\/]http[\\/].*\.ts$/;

/** The properties of routes that only servers read. */
function* propertiesOfServers(program: Node): Generator<Node> {
  for (const node of nodesOf(program)) {
    if (node.type === 'CallExpression') yield* inRoute(node as Rolldown.ESTree.CallExpression);
  }
}

function* inRoute({ callee, arguments: [route] }: Rolldown.ESTree.CallExpression): Generator<Node> {
  if (callee.type !== 'Identifier' || callee.name !== 'defineRoute' || route?.type !== 'ObjectExpression') return;
  for (const property of route.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
    if (ofServers.has(property.key.name)) yield property;
  }
}

/**
 * The program without them, and without what it imported for them alone: an import that stays would keep its file in the first load,
 * where a later page uses that.
 */
export function withoutRequests(code: string, program: Node): string {
  const rest = withoutNodes(code, propertiesOfServers(program));
  return rest.replace(/^import \{([^}]*)\} from [^;\n]*;?$/gm, (all, names: string) => {
    const others = rest.replace(all, '');
    const local = names.split(',').flatMap((one) => /\w+$/.exec(one.trim())?.[0] ?? []);
    return local.some((name) => new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(others)) ? all : '';
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
        return { code: withoutRequests(code, this.parse(code)), map: null };
      },
    },
  };
}
