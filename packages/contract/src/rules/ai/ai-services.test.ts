import { expect, test } from 'vitest';
import type { AiPurpose } from '../../entities/ai-connection.ts';
import type { AiServiceKind } from '../../entities/ai-settings.ts';
import { flags } from '../../entities/flags.ts';
import {
  hostOfService,
  leavesServer,
  llmProviders,
  preferredProvider,
  problemsOfEntry,
  serviceInUse,
} from './ai-services.ts';

const confirmedAt = '2026-11-23T10:00:00Z';
const service = (kind: AiServiceKind, more: object = {}) => ({
  purpose: 'language' as AiPurpose,
  kind,
  url: null as string | null,
  confirmedAt: confirmedAt as string | null,
  ...more,
});

test('SAI-026, SAI-028: the provider is OpenAI unless the account prefers Mistral, and nothing else', () => {
  expect(llmProviders).toEqual(['openai', 'mistral']);
  expect(preferredProvider(flags.parse({}))).toBe('openai');
  expect(preferredProvider(flags.parse({ hasAiProviderPreferenceMistral: true }))).toBe('mistral');
});

test('a preferred provider that is not set up is never replaced by the other one', () => {
  const both = [service('openai'), service('mistral')];
  expect(serviceInUse(both, 'language', 'mistral')?.kind).toBe('mistral');
  expect(serviceInUse(both, 'language', 'openai')?.kind).toBe('openai');
  expect(serviceInUse([service('openai')], 'language', 'mistral')).toBeNull();
  expect(serviceInUse([service('mistral')], 'language', 'openai')).toBeNull();
  expect(serviceInUse(both, 'speech', 'openai')).toBeNull();
});

test('a service of the company’s own stands above both', () => {
  const own = service('openaiCompatible', { url: 'http://localhost:11434/v1', confirmedAt: null });
  expect(serviceInUse([service('openai'), own, service('anthropic')], 'language', 'openai')).toBe(own);
});

test('nothing is sent out of the server that nobody confirmed', () => {
  expect(serviceInUse([service('openai', { confirmedAt: null })], 'language', 'openai')).toBeNull();
  const elsewhere = service('openaiCompatible', { url: 'https://ai.example/v1', confirmedAt: null });
  expect(serviceInUse([elsewhere, service('openai')], 'language', 'openai')?.kind).toBe('openai');
});

test.each([
  ['openai', null, 'api.openai.com'],
  ['local', null, null],
  ['openaiCompatible', 'http://localhost:11434/v1', null],
  ['openaiCompatible', 'http://127.0.0.1/v1', null],
  ['openaiCompatible', 'http://[::1]:8000/v1', null],
  ['openaiCompatible', 'http://192.168.178.40:8000/v1', '192.168.178.40:8000'],
  ['openaiCompatible', 'https://AI.example/v1', 'ai.example'],
  // No trick with a name makes another host of it.
  ['openaiCompatible', 'https://localhost@evil.example/v1', 'evil.example'],
  ['openaiCompatible', 'https://localhost.evil.example/v1', 'localhost.evil.example'],
  ['openaiCompatible', 'https://evil.example#localhost', 'evil.example'],
] as const)('calls of %s at %s go to %s', (kind, url, host) => {
  expect(hostOfService({ kind, url })).toBe(host);
  expect(leavesServer({ kind, url })).toBe(host !== null);
});

const entry = {
  purpose: 'language',
  kind: 'openai',
  url: null,
  model: 'm',
  key: 'there',
  isConfirmed: true,
  hasProcessor: true,
} as const;
test.each([
  [{}, []],
  [{ kind: 'deepgram' }, ['wrongPurpose']],
  [{ model: ' ' }, ['needsModel']],
  [{ key: 'none' }, ['needsKey']],
  [{ key: 'elsewhere' }, ['keyOfAnotherServer']],
  [{ isConfirmed: false }, ['needsConfirmation']],
  [{ hasProcessor: false }, ['needsProcessor']],
  [{ url: 'https://elsewhere.example' }, ['notAnAddress']],
  [{ kind: 'openaiCompatible' }, ['needsUrl']],
  [{ kind: 'openaiCompatible', url: 'https://a:b@ai.example/v1' }, ['notAnAddress']],
  [{ kind: 'openaiCompatible', url: 'https://ai.example/v1', key: 'none' }, []],
  [
    {
      kind: 'openaiCompatible',
      url: 'http://127.0.0.1:11434/v1',
      key: 'none',
      isConfirmed: false,
      hasProcessor: false,
    },
    [],
  ],
  [{ purpose: 'speech', kind: 'local', model: '', key: 'none', isConfirmed: false }, []],
] as const)('what is entered with %j: %j', (more, problems) => {
  expect(problemsOfEntry({ ...entry, ...more }).map(({ message }) => message)).toEqual(problems);
});
