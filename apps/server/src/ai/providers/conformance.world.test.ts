import { inspect } from 'node:util';
import type { AiPurpose } from '@sidetone/contract/entities/ai-connection.ts';
import type { AiServiceKind } from '@sidetone/contract/entities/ai-settings.ts';
import { type AiServer, openAiServer } from '@sidetone/simulator/ai/ai-server.ts';
import type { Fault } from '@sidetone/simulator/ai/faults.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ProviderFailure } from './failure.ts';
import { silence } from './silence.ts';
import { connectionTo, providersHere, quietSdk } from './testing/connection-to.ts';

let server: AiServer;
const { reach, language, speech, voice } = providersHere();

beforeAll(async () => {
  server = await openAiServer();
});
beforeEach(() => {
  server.play();
  server.mood = 'honest';
});
afterAll(async () => {
  reach.close();
  quietSdk();
  await server.close();
});

const secret = 'Frau Zwiebelhuber zahlt 4.711 Euro';
const ask = {
  schema: z.object({ key_points: z.array(z.object({ text: z.string() })) }),
  schemaName: 'call',
  system: 'Document the call.',
  user: JSON.stringify({
    call: { language: 'de', us: { name: null }, them: { name: null } },
    utterances: [{ id: 's1', who: 'them', text: secret }],
  }),
  maxTokens: 500,
};

type Expected = Partial<Pick<ProviderFailure, 'kind' | 'problem' | 'status' | 'retryAfterSeconds'>>;
const status = (code: number, more: Partial<Fault> = {}) => ({ kind: 'status', status: code, ...more }) as Fault;
const faults: readonly (readonly [string, Fault, Expected])[] = [
  ['400', status(400), { kind: 'never', problem: 'refused' }],
  ['401', status(401), { kind: 'never', problem: 'unauthorized', status: 401 }],
  ['402', status(402), { kind: 'never', problem: 'refused' }],
  ['403', status(403), { kind: 'never', problem: 'forbidden' }],
  ['404 of a model', status(404), { kind: 'never', problem: 'modelUnknown' }],
  ['404 of a route', status(404, { words: 'Not here.' }), { kind: 'never', problem: 'notFound' }],
  ['408', status(408), { kind: 'again', problem: 'timedOut' }],
  ['409', status(409), { kind: 'again', problem: 'busy' }],
  ['413', status(413), { kind: 'tooLong' }],
  ['400 of length', status(400, { words: 'maximum context length is 8192 tokens' }), { kind: 'tooLong' }],
  ['429', status(429), { kind: 'again', problem: 'busy', retryAfterSeconds: null }],
  [
    '429 with Retry-After',
    status(429, { retryAfter: '17' }),
    { kind: 'again', problem: 'busy', retryAfterSeconds: 17 },
  ],
  ['429 without credit', status(429, { words: 'insufficient_quota' }), { kind: 'never', problem: 'refused' }],
  ['500', status(500), { kind: 'again', problem: 'unreachable' }],
  ['503', status(503, { retryAfter: '2' }), { kind: 'again', problem: 'busy', retryAfterSeconds: 2 }],
  ['a cut socket', { kind: 'cut' }, { kind: 'again', problem: 'unreachable' }],
  ['a page of HTML', { kind: 'html' }, { kind: 'again', problem: 'notTheProtocol' }],
  ['an empty answer', { kind: 'empty' }, { kind: 'again', problem: 'notTheProtocol' }],
  ['JSON in a form of its own', { kind: 'odd' }, { kind: 'again', problem: 'notTheProtocol' }],
  ['40 MB', { kind: 'huge' }, { kind: 'again', problem: 'notTheProtocol' }],
];
type Adapter = readonly [Exclude<AiServiceKind, 'local'>, AiPurpose];
const adapters: readonly Adapter[] = [
  ['openai', 'language'],
  ['mistral', 'language'],
  ['anthropic', 'language'],
  ['openaiCompatible', 'language'],
  ['openai', 'speech'],
  ['mistral', 'speech'],
  ['openaiCompatible', 'speech'],
  ['deepgram', 'speech'],
  ['openai', 'voice'],
  ['openaiCompatible', 'voice'],
];

const once = async ([kind, purpose]: Adapter, signal: AbortSignal, more = {}): Promise<unknown> => {
  const connection = connectionTo(server, kind, purpose, more);
  switch (purpose) {
    case 'language':
      return await language(connection).object(ask, signal);
    case 'speech':
      return await speech(connection).transcribe(silence, signal);
    case 'voice':
      return await voice(connection).say({ text: secret, language: 'de' }, signal);
  }
};
const failing = async (asked: Promise<unknown>): Promise<unknown> =>
  await asked.then(
    (value) => ({ value }),
    (error: unknown) => error,
  );

describe.each(adapters)('%s for %s', (...adapter) => {
  const [kind, purpose] = adapter;

  test('answers', async () => {
    const answer = await once(adapter, AbortSignal.timeout(20_000));
    if (purpose === 'language') expect(answer).toMatchObject({ value: { key_points: [{ text: secret }] } });
    else if (purpose === 'speech') expect(answer).toEqual({ stretches: [], language: 'en' });
    else expect(Buffer.from(answer as Uint8Array).toString('latin1', 0, 4)).toBe('RIFF');
  });

  test.each(faults)('%s', async (_, fault, expected) => {
    server.requests.splice(0);
    // A server that somebody runs may be asked again in simpler words, so the fault has to last.
    server.play(fault, fault, fault, fault);
    const error = await failing(once(adapter, AbortSignal.timeout(20_000)));
    expect(error).toBeInstanceOf(ProviderFailure);
    expect(error).toMatchObject(expected);
    expect((error as ProviderFailure).cause).toBeUndefined();
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('Zwiebelhuber');
    if (fault.kind !== 'status' || fault.status !== 400) expect(server.requests).toHaveLength(1);
  });

  test('503 for a while, then it answers', async () => {
    server.play(status(503), status(503), null);
    expect(await failing(once(adapter, AbortSignal.timeout(20_000)))).toMatchObject({ kind: 'again' });
    expect(await failing(once(adapter, AbortSignal.timeout(20_000)))).toMatchObject({ kind: 'again' });
    expect(await failing(once(adapter, AbortSignal.timeout(20_000)))).not.toBeInstanceOf(ProviderFailure);
  });

  test('a late answer is taken, and silence ends by the time of the connection', async () => {
    server.play({ kind: 'late', ms: 300 });
    expect(await failing(once(adapter, AbortSignal.timeout(20_000)))).not.toBeInstanceOf(ProviderFailure);
    server.play({ kind: 'hang' });
    const options = { contextTokens: null, concurrency: null, timeoutSeconds: 0.3, prices: null, voices: null };
    const error = await failing(once(adapter, AbortSignal.timeout(20_000), { options }));
    expect(error).toMatchObject({ kind: 'again', problem: 'timedOut' });
  });

  test('who gives up closes the socket and gets their own reason', async () => {
    server.requests.splice(0);
    server.play({ kind: 'hang' });
    const controller = new AbortController();
    const asked = failing(once(adapter, controller.signal));
    await expect.poll(() => server.requests.length).toBe(1);
    const reason = new Error('skipped');
    controller.abort(reason);
    expect(await asked).toBe(reason);
    await expect.poll(() => server.requests[0]?.isBrokenOff).toBe(true);
  });

  test('nobody there', async () => {
    const error = await failing(once(adapter, AbortSignal.timeout(20_000), { url: 'http://127.0.0.1:9/v1' }));
    expect(error).toMatchObject({ kind: 'again', problem: 'unreachable' });
  });

  test('a host of the own network that nobody allowed is not asked', async () => {
    const error = await failing(once(adapter, AbortSignal.timeout(20_000), { url: 'http://127.0.0.2:9/v1' }));
    expect(error).toMatchObject({ kind: 'never', problem: 'privateHost' });
  });

  test('the check finds a good connection, a wrong key and an unknown model', async () => {
    const check = (more = {}) => {
      const connection = connectionTo(server, kind, purpose, more);
      const signal = AbortSignal.timeout(20_000);
      return failing({ language, speech, voice }[purpose](connection).check(signal));
    };
    expect(await check()).toMatchObject({
      value: { models: kind === 'deepgram' ? null : expect.arrayContaining(['hear-1']) },
    });
    expect(await check({ model: 'gone' })).toMatchObject({ kind: 'never', problem: 'modelUnknown' });
    if (kind !== 'openaiCompatible') {
      expect(await check({ key: 'wrong' })).toMatchObject({ kind: 'never', problem: 'unauthorized' });
      expect(await check({ key: null })).toMatchObject({ kind: 'never', problem: 'unauthorized' });
    }
  });
});

describe.each(adapters.filter(([, purpose]) => purpose === 'language'))('%s as a writer', (...adapter) => {
  test('a refusal is a bad answer, and a cut answer was too long', async () => {
    server.play({ kind: 'refusal' });
    expect(await failing(once(adapter, AbortSignal.timeout(20_000)))).toMatchObject({ kind: 'badAnswer' });
    server.play({ kind: 'length' });
    expect(await failing(once(adapter, AbortSignal.timeout(20_000)))).toMatchObject({ kind: 'tooLong' });
  });

  test('fences and words around an object do not matter, other things are a bad answer', async () => {
    server.mood = 'sloppy';
    const kinds: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      const answer = await failing(once(adapter, AbortSignal.timeout(20_000)));
      kinds.push(answer instanceof ProviderFailure ? answer.kind : 'fine');
    }
    expect(kinds.toSorted()).toEqual(['badAnswer', 'badAnswer', 'fine', 'fine', 'fine', 'fine']);
  });

  test('a schema with an optional property is refused where it is strict', async () => {
    const [kind] = adapter;
    const loose = { ...ask, schema: z.object({ headline: z.string().optional() }) };
    const error = await failing(
      language(connectionTo(server, kind, 'language')).object(loose, AbortSignal.timeout(20_000)),
    );
    if (kind !== 'openaiCompatible') expect(error).toMatchObject({ kind: 'never', problem: 'refused' });
  });
});

test('no key reaches another host', async () => {
  const other = await openAiServer();
  for (const adapter of adapters) {
    server.play({ kind: 'moved', to: other.urlOf('openai') });
    const error = await failing(once(adapter, AbortSignal.timeout(20_000)));
    expect(error).toMatchObject({ kind: 'never', problem: 'notTheProtocol' });
  }
  expect(other.requests).toEqual([]);
  await other.close();
});
