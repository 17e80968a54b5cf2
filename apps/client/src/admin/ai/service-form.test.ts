import type { AiConnection } from '@sidetone/contract/entities/ai-connection.ts';
import { aiConnectionChange, aiConnectionOptions, newAiConnection } from '@sidetone/contract/entities/ai-connection.ts';
import { expect, test } from 'vitest';
import { changeBody, hostOf, needsConfirmation, newServiceBody, optionsOf, serviceValues } from './service-form.ts';

const service: AiConnection = {
  id: 'a1',
  purpose: 'speech',
  kind: 'openaiCompatible',
  name: 'Ours',
  url: 'https://ai.example/v1',
  model: 'whisper',
  options: aiConnectionOptions.parse({}),
  hasKey: true,
  state: 'working',
  problem: null,
  checkedAt: null,
  confirmedAt: '2026-11-23T10:00:00Z',
  processor: { name: 'Ours', place: 'EU' },
  rev: 7,
};
const open = { at: 'service', service } as const;

test('a service that is opened and saved again keeps its key', () => {
  const body = changeBody(
    service,
    serviceValues(open, () => ''),
  );
  expect(aiConnectionChange.parse(body)).toEqual({
    rev: 7,
    name: 'Ours',
    url: 'https://ai.example/v1',
    model: 'whisper',
    options: aiConnectionOptions.parse({}),
    confirmed: false,
    processor: null,
  });
  const typed = changeBody(service, { ...serviceValues(open, () => ''), key: ' sk-1 ' });
  expect(aiConnectionChange.parse(typed)).toMatchObject({ key: 'sk-1' });
});

test('a new one has a name and a model to begin with, and an address only where it needs one', () => {
  const values = serviceValues({ at: 'new', purpose: 'speech', kind: 'deepgram' }, () => 'Deepgram');
  expect(values).toMatchObject({ name: 'Deepgram', model: 'nova-3' });
  const body = newServiceBody('speech', { ...values, url: 'https://left.over/v1', key: 'k', confirmed: true });
  expect(newAiConnection.parse(body)).toMatchObject({ kind: 'deepgram', url: null, key: 'k', confirmed: true });
});

test.each([
  ['https://ai.example/v1', false],
  ['https://ai.example/other', false],
  ['https://ai.example:8443/v1', true],
  ['http://localhost:8000/v1', false],
])('a service that was confirmed is confirmed again for %s: %s', (url, needs) => {
  expect(needsConfirmation(open, { kind: 'openaiCompatible', url })).toBe(needs);
});

test('a new service is confirmed where calls leave the server', () => {
  const fresh = { at: 'new', purpose: 'language', kind: 'openai' } as const;
  expect(needsConfirmation(fresh, { kind: 'openai', url: '' })).toBe(true);
  expect(hostOf({ kind: 'openai', url: '' })).toBe('api.openai.com');
  expect(needsConfirmation(fresh, { kind: 'openaiCompatible', url: 'http://127.0.0.1:11434/v1' })).toBe(false);
});

test('prices are typed with a comma or a point, and kept in millionths; without a currency there are none', () => {
  const { options } = serviceValues(open, () => '');
  const prices = { currency: 'EUR', perMillionTokensIn: '0,40', perMillionTokensOut: '2', perAudioMinute: '' };
  const kept = optionsOf({ ...options, contextTokens: '16000', prices });
  expect(aiConnectionOptions.parse(kept)).toEqual({
    contextTokens: 16_000,
    concurrency: null,
    voices: null,
    timeoutSeconds: null,
    prices: { currency: 'EUR', perMillionTokensIn: 400_000, perMillionTokensOut: 2_000_000, perAudioMinute: null },
  });
  const opened = serviceValues(
    { at: 'service', service: { ...service, options: aiConnectionOptions.parse(kept) } },
    () => '',
  );
  expect(optionsOf(opened.options)).toEqual(kept);
  expect(optionsOf({ ...options, prices: { ...prices, currency: '' } }).prices).toBeNull();
  for (const odd of ['cheap', '-1', '1.2.3']) {
    expect(aiConnectionOptions.safeParse(optionsOf({ ...options, concurrency: odd })).success).toBe(false);
  }
});
