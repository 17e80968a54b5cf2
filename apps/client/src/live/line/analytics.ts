import type { AnalyticsEvent } from '@sidetone/contract/entities/analytics.ts';
import { analyticsRoutes } from '@sidetone/contract/http/analytics-routes.ts';
import { sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import type { Call } from './call.ts';
import { call } from './http.ts';
import { session } from './session.ts';

/**
 * Sends an event to the operator of the server where they want such events, and to nobody else. Resolves, and never
 * rejects, when the event is sent or given up; code that leaves the page next waits for that.
 */
export type Track = (event: AnalyticsEvent) => Promise<void>;

const timeoutMs = 2000;

/**
 * Events wait for nothing and are never sent twice. The first one asks whether the server has a sink; until it has
 * answered that it has, nothing is sent.
 */
export function tracker(to: { call: Call; isSignedIn(): boolean; failed(cause: unknown): void }): Track {
  let wanted: Promise<boolean> | null = null;
  const ask = () =>
    to.call(sessionRoutes.serverInfo, {}, { timeoutMs }).then(
      ({ analytics }) => analytics,
      (cause: unknown) => {
        wanted = null; // The next event asks again.
        throw cause;
      },
    );
  return async (event) => {
    if (!to.isSignedIn()) return;
    try {
      wanted ??= ask();
      if (!(await wanted)) return;
      await to.call(analyticsRoutes.addAnalyticsEvent, { body: { event } }, { keepalive: true, timeoutMs });
    } catch (cause) {
      to.failed(cause);
    }
  };
}

/** Sends an event of this page. */
export const track: Track = tracker({
  call,
  isSignedIn: () => session.getState().status === 'signedIn',
  failed: (cause) => console.info('[analytics] event refused', cause),
});
