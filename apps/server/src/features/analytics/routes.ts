import { analyticsRoutes as routes } from '@sidetone/contract/http/analytics-routes.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import type { Sink } from './sink.ts';

/**
 * Takes what people did with the app. The body is parsed strictly, and nothing is added to it but the time. Without a sink,
 * because the operator wants no events, what comes is forgotten.
 */
export const analyticsRoutes = (sink: Sink | null): Answer[] => [
  answer(routes.addAnalyticsEvent, ({ body }) => {
    sink?.put(body.event);
    return { taken: sink !== null };
  }),
];
