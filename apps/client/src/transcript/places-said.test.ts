import { expect, test } from 'vitest';
import { placesSaid, utterancesById } from './places-said.ts';
import type { Utterance } from './talk-share.ts';

const said = (startTime: number, text: string, id?: string): Utterance => ({
  speaker: 0,
  startTime,
  endTime: startTime + 2,
  text,
  ...(id !== undefined && { id }),
});

test('places are in the order of the call, each once, and ids of no utterance are left out', () => {
  const utterances = utterancesById([said(0, 'one', 's1'), said(4, 'two', 's2'), said(9, 'three', 's3')]);
  expect(placesSaid(utterances, ['s3', 's1', 's9', 's3']).map(({ text }) => text)).toEqual(['one', 'three']);
  expect(placesSaid(utterances, [])).toEqual([]);
});

test('utterances of older transcripts have no ids and are counted as they are listed', () => {
  const utterances = utterancesById([said(4, 'two'), said(0, 'one')]);
  expect(placesSaid(utterances, ['s1', 's2']).map(({ text }) => text)).toEqual(['one', 'two']);
});
