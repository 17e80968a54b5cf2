import { describe, expect, test } from 'vitest';
import { doubtIn, type Proof } from './check.ts';
import { numbersIn } from './numbers.ts';

const english: Proof = {
  language: 'en',
  day: '2026-11-16',
  isVoicemail: false,
  utterances: [
    { id: 's1', speaker: 0, text: 'I will send you a new invoice by Thursday.' },
    { id: 's2', speaker: 1, text: 'Please take the money for the broken boxes off. That was ninety dollars.' },
    { id: 's3', speaker: 1, text: 'Send it to Karen Miller in our office, the order number is four seven one two.' },
  ],
  parties: [
    { name: 'Nora Bell', organization: 'Fern Hill Catering' },
    { name: 'Daniel Foster', organization: null },
  ],
  names: [],
};

describe('a point holds where its evidence says it', () => {
  test.each([
    [{ text: 'Nora Bell sends a new invoice.', evidence: ['s1'], by: 0 as const, due: '2026-11-19' }],
    [{ text: 'The boxes cost 90 dollars.', evidence: ['s2'] }],
    [{ text: "That works for me, I'll take it, and I'd say I'm glad.", evidence: ['s2'] }],
    [{ text: 'Order 4712 goes to Karen Miller.', evidence: ['s3'] }],
    [{ text: 'Nora Bell takes the money off.', evidence: ['s2'], by: 0 as const }],
  ])('%j', (point) => expect(doubtIn(point, english)).toBeNull());
});

describe('a point is dropped', () => {
  test.each([
    ['noEvidence', { text: 'The invoice is new.', evidence: [] }],
    ['unknownEvidence', { text: 'The invoice is new.', evidence: ['s9'] }],
    ['number', { text: 'The boxes cost 95 dollars.', evidence: ['s2'] }],
    ['number', { text: 'The boxes cost ninety-five dollars.', evidence: ['s2'] }],
    ['number', { text: 'Order 4713 is late.', evidence: ['s3'] }],
    ['name', { text: 'The invoice goes to Peter Grant.', evidence: ['s3'] }],
    ['name', { text: 'Peter Grant gets the invoice.', evidence: ['s3'] }],
    ['due', { text: 'The invoice is sent.', evidence: ['s1'], due: '2026-11-20' }],
    ['due', { text: 'The invoice is sent.', evidence: ['s1'], due: '2026-11-12' }],
    ['due', { text: 'The invoice is sent.', evidence: ['s2'], due: '2026-11-19' }],
    ['speaker', { text: 'The invoice is sent.', evidence: ['s1'], by: 1 as const }],
    ['link', { text: 'See https://example.org for the invoice.', evidence: ['s1'] }],
    ['link', { text: 'See [the invoice](x).', evidence: ['s1'] }],
  ] as const)('%s: %j', (doubt, point) => expect(doubtIn(point, english)).toBe(doubt));

  test('with more evidence than anyone would read', () => {
    expect(doubtIn({ text: 'All.', evidence: ['s1', 's2', 's3', 's1', 's2', 's3', 's1'] }, english)).toBe('noEvidence');
  });

  test('where our side is said to have promised something on the machine', () => {
    const message = {
      ...english,
      isVoicemail: true,
      utterances: [{ id: 's1', speaker: 1 as const, text: 'I am out on Monday.' }],
    };
    expect(doubtIn({ text: 'We call back.', evidence: ['s1'], by: 0 }, message)).toBe('speaker');
  });
});

test('who is asked with a word of courtesy may have to do it, whatever the verb', () => {
  const utterances = [{ id: 's1', speaker: 1 as const, text: 'Und rechnen Sie mir bitte den Preis aus.' }];
  const german: Proof = { ...english, language: 'de', utterances };
  expect(doubtIn({ text: 'Den Preis ausrechnen.', evidence: ['s1'], by: 0 }, german)).toBeNull();
  const told = [{ id: 's1', speaker: 1 as const, text: 'Den Preis rechnet mein Bruder aus.' }];
  expect(doubtIn({ text: 'Den Preis ausrechnen.', evidence: ['s1'], by: 0 }, { ...german, utterances: told })).toBe(
    'speaker',
  );
});

test('German nouns and names must have been said, in any of their forms', () => {
  const german: Proof = {
    ...english,
    language: 'de',
    utterances: [
      {
        id: 's1',
        speaker: 1,
        text: 'Der Schlüssel liegt beim Hausmeister, Herrn Petzold, vierundzwanzig Mieter warten.',
      },
    ],
  };
  expect(doubtIn({ text: 'Petzolds Schlüssel ist für 24 Mietern.', evidence: ['s1'] }, german)).toBeNull();
  expect(doubtIn({ text: 'Der Anwalt hat den Schlüssel.', evidence: ['s1'] }, german)).toBe('name');
});

describe('numbers', () => {
  test.each([
    ['en', 'one hundred and eighty pounds', ['100', '80']],
    ['en', 'nine hundred fifty', ['950']],
    ['en', 'twenty two thousand five hundred', ['22500']],
    ['en', 'four seven one two', ['4712', '47', '12']],
    ['de', 'zweitausenddreihundert Euro', ['2300']],
    ['de', 'fünfunddreißig', ['35']],
    ['de', '38.500 Euro', ['38500']],
    ['de', '0171 39 20 055', ['01713920055']],
    ['en', '15:00', ['15']],
  ] as const)('%s: %s', (language, text, there) => {
    expect([...numbersIn(text, language)]).toEqual(expect.arrayContaining([...there]));
  });
});
