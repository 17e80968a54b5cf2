import { expect, test } from 'vitest';
import { type PartAct, type PartPlace, partActs, placeAfter } from './states.ts';

const places: readonly PartPlace[] = ['missing', 'waiting', 'loading', 'success', 'error', 'disabled'];
const acts = Object.keys(partActs) as PartAct[];

test.each([
  //            missing     waiting     loading     success    error       disabled
  ['begin', ['waiting', 'waiting', 'loading', 'success', 'error', 'disabled']],
  ['decline', ['disabled', 'waiting', 'loading', 'success', 'error', 'disabled']],
  ['work', ['missing', 'loading', 'loading', 'success', 'error', 'disabled']],
  ['result', ['missing', 'success', 'success', 'success', 'error', 'disabled']],
  ['refusal', ['missing', 'disabled', 'disabled', 'success', 'error', 'disabled']],
  ['failure', ['missing', 'error', 'error', 'success', 'error', 'disabled']],
  ['skip', ['disabled', 'disabled', 'disabled', 'success', 'disabled', 'disabled']],
  ['cancel', ['missing', 'disabled', 'disabled', 'success', 'error', 'disabled']],
  ['resume', ['missing', 'waiting', 'loading', 'success', 'waiting', 'waiting']],
] as const)('INBOX-013, -016: after %s a part is %j', (act, after) => {
  expect(places.map((place) => placeAfter(place, act))).toEqual(after);
});

test('whatever happens to a part that was deleted, only its beginning or a skip makes another one', () => {
  const revives = acts.filter((act) => placeAfter('missing', act) !== 'missing');
  expect(revives).toEqual(['begin', 'decline', 'skip']);
});

test('work on a part never undoes what a user decided meanwhile', () => {
  for (const decision of ['skip', 'cancel'] as const) {
    const stopped = placeAfter('loading', decision);
    for (const late of ['begin', 'decline', 'work', 'result', 'refusal', 'failure'] as const) {
      expect([late, placeAfter(stopped, late)]).toEqual([late, 'disabled']);
    }
  }
});
