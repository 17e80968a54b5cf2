// How others see whether this server is well: metrics, and traces of calls.
import { isIP } from 'node:net';
import { z } from 'zod';
import { ConfigError, webAddress } from '../config-values.ts';

export interface MetricsConfig {
  /** An address of its own for `/metrics`; undefined for none. */
  readonly listen: { readonly host: string; readonly port: number } | undefined;
  /** The bearer token that a request has to send; undefined: none. */
  readonly token: string | undefined;
}

/** Where traces of calls go, by OTLP over HTTP. */
export interface TracingConfig {
  /** The address for traces, with its path. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Further attributes of this server. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The share of calls that are traced, from 0 to 1. */
  readonly ratio: number;
}

const pairs = z
  .string()
  .max(8_000)
  .transform((text, context): Readonly<Record<string, string>> => {
    const all = text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean)
      .map((one) => /^([\w.-]{1,100})\s*=\s*(.*)$/.exec(one));
    if (all.includes(null)) {
      context.addIssue('must be such as name=value, with commas between');
      return z.NEVER;
    }
    // As the specification has it, values are written as in addresses (W3C Baggage).
    return Object.fromEntries(all.map((one) => [one?.[1] ?? '', decoded(one?.[2] ?? '')]));
  });

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const samplers: ReadonlySet<string> = new Set([
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
]);

/** Names of OpenTelemetry are as its specification has them. */
export const seenSettings = {
  METRICS_LISTEN: z
    .string()
    .transform((text, context) => {
      const [, host = '', port = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
      const bare = host === '' || host === 'localhost' ? '127.0.0.1' : host.replace(/^\[(.+)\]$/, '$1');
      if (isIP(bare) !== 0 && Number(port) >= 1 && Number(port) <= 65535) return { host: bare, port: Number(port) };
      context.addIssue('must be a port, or an IP address of this machine and a port such as 10.0.0.7:9464');
      return z.NEVER;
    })
    .optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,500}$/, 'must be 16 to 500 letters, digits and signs without spaces')
    .optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.string().optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.optional(),
  OTEL_SERVICE_NAME: z.string().max(200).optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs.optional(),
  // Judged where something is traced: other programs of this machine know other samplers.
  OTEL_TRACES_SAMPLER: z.string().default('always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.string().optional(),
};

const environment = z.object(seenSettings);
type Values = z.infer<typeof environment>;

/** Throws `ConfigError` for what does not go together. */
export const seenOf = (values: Values): { metrics: MetricsConfig; tracing: TracingConfig | undefined } => ({
  metrics: metricsOf(values),
  tracing: tracingOf(values),
});

/** Throws `ConfigError` where the figures would be open to everybody. */
function metricsOf({ METRICS_LISTEN: listen, METRICS_TOKEN: token }: Values): MetricsConfig {
  const isOpen = listen !== undefined && !/^(127\.|::1$)/.test(listen.host);
  if (isOpen && token === undefined) {
    throw new ConfigError('METRICS_LISTEN is an address that others reach, so METRICS_TOKEN has to be set as well.');
  }
  return { listen, token };
}

/** Undefined where nothing is traced. Throws `ConfigError` for a protocol that we do not speak, and for a sampler that we do not have. */
function tracingOf(values: Values): TracingConfig | undefined {
  const url = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? forTraces(values.OTEL_EXPORTER_OTLP_ENDPOINT);
  const isOff = values.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || values.OTEL_TRACES_EXPORTER === 'none';
  if (url === undefined || isOff) return undefined;
  const ratio = ratioOf(values);
  if (ratio === 0) return undefined;
  // Where nothing is traced, the setting is meant for other programs of this machine.
  if ((values.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf') !== 'http/protobuf') {
    throw new ConfigError('OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf.');
  }
  const { 'service.name': name, ...attributes } = values.OTEL_RESOURCE_ATTRIBUTES ?? {};
  return {
    url,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: values.OTEL_SERVICE_NAME ?? name ?? 'sidetone',
    attributes,
    ratio,
  };
}

const forTraces = (endpoint: string | undefined): string | undefined =>
  endpoint === undefined ? undefined : `${endpoint.replace(/\/+$/, '')}/v1/traces`;

const ratioOf = ({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share }: Values): number => {
  if (!samplers.has(sampler)) {
    throw new ConfigError(`OTEL_TRACES_SAMPLER must be one of ${[...samplers].join(', ')}.`);
  }
  if (sampler.endsWith('always_off')) return 0;
  if (!sampler.endsWith('traceidratio')) return 1;
  const ratio = Number(share ?? '1');
  if (!(ratio >= 0 && ratio <= 1)) {
    throw new ConfigError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.');
  }
  return ratio;
};
