import { describe, expect, test } from 'vitest';
import { begin, keysHeard, type MailboxAct, type MailboxEvent, type MailboxState, step } from './mailbox-steps.ts';

/** The step that the last of these events leads to. */
function after(
  count: number,
  ...events: readonly MailboxEvent[]
): { state: MailboxState; acts: readonly MailboxAct[] } {
  let now = begin(count);
  for (const event of events) now = step(now.state, count, event);
  return now;
}
const key = (digit: string): MailboxEvent => ({ key: digit });
const keys = (digits: string): MailboxEvent[] => [...digits].map(key);

describe('somebody with messages', () => {
  test.each<[string, readonly MailboxEvent[], readonly MailboxAct[], Partial<MailboxState>]>([
    ['hears how many there are, and the first', [], ['sayCounts', 'play'], { place: 'message', index: 0 }],
    ['has heard it at its end, and is asked', ['over'], ['heard', 'askMessage'], { place: 'choice', index: 0 }],
    ['goes on to the next without a key', ['over', 'over'], ['play'], { place: 'message', index: 1 }],
    ['goes on in the middle', keys('6'), ['play'], { index: 1 }],
    ['goes on by the hash', keys('#'), ['play'], { index: 1 }],
    ['hears it again', keys('5'), ['play'], { index: 0 }],
    ['hears it again by the star', keys('*'), ['play'], { index: 0 }],
    ['goes back', keys('64'), ['play'], { index: 0 }],
    ['stays with the first one when there is none before', keys('4'), ['play'], { index: 0 }],
    ['hears who called and when', keys('3'), ['sayWho', 'askMessage'], { place: 'choice' }],
    ['hears all keys', keys('1'), ['sayKeys', 'askMessage'], { place: 'choice' }],
    ['keeps it as new', keys('9'), ['keepNew', 'sayKeptNew', 'askMessage'], { isDeleted: false }],
    ['deletes it, which does not happen yet', keys('7'), ['askDeleted'], { isDeleted: true, index: 0 }],
    ['takes that back', keys('77'), ['sayKept', 'askMessage'], { isDeleted: false }],
    ['takes that back by keeping it as new', keys('79'), ['keepNew', 'sayKeptNew', 'askMessage'], { isDeleted: false }],
    ['deletes it with the step to the next', keys('76'), ['remove', 'play'], { index: 1, gone: [0], isDeleted: false }],
    ['deletes it by waiting', ['over', key('7'), 'over'], ['remove', 'play'], { index: 1, gone: [0] }],
    [
      'hears a deleted one again without having heard it',
      [key('7'), key('5'), 'over'],
      ['askDeleted'],
      { isDeleted: true },
    ],
    ['does not go back to one that is gone', keys('7644'), ['play'], { index: 1 }],
    ['deletes the second and is at the first', keys('674'), ['remove', 'play'], { index: 0, gone: [1] }],
    ['passes over one that the app deleted', ['gone'], ['sayGone', 'play'], { index: 1, gone: [0] }],
    ['comes to the end', keys('666'), ['askEnd'], { place: 'end', index: 3 }],
    ['goes back from there', keys('6664'), ['play'], { place: 'message', index: 2 }],
    ['hears all once more from there', keys('6665'), ['play'], { place: 'message', index: 0 }],
    ['leaves by the hash', keys('666#'), ['goodbye'], { place: 'over' }],
    ['leaves by saying nothing', [...keys('666'), 'over'], ['goodbye'], { place: 'over' }],
    ['calls back', keys('8'), ['callBack'], { place: 'choice' }],
    ['is asked again where that is refused', [key('8'), 'refused'], ['askMessage'], { place: 'choice' }],
    ['is asked again of a deleted one', [key('7'), key('8'), 'refused'], ['askDeleted'], { isDeleted: true }],
    ['comes to greeting and PIN', keys('0'), ['askSettings'], { place: 'settings' }],
    ['records a greeting', keys('01'), ['recordGreeting', 'askSettings'], { place: 'settings' }],
    ['goes back to the standard greeting', keys('02'), ['standardGreeting', 'askSettings'], { place: 'settings' }],
    ['changes the PIN', keys('03'), ['changePin', 'askSettings'], { place: 'settings' }],
    ['is back at the message', keys('0*'), ['askMessage'], { place: 'choice', index: 0 }],
    ['is back at a deleted message', keys('70#'), ['askDeleted'], { place: 'choice', isDeleted: true }],
    ['is back at the end', keys('6660*'), ['askEnd'], { place: 'end' }],
    ['presses what means nothing', [key('7'), key('2')], ['sayWrongKey', 'askDeleted'], { idle: 1, isDeleted: true }],
    ['presses something useful after that', keys('275'), ['play'], { idle: 0 }],
  ])('%s', (_what, events, acts, state) => {
    const now = after(3, ...events);
    expect(now.acts).toEqual(acts);
    expect(now.state).toMatchObject(state);
  });

  test('somebody who presses useless keys eight times is disconnected, and the deleted message is still to be removed', () => {
    const now = after(1, key('7'), ...keys('22222222'));
    expect(now.acts).toEqual(['goodbye']);
    expect(now.state).toMatchObject({ place: 'over', isDeleted: true, index: 0 });
  });

  test('all that are deleted leave nothing to go back to', () => {
    expect(after(2, ...keys('76764')).acts).toEqual(['askEnd']);
    expect(after(2, ...keys('76765')).acts).toEqual(['askEnd']);
    expect(after(1, 'gone').acts).toEqual(['sayGone', 'askEnd']);
  });
});

test('a user without messages is told so, and can still change greeting and PIN', () => {
  expect(begin(0)).toMatchObject({ acts: ['sayCounts', 'askEnd'], state: { place: 'end' } });
  expect(after(0, key('0')).acts).toEqual(['askSettings']);
  expect(after(0, key('4')).acts).toEqual(['askEnd']);
  expect(after(0, key('0'), key('*')).acts).toEqual(['askEnd']);
});

test('a message is interrupted by its keys alone', () => {
  expect([...keysHeard(after(1).state)].sort().join('')).toBe('#*013456789');
  expect(keysHeard(after(1, 'over').state)).toContain('2');
});

test('whatever is pressed, changes come before what is heard, and every message is removed once at most', () => {
  const always: MailboxEvent[] = [...keys('0123456789*#ABCD'), 'over'];
  const also = new Map<unknown, MailboxEvent[]>([
    ['play', ['gone', 'gone']],
    ['callBack', ['refused']],
  ]);
  const changes: ReadonlySet<MailboxAct> = new Set(['heard', 'remove', 'keepNew']);
  // A plain generator, so that a failure can be repeated.
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let run = 0; run < 200; run += 1) {
    const count = random(5);
    const removed: number[] = [];
    let now = begin(count);
    for (let at = 0; at < 60 && now.state.place !== 'over'; at += 1) {
      const events = [...always, ...(also.get(now.acts.at(-1)) ?? [])];
      now = step(now.state, count, events[random(events.length)] ?? 'over');
      const { acts, state } = now;
      const isChange = acts.map((act) => changes.has(act));
      expect(isChange.lastIndexOf(true)).toBeLessThan(isChange.includes(false) ? isChange.indexOf(false) : acts.length);
      expect(acts.at(-1)).toMatch(/^(play|callBack|ask.+|goodbye)$/);
      expect(state.index >= 0 && state.index <= count).toBe(true);
      if (state.place === 'message') expect(state.gone).not.toContain(state.index);
      if (acts.includes('remove')) removed.push(state.gone.at(-1) ?? -1);
    }
    expect(new Set(removed).size).toBe(removed.length);
  }
});
