import type { TimedWord } from '@sidetone/contract/entities/documentation.ts';
import { expect, test } from 'vitest';
import { secondOfLetter, spokenWords, wordAt } from './timed-words.ts';

const utterance = { speaker: 1, startTime: 10, endTime: 13, text: 'Friday at seven works, for us.' } as const;
const heard: TimedWord[] = [
  ['before', 4, 4.4],
  ['friday', 10, 10.4],
  ['at', 10.5, 10.6],
  ['seven', 10.7, 11.1],
  ['works', 11.3, 11.8],
  ['for', 12, 12.2],
  ['us', 12.3, 12.9],
  ['after', 20, 20.4],
];
const words = spokenWords(utterance, { 0: [], 1: heard });

test('words of an utterance have the seconds of its own side, however they are spelt', () => {
  expect(words.map(({ from, until, start }) => [utterance.text.slice(from, until), start])).toEqual([
    ['Friday', 10],
    ['at', 10.5],
    ['seven', 10.7],
    ['works,', 11.3],
    ['for', 12],
    ['us.', 12.3],
  ]);
  expect(spokenWords(utterance, { 0: heard, 1: [] })).toEqual([]);
});

test('a word that was put right has the second of the one before it, and the rest stays in step', () => {
  const repaired = spokenWords({ ...utterance, text: 'Friday um seven works for us' }, { 0: [], 1: heard });
  expect(repaired.map(({ start }) => start)).toEqual([10, 10, 10.7, 11.3, 12, 12.3]);
});

test('a transcript whose words are others has none to show', () => {
  expect(spokenWords({ ...utterance, text: 'Something else entirely' }, { 0: [], 1: heard })).toEqual([]);
});

test('the word at a second, and the second of a letter', () => {
  expect(wordAt(words, 9)).toBe(-1);
  expect(wordAt(words, 10.45)).toBe(0);
  expect(wordAt(words, 11.9)).toBe(3);
  expect(wordAt(words, 99)).toBe(5);
  expect(secondOfLetter(words, utterance.text.indexOf('ven'))).toBe(10.7);
  expect(secondOfLetter(words, 500)).toBeNull();
});

test('three hours of words are looked up in moments', () => {
  const many: TimedWord[] = Array.from({ length: 27_000 }, (_, at) => [`w${at}`, at * 0.4, at * 0.4 + 0.3]);
  const rows = Array.from({ length: 3_000 }, (_, at) => ({
    speaker: 0 as const,
    startTime: at * 3.6,
    endTime: at * 3.6 + 3.5,
    text: Array.from({ length: 9 }, (_word, of) => `w${at * 9 + of}`).join(' '),
  }));
  const before = process.cpuUsage().user;
  const all = rows.map((row) => spokenWords(row, { 0: many, 1: [] }).length);
  expect(all.reduce((sum, each) => sum + each)).toBe(27_000);
  expect((process.cpuUsage().user - before) / 1000).toBeLessThan(2_000);
});
