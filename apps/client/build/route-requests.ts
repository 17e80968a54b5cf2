import type { Plugin, Rolldown } from 'vite';

/** What a server reads of a route and a browser never does: the schemas of requests, and what documents it. */
const ofServers = new Set(['summary', 'params', 'query', 'body', 'errors']);

const contract = /[\\/]packages[\\/]contract[\\/]src[\\/].*\.ts$/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** The properties of routes that only servers read, below a node of a program. */
function* propertiesOfServers(node: Node): Generator<Node> {
  if (node.type === 'CallExpression') yield* inRoute(node as Rolldown.ESTree.CallExpression);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* propertiesOfServers(child);
  }
}

function* inRoute({ callee, arguments: [route] }: Rolldown.ESTree.CallExpression): Generator<Node> {
  if (callee.type !== 'Identifier' || callee.name !== 'defineRoute' || route?.type !== 'ObjectExpression') return;
  for (const property of route.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
    if (ofServers.has(property.key.name)) yield property;
  }
}

/** The program without them: a comma that follows goes with its property. */
export function withoutRequests(code: string, program: Node): string {
  let [rest, at] = ['', 0];
  for (const { start, end } of propertiesOfServers(program)) {
    rest += code.slice(at, start);
    at = end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0);
  }
  return rest + code.slice(at);
}

/** Leaves what only servers read out of the routes: a build has a third of their schemas then. */
export function routeRequests(): Plugin {
  return {
    name: 'sidetone-route-requests',
    apply: 'build',
    transform: {
      filter: { id: contract },
      handler(code) {
        const shorter = code.includes('defineRoute(') ? withoutRequests(code, this.parse(code)) : code;
        return { code: shorter, map: null, moduleSideEffects: false };
      },
    },
  };
}
