import { expect, test } from 'vitest';
import { takeRatingTurn } from './rating-history.ts';

function box(text: string | null = null) {
  const state = { text };
  return {
    state,
    getItem: (key: string) => (key === 'call-rating' ? state.text : null),
    setItem(key: string, value: string) {
      expect(key).toBe('call-rating');
      state.text = value;
    },
  };
}

const now = new Date(2026, 2, 2, 9).getTime();

test('a turn is taken once, and is remembered on this device', () => {
  const here = box();
  expect(takeRatingTurn(now, here)).toBe(true);
  expect(here.state.text).toBe(JSON.stringify({ shownAt: [now] }));
  expect(takeRatingTurn(now + 1000, here)).toBe(false);
});

test.each(['no json', '{"shownAt":"x"}', '[]'])('an invalid history, %s, counts as none', (text) => {
  expect(takeRatingTurn(now, box(text))).toBe(true);
});

test('where nothing can be stored users are not asked', () => {
  const full = {
    getItem: () => null,
    setItem() {
      throw new Error('full');
    },
  };
  expect(takeRatingTurn(now, full)).toBe(false);
});
