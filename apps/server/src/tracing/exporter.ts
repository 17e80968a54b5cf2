import { randomBytes } from 'node:crypto';
import {
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type TracerProvider as Tracers,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TracingConfig } from '../settings/seen-settings.ts';
import type { CallSpan } from './call-span.ts';

/** What waits for the collector; more is dropped, and calls do not notice. */
const mostWaiting = 4_096;
const batch = 512;
const everyMs = 2_000;
const patienceMs = 10_000;
const lastPatienceMs = 2_000;
/** Trouble of a collector is logged so often at most. */
const tellEveryMs = 60_000;

interface Exporter {
  emit(span: CallSpan): void;
  stop(): Promise<void>;
}

/** Sends spans to a collector by OTLP over HTTP. */
export function openExporter(given: {
  readonly config: TracingConfig;
  readonly node: string;
  readonly version: string;
  readonly log: Pick<Logger, 'warn'>;
}): Exporter {
  const { config, node, version, log } = given;
  tellTrouble(log);
  const ids = nextIds();
  const provider = new TracerProvider({
    idGenerator: ids,
    sampler: new TraceIdRatioBasedSampler(config.ratio),
    resource: resourceFromAttributes({
      'service.name': config.serviceName,
      'service.version': version,
      'service.instance.id': node,
      ...config.attributes,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: config.url, headers: config.headers, timeoutMillis: patienceMs }),
        maxQueueSize: mostWaiting,
        maxExportBatchSize: batch,
        scheduledDelayMillis: everyMs,
        exportTimeoutMillis: patienceMs,
      }),
    ],
  });
  const tracer = (provider as Tracers).getTracer('sidetone', version);
  return {
    emit({ traceId, spanId, parentId, name, begin, end, attributes, isFailed }) {
      ids.set(traceId, spanId);
      const parent = { traceId, spanId: parentId ?? '', traceFlags: TraceFlags.SAMPLED, isRemote: false };
      const context = parentId === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
      const kind = spanId === null ? SpanKind.INTERNAL : SpanKind.SERVER;
      const span = tracer.startSpan(name, { kind, startTime: begin, attributes: { ...attributes } }, context);
      if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(end);
    },
    async stop() {
      await Promise.race([
        provider.shutdown().catch(() => {}),
        new Promise((resolve) => setTimeout(resolve, lastPatienceMs).unref()),
      ]);
    },
  };
}

/** Gives the ids that were set last, which is how a call keeps its trace over a restart. */
function nextIds() {
  let [trace, span]: [string, string | null] = ['', null];
  return {
    set(traceId: string, spanId: string | null) {
      [trace, span] = [traceId, spanId];
    },
    generateTraceId: () => trace,
    generateSpanId: () => span ?? randomBytes(8).toString('hex'),
  };
}

/** What the library has to say goes to the log, and not again with each batch. */
function tellTrouble(log: Pick<Logger, 'warn'>): void {
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (what: string): void => {
    if (performance.now() - toldAt < tellEveryMs) return;
    toldAt = performance.now();
    log.warn({ what: what.slice(0, 300) }, 'tracing: the collector does not take spans');
  };
  const silent = () => {};
  diag.setLogger(
    { error: tell, warn: tell, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
