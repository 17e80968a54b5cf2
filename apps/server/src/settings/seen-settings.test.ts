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
    expect(readConfig({ ...endpoint, ...off }).tracing).toBeUndefined();
  }
  expect(() => readConfig({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow(/must be http\/protobuf/);
  expect(() => readConfig({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'secret' })).toThrow(
    /HEADERS must be such as name=value, with commas between\.$/,
  );
});
