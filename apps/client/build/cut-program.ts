/** A node of a program, as Vite parses one. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** A node and all below it, in the order of the text. */
export function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* nodesOf(child);
  }
}

/** The text with `instead` for each of these nodes, none of which is in another one. A comma that follows goes with its node. */
export function withoutNodes(code: string, nodes: Iterable<Node>, instead = ''): string {
  let [rest, at] = ['', 0];
  for (const { start, end } of nodes) {
    rest += code.slice(at, start) + instead;
    at = end + (/^\s*,/.exec(code.slice(end, end + 100))?.[0].length ?? 0);
  }
  return rest + code.slice(at);
}
