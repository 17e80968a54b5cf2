/** A graph of files: each with those that it imports. */
type Graph = ReadonlyMap<string, readonly string[]>;

/** Files that lead back to themselves, a list for each knot; by Tarjan's algorithm of strongly connected components. */
export function findCircles(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    open.push(file);
    let low = own;
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === own) {
      const knot = open.splice(open.indexOf(file));
      if (knot.length > 1 || graph.get(file)?.includes(file)) circles.push(knot);
    }
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}
