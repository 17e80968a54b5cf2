import type { AnyRouter, RouterHistory } from '@tanstack/react-router';

/** Routers that are on their way back; the browser takes that step a moment later. */
const onTheWay = new WeakSet<AnyRouter>();

/**
 * Goes back in the history, from what asks nobody before it is left. What is opened before the browser has taken the step
 * has to wait for it (`afterStep`): it would be what the step leaves. A second Escape before that asks for nothing.
 */
export function stepBack(router: AnyRouter, steps = 1): void {
  if (onTheWay.has(router)) return;
  onTheWay.add(router);
  afterStep(router, () => onTheWay.delete(router));
  router.history.go(-steps);
}

/** Whether a step back was asked for that the browser has not taken yet. */
export const isOnTheWayBack = (router: AnyRouter): boolean => onTheWay.has(router);

/** Runs a task once, after the next step that is taken in the history. */
export function afterStep(router: AnyRouter, then: () => void): void {
  const history: RouterHistory = router.history;
  const stop = history.subscribe(({ action }) => {
    // What is added to the history is no step.
    if (action.type === 'PUSH' || action.type === 'REPLACE') return;
    stop();
    then();
  });
}
