import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CallSpan } from './call-span.ts';
import { callSpans } from './call-spans.ts';

const tracing = () => {
  const spans: CallSpan[] = [];
  let time = 1_000;
  const calls = callSpans(
    (span) => void spans.push(span),
    () => time,
  );
  const at = (ms: number) => {
    time = ms;
  };
  return { spans, calls, at };
};
const invited = (legId: string) => ({ legId, sipCallId: `${legId}@phone`, from: { kind: 'phone' } });

test('an INVITE that is refused is a trace of its own, with what came before it was known who calls', () => {
  const { spans, calls, at } = tracing();
  calls.proved('l1@phone', { receivedAt: 990, provedAt: 995 });
  calls.routing(invited('l1'));
  at(1_020);
  calls.routed('l1', { status: 404, code: 'NUMBER_NOT_FOUND' });
  expect(spans.map(({ name, begin, end }) => [name, begin, end])).toEqual([
    ['call.invite', 990, 1_000],
    ['call.proof', 990, 995],
    ['call.routing', 1_000, 1_020],
    ['call', 990, 1_020],
  ]);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(spans[0]?.parentId).toBe(spans.at(-1)?.spanId);
  expect(spans.at(-1)).toMatchObject({ attributes: { 'sip.status': 404 }, isFailed: false });
});

test('INVITEs that are never answered take no memory, and ends of unknown calls are nothing', () => {
  const { spans, calls } = tracing();
  for (let at = 0; at < 5_000; at += 1) {
    calls.proved(`l${at}@phone`, { receivedAt: 1, provedAt: 2 });
    calls.routing(invited(`l${at}`));
  }
  calls.routed('l0', { status: 503, code: 'UNAVAILABLE' });
  calls.ended('nobody', 'HANGUP');
  expect(spans).toEqual([]);
  calls.routed('l4999', { status: 503, code: 'UNAVAILABLE' });
  expect(spans.at(-1)).toMatchObject({ name: 'call', isFailed: true });
});

test('a call of an earlier life is documented in its own trace, and what is no call is not', () => {
  const { spans, calls } = tracing();
  calls.documented('pbx-session-1');
  calls.documented('something');
  expect(spans).toEqual([
    expect.objectContaining({ name: 'call.documentation', parentId: null, traceId: expect.stringMatching(/^\w{32}$/) }),
  ]);
});

test('OpenTelemetry is loaded by the exporter alone, and that only where calls are traced', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts') && !name.includes('.test.'));
  const sources = files.map((name) => [name, readFileSync(join(import.meta.dirname, name), 'utf8')] as const);
  expect(sources.filter(([, text]) => text.includes("from '@opentelemetry/")).map(([name]) => name)).toEqual([
    'exporter.ts',
  ]);
  expect(sources.filter(([, text]) => /^import .*'\.\/exporter\.ts'/m.test(text))).toEqual([]);
});
