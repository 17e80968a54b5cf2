import { type Pause, pauseAt } from '@sidetone/contract/entities/pause.ts';
import type { BoardCall, BoardCaller, BoardPerson, QueueBoard } from '@sidetone/contract/entities/queue-board.ts';

/** Members who talk come first, those who are logged out last. */
const order = [
  'talking',
  'ringing',
  'other',
  'followUp',
  'free',
  'paused',
  'doNotDisturb',
  'busy',
  'away',
  'loggedOut',
] as const;

/** What a member does now. `other`: they are in a call that is not of this queue; `busy`: in a meeting elsewhere. */
export type PersonState = (typeof order)[number];

export interface ShownPerson {
  readonly person: BoardPerson;
  readonly state: PersonState;
  /** Of this queue. */
  readonly call: BoardCall | null;
  readonly pause: Pause | null;
  /** Since when, as far as it is known. */
  readonly since: string | null;
}

/** The members of a board in the order in which they matter: talking first, logged out last. */
export function peopleOf({ people, calls }: Pick<QueueBoard, 'people' | 'calls'>, now: number): ShownPerson[] {
  return people
    .map((person) => {
      const theirs = calls.filter(({ userId }) => userId === person.id);
      const call = theirs.find(({ state }) => state === 'talking') ?? theirs[0] ?? null;
      const pause = pauseAt(person.pause, now);
      const state = stateOf(person, call, pause);
      return { person, state, call, pause: state === 'paused' ? pause : null, since: sinceOf(person, state, call) };
    })
    .sort((one, two) => order.indexOf(one.state) - order.indexOf(two.state));
}

function stateOf({ dialedIn, status }: BoardPerson, call: BoardCall | null, pause: Pause | null): PersonState {
  if (call) return call.state;
  if (status === 'IN_CALL' || status === 'RINGING') return 'other';
  if (!dialedIn) return 'loggedOut';
  if (pause) return 'paused';
  if (status === 'FOLLOW_UP') return 'followUp';
  if (status === 'DND') return 'doNotDisturb';
  if (status === 'BUSY') return 'busy';
  return status === 'ONLINE' || status === 'ONLINE_MOBILE_ONLY' ? 'free' : 'away';
}

function sinceOf(person: BoardPerson, state: PersonState, call: BoardCall | null): string | null {
  if (call) return call.since;
  if (state === 'paused') return person.pause?.since ?? null;
  return state === 'loggedOut' ? person.dialedSince : null;
}

/** How many talk in the queue, of how many who are logged in. */
export const talkingOf = (board: Pick<QueueBoard, 'people' | 'calls'>) => ({
  talking: new Set(board.calls.filter(({ state }) => state === 'talking').map(({ userId }) => userId)).size,
  loggedIn: board.people.filter(({ dialedIn }) => dialedIn).length,
});

/** Whole seconds since a moment; null where it is not known. */
export const secondsSince = (since: string | null, now: number): number | null =>
  since === null ? null : Math.max(0, Math.floor((now - Date.parse(since)) / 1000));

/** How long a wait is: usual, long from two minutes on, too long near the longest one. */
export function waitTone(seconds: number, longestSeconds: number | null): 'usual' | 'long' | 'tooLong' {
  if (longestSeconds !== null && seconds >= longestSeconds * 0.9) return 'tooLong';
  return seconds >= 120 ? 'long' : 'usual';
}

/** What a caller needs, by the names of skills; a level above the first is said with as many stars. */
export const needsOf = (needs: BoardCaller['needs'], skills: QueueBoard['skills']): string[] =>
  needs.flatMap(({ skillId, level }) => {
    const name = skills.find(({ id }) => id === skillId)?.name;
    return name === undefined ? [] : [level === 1 ? name : `${name} ${'★'.repeat(level)}`];
  });
