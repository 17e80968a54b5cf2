import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deadlinesOf, lastEndedShownMs } from './deadlines.ts';
import { checkDialled, isTones, lastTyped, tonesIn } from './dial-rules.ts';
import { type Mute, muteByProgram, muteByUser } from './mute.ts';
import { testCall } from './testing/test-call.ts';

describe('mute', () => {
  test('no program ever changes what the user chose', () => {
    expect(muteByProgram('USER', 'mute')).toBe('USER');
    expect(muteByProgram('USER', 'unmute')).toBe('USER');
  });

  test('a hold shuts the microphone and its end opens it', () => {
    expect(muteByProgram('NONE', 'mute')).toBe('PROGRAMMATIC');
    expect(muteByProgram('PROGRAMMATIC', 'unmute')).toBe('NONE');
  });

  test('the microphone is open only when neither hold nor mute shuts it, in any order of both', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('mute', 'unmute', 'hold', 'resume')), (keys) => {
        let mute: Mute = 'NONE';
        let held = false;
        let wished = false;
        for (const key of keys) {
          if (key === 'mute' || key === 'unmute') {
            wished = key === 'mute';
            mute = muteByUser(key, held);
          } else {
            held = key === 'hold';
            mute = muteByProgram(mute, held ? 'mute' : 'unmute');
          }
          expect(mute).toBe(wished ? 'USER' : held ? 'PROGRAMMATIC' : 'NONE');
        }
      }),
    );
  });
});

describe('time runs out', () => {
  const due = (...calls: ReturnType<typeof testCall>[]) => deadlinesOf(calls, () => 1000);

  test('an incoming call rings for 180 s, an outgoing one for 120 s', () => {
    expect(due(testCall({ state: 'Ringing', direction: 'INCOMING' }))[0]?.at).toBe(1000 + 180_000);
    expect(due(testCall({ state: 'Ringing' }))[0]?.at).toBe(1000 + 120_000);
  });

  test('a WebRTC connection has 10 s', () => {
    expect(due(testCall({ state: 'Establishing' }))[0]).toEqual({
      sessionId: 'session-1',
      at: 1000 + 10_000,
      order: 'giveUpConnecting',
    });
  });

  test('the last call that ended stays 2.3 s, another one 0.3 s', () => {
    const ended = testCall({ id: 'over', state: 'Terminated' });
    expect(due(ended)[0]?.at).toBe(1000 + lastEndedShownMs);
    expect(due(ended, testCall({ id: 'talks', state: 'Established' }))).toEqual([
      { sessionId: 'over', at: 1300, order: 'close' },
    ]);
  });

  test('a lone call of a channel without follow-up time closes immediately', () => {
    expect(due(testCall({ state: 'Terminated', closesAtOnce: true }))[0]?.at).toBe(1000);
  });

  test('an established call has no limit', () => {
    expect(due(testCall({ state: 'Established' }))).toEqual([]);
  });
});

describe('what is dialled', () => {
  const ground = { place: { country: 'DE', areaCode: '40' }, ownNumbers: ['+49406696941', '11'] };

  test.each([
    ['', 'EMPTY_NUMBER'],
    ['   ', 'EMPTY_NUMBER'],
    ['abc', 'INVALID_PHONE_NUMBER'],
    ['+49 40 x', 'INVALID_PHONE_NUMBER'],
    ['040 66969 41', 'OWN_NUMBER'],
    ['11', 'OWN_NUMBER'],
  ])('%j is %s', (typed, problem) => {
    expect(checkDialled(typed, ground)).toEqual({ problem });
  });

  test('the error for a local number names the area code that a company lacks', () => {
    const place = { country: 'DE', areaCode: '' };
    expect(checkDialled('66969 41', { ...ground, place })).toEqual({ problem: 'NO_AREA_CODE' });
    expect(checkDialled('040 66969 42', { ...ground, place })).toEqual({ dialled: '+49406696942', emergency: false });
  });

  test.each([
    ['*43', '*43'],
    ['*43#', '*43'],
    ['12', '12'],
    ['+49 30 23125 410', '+493023125410'],
    ['030 23125410', '+493023125410'],
  ])('%j goes out as %s', (typed, dialled) => {
    expect(checkDialled(typed, ground)).toEqual({ dialled, emergency: false });
  });

  test('112 passes in every case', () => {
    expect(checkDialled('112', { ...ground, ownNumbers: ['112'] })).toEqual({ dialled: '112', emergency: true });
    const place = { ...ground.place, outsidePrefix: '0', emergency: ['19222'] };
    expect(checkDialled('0-112', { ...ground, place })).toEqual({ dialled: '112', emergency: true });
    expect(checkDialled('19222', { ...ground, place })).toEqual({ dialled: '19222', emergency: true });
  });

  test('the keypad shows the last 14 characters, after an ellipsis where there are more', () => {
    expect(lastTyped('12345678901234')).toBe('12345678901234');
    expect(lastTyped('001231020955320147#')).toBe('…1020955320147#');
  });

  test('tones are digits, star and hash', () => {
    expect(['1', '*', '#', '0123456789*#'].every(isTones)).toBe(true);
    expect(['', 'a', '1 2', '+', ','].some(isTones)).toBe(false);
  });
});

test.each([
  ['482 913#', '482913#'],
  [' 0049 (30) 12-34\n', '0049301234'],
  ['Code: 482', ''],
  ['', ''],
  ['1'.repeat(64), '1'.repeat(64)],
  ['1'.repeat(65), ''],
])('pasted, %j becomes the tones %j', (pasted, tones) => {
  expect(tonesIn(pasted)).toBe(tones);
});
