import { expect, test } from 'vitest';
import { threadLink } from './thread-link.ts';

test('a thread is found by its contact, its number or its one call', () => {
  expect(threadLink('private', { kind: 'contact', contactId: 'k/1' }, null)).toBe(
    '/main/channels/private/contact/k%2F1',
  );
  expect(threadLink('c1', { kind: 'number', number: '+49301' }, null)).toBe('/main/channels/c1/number/%2B49301');
  expect(threadLink('c1', { kind: 'anonymous', docId: 'pbx-1' }, null)).toBe('/main/channels/c1/anonymous/pbx-1');
});

test('a topic stays a text, whatever it looks like', () => {
  const of = { kind: 'contact', contactId: 'k1' } as const;
  expect(threadLink('c1', of, 'Gate 4')).toBe('/main/channels/c1/contact/k1?topic=Gate%204');
  expect(threadLink('c1', of, '2026')).toBe('/main/channels/c1/contact/k1?topic=%222026%22');
});
