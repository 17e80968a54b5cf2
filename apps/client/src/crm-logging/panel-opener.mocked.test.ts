import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SeenCall } from './arriving-calls.ts';
import { againAfterMs, panelOpener } from './panel-opener.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const auto = { autoClose: true, logOnClose: true };
const ringing: SeenCall = {
  id: 'one',
  direction: 'INCOMING',
  state: 'Ringing',
  number: '+49301234567',
  remote: null,
  establishedAt: null,
};
const talking: SeenCall = { ...ringing, state: 'Established', establishedAt: 1 };

/** A tab whose turn it is, unless another one has a panel in front of its user. */
function tab() {
  const opened: string[] = [];
  const state = { turn: 'here' as 'here' | 'elsewhere' | 'later', isFree: true, released: 0 };
  const opener = panelOpener({
    turnOf: async () =>
      state.turn === 'here'
        ? {
            is: 'here',
            release: () => {
              state.released += 1;
            },
          }
        : { is: state.turn },
    writingOver: async () => {},
    isFree: () => state.isFree,
    open: ({ id }) => opened.push(id),
    configOf: () => auto,
  });
  return { state, opened, opener, after: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

test('a call opens its panel once', async () => {
  const { opener, opened, after } = tab();
  opener.look([ringing], true);
  await after(5 * againAfterMs);
  expect(opened).toEqual([]);
  opener.look([talking], true);
  opener.look([talking], true);
  await after(5 * againAfterMs);
  expect(opened).toEqual(['one']);
});

test('one whose turn comes later opens it by itself, once the other tab has closed its own', async () => {
  const { opener, opened, state, after } = tab();
  state.turn = 'later';
  opener.look([ringing], true);
  opener.look([talking], true);
  await after(3 * againAfterMs);
  expect(opened).toEqual([]);
  state.turn = 'here';
  // Nothing of the call changes any more: nobody looks but the opener itself.
  await after(againAfterMs);
  expect(opened).toEqual(['one']);
});

test('a panel that was opened while the user wrote goes first, and the turn is given back', async () => {
  const { opener, opened, state, after } = tab();
  opener.look([ringing], true);
  opener.look([talking], true);
  state.isFree = false;
  await after(againAfterMs);
  expect([opened, state.released]).toEqual([[], 1]);
  state.isFree = true;
  opener.look([talking], true);
  await after(0);
  expect(opened).toEqual(['one']);
});

test('what another tab opens, or what ended while it waited, opens nothing here', async () => {
  const elsewhere = tab();
  elsewhere.state.turn = 'elsewhere';
  elsewhere.opener.look([ringing], true);
  elsewhere.opener.look([talking], true);
  await elsewhere.after(3 * againAfterMs);
  elsewhere.state.turn = 'here';
  await elsewhere.after(3 * againAfterMs);
  expect(elsewhere.opened).toEqual([]);
  const ended = tab();
  ended.state.turn = 'later';
  ended.opener.look([ringing], true);
  ended.opener.look([talking], true);
  await ended.after(0);
  ended.state.turn = 'here';
  ended.opener.look([], true);
  await ended.after(3 * againAfterMs);
  expect(ended.opened).toEqual([]);
});

test('the turn is kept while the call runs, so that no other tab opens it again', async () => {
  const { opener, state, after } = tab();
  opener.look([ringing], true);
  opener.look([talking], true);
  await after(0);
  expect(state.released).toBe(0);
  opener.look([], true);
  expect(state.released).toBe(1);
});
