import { preferences } from '@sidetone/contract/entities/preferences.ts';
import type { Remote } from '@sidetone/contract/entities/remote.ts';
import { describe, expect, test, vi } from 'vitest';
import { callOfKey, configOf, isLoggable, opensWith, type SeenCall, stageOf } from './arriving-calls.ts';

const call = (more: Partial<SeenCall> = {}): SeenCall => ({
  id: 'one',
  direction: 'INCOMING',
  state: 'Ringing',
  number: '+49301234567',
  remote: null,
  establishedAt: null,
  ...more,
});
const talking = { state: 'Established', establishedAt: 1 } as const;
const colleague = { isTeam: true } as Remote;

test.each<[string, Partial<SeenCall>, boolean]>([
  ['one that rings here', {}, false],
  ['one that is established', talking, true],
  ['one that goes out', { direction: 'OUTGOING' }, true],
  ['one without a number', { ...talking, number: null }, true],
  ['one that is over', { ...talking, state: 'Terminated' }, false],
  ['one with a colleague', { ...talking, remote: colleague }, false],
  ['one to a short number', { ...talking, number: '11' }, false],
])('KEY-016: %s can be logged: %s', (_what, more, can) => {
  expect(isLoggable(call(more))).toBe(can);
});

test('SLOG-001: the mode of a channel says whether the panel closes and logs by itself', () => {
  expect(configOf('auto')).toEqual({ autoClose: true, logOnClose: true });
  expect(configOf('ask')).toEqual({ autoClose: false, logOnClose: false });
  expect(configOf('off')).toBeNull();
});

test('it opens with the calls of the direction that its user chose', () => {
  const chosen = preferences.parse({ callWindowBehaviorIncoming: { openCallLogging: true } });
  expect([opensWith('INCOMING', chosen), opensWith('OUTGOING', chosen)]).toEqual([true, false]);
});

describe('a call opens its panel once', () => {
  const free = { wanted: true, isFree: true };

  test('an incoming one when it is answered', () => {
    const ringing = stageOf(call(), undefined, free);
    expect(ringing).toEqual({ stage: 'seen', opens: false });
    const answered = stageOf(call(talking), ringing.stage, free);
    expect(answered).toEqual({ stage: 'settled', opens: true });
    expect(stageOf(call(talking), answered.stage, free).opens).toBe(false);
  });

  test('an outgoing one immediately', () => {
    expect(stageOf(call({ direction: 'OUTGOING' }), undefined, free).opens).toBe(true);
  });

  test('a second one waits for the panel of the first', () => {
    const waiting = stageOf(call(talking), 'seen', { wanted: true, isFree: false });
    expect(waiting).toEqual({ stage: 'seen', opens: false });
    expect(stageOf(call(talking), waiting.stage, free).opens).toBe(true);
  });

  test('none that its user does not want, that ended, or that runs since before the page was loaded', () => {
    expect(stageOf(call(talking), 'seen', { wanted: false, isFree: true }).stage).toBe('settled');
    expect(stageOf(call({ state: 'Terminated' }), 'seen', free)).toEqual({ stage: 'settled', opens: false });
    expect(stageOf(call(talking), undefined, free)).toEqual({ stage: 'settled', opens: false });
  });
});

test('SERR-064: where no call is established, or the channel logs none, the key opens nothing and says so in the log', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const ask = () => configOf('ask');
  expect(callOfKey([], ask)).toBeUndefined();
  expect(callOfKey([call()], ask)).toBeUndefined();
  expect(callOfKey([call(talking)], () => null)).toBeUndefined();
  expect(warn).toHaveBeenCalledTimes(3);
  const second = call({ ...talking, id: 'two' });
  expect(callOfKey([call(), second], ask)).toBe(second);
  expect(warn).toHaveBeenCalledTimes(3);
  warn.mockRestore();
});
