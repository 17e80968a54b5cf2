import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spokenSeconds, talkShare, type Utterance } from './talk-share.ts';

const said = (speaker: 0 | 1, startTime: number, endTime: number): Utterance => ({
  speaker,
  startTime,
  endTime,
  text: 'words',
});

test.each([
  ['nobody spoke', [], null],
  ['utterances without length', [said(0, 5, 5), said(1, 7, 7)], null],
  ['one side alone', [said(1, 0, 10)], { user: 0, remote: 100 }],
  ['both the same', [said(0, 0, 10), said(1, 10, 20)], { user: 50, remote: 50 }],
  ['41 to 59', [said(0, 0, 41), said(1, 41, 100)], { user: 41, remote: 59 }],
  ['a third', [said(0, 0, 1), said(1, 1, 3)], { user: 33, remote: 67 }],
  ['both at once: time counts for each', [said(0, 0, 10), said(1, 0, 10)], { user: 50, remote: 50 }],
  [
    'one side over itself: time counts once',
    [said(0, 0, 10), said(0, 5, 10), said(1, 10, 20)],
    { user: 50, remote: 50 },
  ],
  ['out of order', [said(0, 8, 10), said(1, 10, 20), said(0, 0, 8)], { user: 50, remote: 50 }],
  ['an end before its start', [said(0, 10, 4), said(1, 10, 20)], { user: 0, remote: 100 }],
])('%s', (_, items, share) => {
  expect(talkShare(items)).toEqual(share);
});

test('shares add up to 100 and follow the time', () => {
  const span = fc.tuple(fc.constantFrom(0 as const, 1 as const), fc.nat(500), fc.nat(60));
  fc.assert(
    fc.property(fc.array(span, { maxLength: 50 }), (spans) => {
      const items = spans.map(([speaker, from, length]) => said(speaker, from, from + length));
      const share = talkShare(items);
      if (!share) {
        expect(spokenSeconds(items)).toBe(0);
        return;
      }
      expect(share.user + share.remote).toBe(100);
      expect(share.user).toBeGreaterThanOrEqual(0);
      expect(share.remote).toBeGreaterThanOrEqual(0);
      // Said twice, nothing changes.
      expect(talkShare([...items, ...items])).toEqual(share);
    }),
  );
});
