import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { describeFacts, eventsPage, readFacts } from './events.ts';

const facts = readFacts();

test('facts are found', () => {
  expect(facts.map(({ name }) => name)).toContain('call.ended');
});

describe.each(facts)('$name', ({ meaning, announcedBy, heardBy }) => {
  test('says what it means', () => {
    expect(meaning).not.toBe('');
  });

  test('is announced by some code', () => {
    expect(announcedBy).not.toEqual([]);
  });

  test('is heard by some code', () => {
    expect(heardBy).not.toEqual([]);
  });
});

test('docs/events.md is what npm run events writes', () => {
  expect(readFileSync(eventsPage, 'utf8')).toBe(describeFacts(facts));
});
