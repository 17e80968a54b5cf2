import type { Logger } from 'pino';
import packageJson from '../../../../package.json' with { type: 'json' };
import type { FactBoard } from '../events.ts';
import type { CallSteps } from '../pbx/call-steps.ts';
import type { TracingConfig } from '../settings/seen-settings.ts';
import { callSpans } from './call-spans.ts';

export interface Tracing {
  readonly steps: CallSteps;
  /** Sends what waits, for two seconds at most. */
  stop(): Promise<void>;
}

/** Traces calls to a collector. OpenTelemetry is loaded only here, so a server without it spends nothing on it. */
export async function openTracing(given: {
  readonly config: TracingConfig;
  readonly node: string;
  readonly facts: FactBoard;
  readonly log: Pick<Logger, 'warn'>;
}): Promise<Tracing> {
  const { facts, log } = given;
  const { openExporter } = await import('./exporter.ts');
  const exporter = openExporter({ ...given, version: packageJson.version });
  const spans = callSpans(exporter.emit);
  const stops = [
    facts.on('call.ended', ({ callId, reason }) => spans.ended(callId, reason)),
    facts.on('call.documented', ({ docId }) => spans.documented(docId)),
  ];
  return {
    steps: neverThrowing(spans, log),
    async stop() {
      for (const stop of stops) stop();
      await exporter.stop();
    },
  };
}

/** Calls go on, whatever is wrong with their traces. */
function neverThrowing(steps: CallSteps, log: Pick<Logger, 'warn'>): CallSteps {
  const safely =
    <Given extends readonly unknown[]>(hear: (...given: Given) => void) =>
    (...given: Given): void => {
      try {
        hear(...given);
      } catch (error) {
        log.warn({ err: error }, 'tracing: a step of a call was lost');
      }
    };
  return {
    proved: safely(steps.proved),
    routing: safely(steps.routing),
    routed: safely(steps.routed),
    stepped: safely(steps.stepped),
  };
}
