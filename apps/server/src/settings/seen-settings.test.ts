import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';

const token = 'a-token-of-some-length';

test('metrics have an address of their own only where one is set, and others reach it only with a token', () => {
  expect(readConfig({}).metrics).toEqual({ listen: undefined, token: undefined });
  expect(readConfig({ METRICS_LISTEN: '9464' }).metrics.listen).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(readConfig({ METRICS_LISTEN: '[::1]:9464' }).metrics.listen).toEqual({ host: '::1', port: 9464 });
  expect(readConfig({ METRICS_LISTEN: '10.0.0.7:9464', METRICS_TOKEN: token }).metrics).toEqual({
    listen: { host: '10.0.0.7', port: 9464 },
    token,
  });
  expect(() => readConfig({ METRICS_LISTEN: '0.0.0.0:9464' })).toThrow(/METRICS_TOKEN has to be set/);
  expect(() => readConfig({ METRICS_LISTEN: 'server:9464' })).toThrow(
    /METRICS_LISTEN must be a port, or an IP address/,
  );
  expect(() => readConfig({ METRICS_LISTEN: '8080' })).toThrow(/are both 8080/);
  expect(() => readConfig({ METRICS_TOKEN: 'hunter2' })).toThrow(/^METRICS_TOKEN must be 16 to 500 letters.*spaces\.$/);
});

test('calls are traced where a collector is named, as OpenTelemetry has its settings', () => {
  expect(readConfig({}).tracing).toBeUndefined();
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };
  expect(readConfig(endpoint).tracing).toEqual({
    url: 'http://127.0.0.1:4318/v1/traces',
    headers: {},
    serviceName: 'sidetone',
    attributes: {},
    ratio: 1,
  });
  expect(
    readConfig({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example/in',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20north, x-org=7',
      OTEL_SERVICE_NAME: 'phones',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }).tracing,
  ).toEqual({
    url: 'https://collector.example/in',
    headers: { authorization: 'Bearer north', 'x-org': '7' },
    serviceName: 'phones',
    attributes: { 'deployment.environment': 'test' },
    ratio: 0.25,
  });
  for (const off of [
    { OTEL_SDK_DISABLED: 'true' },
    { OTEL_TRACES_EXPORTER: 'none' },
    { OTEL_TRACES_SAMPLER: 'always_off' },
  ]) {
    expect(readConfig({ ...endpoint, ...off, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }).tracing).toBeUndefined();
  }
  expect(readConfig({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }).tracing).toBeUndefined();
  // Where nothing is traced, a sampler of other programs stops no start; where something is, it is said which there are.
  const foreign = { OTEL_TRACES_SAMPLER: 'jaeger_remote', OTEL_TRACES_SAMPLER_ARG: 'endpoint=http://jaeger.example' };
  expect(readConfig(foreign).tracing).toBeUndefined();
  expect(readConfig({ ...endpoint, ...foreign, OTEL_SDK_DISABLED: 'true' }).tracing).toBeUndefined();
  expect(() => readConfig({ ...endpoint, ...foreign })).toThrow(/^OTEL_TRACES_SAMPLER must be one of always_on, .*\.$/);
  expect(readConfig({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: 'x' }).tracing?.ratio).toBe(1);
  for (const share of ['2', '-1', 'x']) {
    const sampled = { ...endpoint, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: share };
    expect(() => readConfig(sampled), share).toThrow('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.');
  }
  const named = { ...endpoint, OTEL_RESOURCE_ATTRIBUTES: 'service.name=exchange' };
  expect(readConfig(named).tracing).toMatchObject({ serviceName: 'exchange', attributes: {} });
  expect(readConfig({ ...named, OTEL_SERVICE_NAME: 'phones' }).tracing?.serviceName).toBe('phones');
  expect(() => readConfig({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow(/must be http\/protobuf/);
  expect(() => readConfig({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'secret' })).toThrow(
    /HEADERS must be such as name=value, with commas between\.$/,
  );
});
