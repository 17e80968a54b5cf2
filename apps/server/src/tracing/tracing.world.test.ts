import { setTimeout as sleep } from 'node:timers/promises';
import { docIdOf } from '@sidetone/contract/rules/doc-id.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { factBoard } from '../events.ts';
import type { SipPhone } from '../pbx/control/testing/sip-phone.ts';
import { startWholeExchange, type WholeExchange } from '../pbx/control/testing/whole-exchange.ts';
import { RtpPhone } from '../pbx/media/testing/rtp-phone.ts';
import { openTracing, type Tracing } from './open-tracing.ts';
import { type Collector, openCollector, type ReceivedSpan } from './testing/collector.ts';

let collector: Collector;
let tracing: Tracing;
let whole: WholeExchange;
let anna: SipPhone;
let ben: SipPhone;
const warnings: string[] = [];
const facts = factBoard(() => {});
const audio: RtpPhone[] = [];

beforeAll(async () => {
  collector = await openCollector();
  const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) });
  tracing = await openTracing({
    config: {
      url: `${collector.url}/v1/traces`,
      headers: { authorization: 'Bearer north' },
      serviceName: 'phones',
      attributes: { 'deployment.environment': 'test' },
      ratio: 1,
    },
    node: 'node-1',
    facts,
    log,
  });
  whole = await startWholeExchange({}, () => ({
    steps: tracing.steps,
    announce: {
      callRinging: (call) => facts.announce('call.ringing', call),
      callEstablished: (call) => facts.announce('call.established', call),
      callEnded: (call) => facts.announce('call.ended', call),
    },
  }));
  anna = await whole.phone('anna');
  ben = await whole.phone('ben');
}, 60_000);
afterAll(async () => {
  for (const phone of audio) phone.close();
  await whole.stop();
  await tracing.stop();
  await collector.stop();
});

const handset = async (): Promise<RtpPhone> => {
  const phone = await RtpPhone.open('PCMU');
  audio.push(phone);
  return phone;
};

const talk = async (): Promise<void> => {
  // A phone that answers before the server has said that it rings has not rung.
  const ringing = new Promise<void>((resolve) => {
    const stop = facts.on('call.ringing', () => {
      stop();
      resolve();
    });
  });
  const outgoing = anna.dial('12', (await handset()).sdp());
  const incoming = await ben.called();
  await ringing;
  incoming.accept((await handset()).sdp());
  expect((await outgoing.answered.promise).status).toBe(200);
  await sleep(100);
  expect((await outgoing.hangUp()).status).toBe(200);
  await incoming.ended.promise;
};

/** The spans of the newest call that has arrived as a whole. */
const newestTrace = async (): Promise<ReceivedSpan[]> => {
  await vi.waitFor(() => expect(collector.spans.map(({ name }) => name)).toContain('call'), { timeout: 10_000 });
  const root = collector.spans.findLast(({ name }) => name === 'call');
  return collector.spans.filter(({ traceId }) => traceId === root?.traceId);
};

test('a call is one trace from its INVITE to the inbox, and to its documentation', async () => {
  await talk();
  const trace = await newestTrace();
  const named = (name: string) => trace.filter((span) => span.name === name);
  const [root] = named('call');
  expect(root).toMatchObject({ parentId: '', isFailed: false });
  expect(root?.attributes).toMatchObject({ 'sidetone.caller': 'phone', 'sidetone.end': 'HANGUP' });
  for (const name of [
    'call.invite',
    'call.proof',
    'call.routing',
    'call.fork',
    'call.ring',
    'call.answer',
    'call.talk',
    'call.end',
  ]) {
    expect([name, named(name).length]).toEqual([name, 1]);
  }
  expect(
    named('call.media.offer')
      .map(({ attributes }) => attributes['sidetone.side'])
      .sort(),
  ).toEqual(['callee', 'caller']);
  expect(named('call.fork')[0]?.attributes).toEqual({ 'sidetone.target': 'device', 'sip.status': 200 });
  expect(
    named('inbox.write')
      .map(({ attributes }) => attributes['sidetone.what'])
      .sort(),
  ).toEqual(['ended', 'established', 'opened']);
  expect(named('call.media.answer')[0]?.attributes['sidetone.codec']).toBe('PCMU');
  // Each is a step of the call, within it, and the talk takes as long as it took.
  for (const span of trace.filter((each) => each !== root)) {
    expect(span.parentId).toBe(root?.spanId);
    expect(span.end).toBeGreaterThanOrEqual(span.begin);
    expect(span.begin).toBeGreaterThanOrEqual((root?.begin ?? 0) - 0.001);
    expect(span.end).toBeLessThanOrEqual((root?.end ?? 0) + 0.001);
  }
  const [said] = named('call.talk');
  expect((said?.end ?? 0) - (said?.begin ?? 0)).toBeGreaterThan(90);

  const { db } = whole.database;
  const call = await db.selectFrom('calls').select('session_id').limit(1).executeTakeFirstOrThrow();
  facts.announce('call.documented', { accountId: 'a', channelId: 'c', docId: docIdOf(call.session_id) });
  await vi.waitFor(() => expect(collector.spans.map(({ name }) => name)).toContain('call.documentation'), 10_000);
  const documentation = collector.spans.find(({ name }) => name === 'call.documentation');
  expect(documentation).toMatchObject({ traceId: root?.traceId, parentId: root?.spanId });
  expect(documentation?.begin).toBeCloseTo(root?.end ?? 0, 0);
}, 40_000);

test('the collector learns which server it is, and nothing about callers', async () => {
  const [request] = collector.requests;
  expect(request?.path).toBe('/v1/traces');
  expect(request?.headers).toMatchObject({ authorization: 'Bearer north', 'content-type': 'application/x-protobuf' });
  expect(collector.resource).toMatchObject({
    'service.name': 'phones',
    'service.instance.id': 'node-1',
    'deployment.environment': 'test',
  });
  const all = Buffer.concat(collector.requests.map(({ body }) => body)).toString('latin1');
  for (const personal of ['wanna', 'wben', 'Anna', 'Ahorn', 'Birke', 'example.com', '127.0.0.1']) {
    expect(all).not.toContain(personal);
  }
  for (const { attributes } of collector.spans) {
    for (const value of Object.values(attributes)) expect(['11', '12']).not.toContain(String(value));
  }
});

test('a number that leads nowhere is a trace of its own', async () => {
  const before = collector.spans.length;
  const outgoing = anna.dial('987', (await handset()).sdp());
  const { status } = await outgoing.answered.promise;
  await vi.waitFor(() => expect(collector.spans.slice(before).some(({ name }) => name === 'call')).toBe(true), 10_000);
  const root = collector.spans.slice(before).find(({ name }) => name === 'call');
  expect(root?.attributes).toMatchObject({ 'sip.status': status, 'sidetone.refused': 'NUMBER_NOT_FOUND' });
}, 20_000);

test('calls do not notice a collector that refuses or is gone, and the log says so once', async () => {
  collector.status = 400;
  await talk();
  await vi.waitFor(() => expect(warnings).toHaveLength(1), 10_000);
  expect(warnings[0]).toContain('tracing: the collector does not take spans');
  await collector.stop();
  await talk();
  await sleep(3_000);
  await talk();
  expect(warnings).toHaveLength(1);
  expect(warnings.join('')).not.toContain('north');
}, 40_000);
