import type { BoardCall, BoardPerson } from '@sidetone/contract/entities/queue-board.ts';
import { expect, test } from 'vitest';
import { peopleOf, talkingOf, waitTone } from './board-people.ts';

const now = Date.parse('2026-11-20T10:00:00.000Z');
const person = (id: string, given: Partial<BoardPerson> = {}): BoardPerson => ({
  id,
  firstName: id,
  lastName: 'X',
  dialedIn: true,
  status: 'ONLINE',
  dialedSince: null,
  pause: null,
  answered: 0,
  supervises: false,
  ...given,
});
const lunch = (until: string | null) => ({ reasonId: 'lunch', name: null, since: '2026-11-20T09:30:00.000Z', until });
const call = (userId: string, state: BoardCall['state']): BoardCall => ({
  userId,
  docId: `pbx-${userId}`,
  state,
  supervision: null,
  number: '+4930555',
  name: null,
  since: '2026-11-20T09:59:00.000Z',
});

test('who talks comes first, and each member has one state', () => {
  const people = [
    person('out', { dialedIn: false, dialedSince: '2026-11-20T08:00:00.000Z' }),
    person('lunch', { pause: lunch('2026-11-20T10:15:00.000Z') }),
    person('free'),
    person('private', { status: 'IN_CALL' }),
    person('talks', { status: 'IN_CALL' }),
    person('rings', { status: 'RINGING' }),
    person('gone', { status: 'OFFLINE' }),
  ];
  const shown = peopleOf({ people, calls: [call('rings', 'ringing'), call('talks', 'talking')] }, now);
  expect(shown.map(({ person: { id }, state }) => `${id} ${state}`)).toEqual([
    'talks talking',
    'rings ringing',
    'private other',
    'free free',
    'lunch paused',
    'gone away',
    'out loggedOut',
  ]);
  expect(shown.map(({ since }) => since?.slice(11, 16) ?? null)).toEqual([
    '09:59',
    '09:59',
    null,
    null,
    '09:30',
    null,
    '08:00',
  ]);
});

test('a pause whose time is over is none, and one without an end goes on', () => {
  const people = [person('over', { pause: lunch('2026-11-20T10:00:00.000Z') }), person('open', { pause: lunch(null) })];
  expect(peopleOf({ people, calls: [] }, now).map(({ state }) => state)).toEqual(['free', 'paused']);
});

test('who talks twice counts once', () => {
  const board = {
    people: [person('a'), person('b', { dialedIn: false })],
    calls: [call('a', 'talking'), call('a', 'talking')],
  };
  expect(talkingOf(board)).toEqual({ talking: 1, loggedIn: 1 });
});

test('a wait is long from two minutes on, and too long near its end', () => {
  expect(waitTone(119, 600)).toBe('usual');
  expect(waitTone(120, 600)).toBe('long');
  expect(waitTone(540, 600)).toBe('tooLong');
  expect(waitTone(54, 60)).toBe('tooLong');
  expect(waitTone(4000, null)).toBe('long');
});
