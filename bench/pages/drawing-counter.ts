import type { Page } from '@playwright/test';

/** What React did in a page so far. */
export interface Drawn {
  readonly commits: number;
  /** How often components were called. */
  readonly components: number;
}

interface Fiber {
  readonly tag: number;
  readonly flags: number;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

/** Runs in the page, before anything of it: takes the place of React's developer tools, and counts. */
export function countDrawing(): void {
  const drawn = { commits: 0, components: 0 };
  /** Of a fiber: React has called its component in this commit. */
  const performedWork = 1;
  const components = new Set([0, 1, 11, 14, 15]);
  const count = (fiber: Fiber) => {
    if (!components.has(fiber.tag)) return;
    if (fiber.alternate !== null && (fiber.flags & performedWork) === 0) return;
    drawn.components += 1;
  };
  const walk = (fiber: Fiber | null) => {
    for (let next = fiber; next !== null; next = next.sibling) {
      count(next);
      // React left everything below as it was.
      if (next.alternate !== null && next.alternate.child === next.child) continue;
      walk(next.child);
    }
  };
  Object.assign(globalThis, {
    drawnOfBench: drawn,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      renderers: new Map(),
      inject: () => 1,
      onCommitFiberUnmount: () => {},
      onPostCommitFiberRoot: () => {},
      onCommitFiberRoot: (_id: number, root: { readonly current: Fiber }) => {
        drawn.commits += 1;
        walk(root.current);
      },
    },
  });
}

/** What was counted in this page so far. */
export function drawnSoFar(page: Page): Promise<Drawn> {
  return page.evaluate(() => (globalThis as unknown as { drawnOfBench: Drawn }).drawnOfBench);
}
