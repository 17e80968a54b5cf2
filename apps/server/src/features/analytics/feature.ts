import type { Logger } from 'pino';
import type { Feature } from '../../requests/feature.ts';
import { analyticsRoutes } from './routes.ts';
import { analyticsSink, type SinkSettings } from './sink.ts';

/** What people do with the app, passed on to the operator's sink, if there is one. */
export function analyticsFeature({ to, log }: { to: SinkSettings | undefined; log: Logger }): Feature {
  const sink = to ? analyticsSink(to, log) : null;
  return {
    answers: analyticsRoutes(sink),
    stop: () => sink?.stop(),
  };
}
