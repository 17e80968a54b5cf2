import type { AnyRouter } from '@tanstack/react-router';

let router: AnyRouter | null = null;

/** Sets the router whose page the commands of the window are for. */
export function commandsFor(its: AnyRouter): void {
  router = its;
}

/** The router whose page the commands are for; null before there is one. */
export function currentRouter(): AnyRouter | null {
  return router;
}
