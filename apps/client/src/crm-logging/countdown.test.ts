import { expect, test } from 'vitest';
import { type Countdown, countdownStep, followPresses, isWritingKey, leftOf, resting } from './countdown.ts';

const ended = countdownStep(resting, { is: 'callEnded', now: 1_000 });

test('SLOG-004, SCONST-011: it runs for ten seconds from the end of the call', () => {
  expect(ended).toEqual({ is: 'runs', endsAt: 11_000 });
  expect(countdownStep(ended, { is: 'ticked', now: 10_999 })).toBe(ended);
  expect(countdownStep(ended, { is: 'ticked', now: 11_000 })).toEqual({ is: 'over' });
});

test('SLOG-005, SLOG-006: a press or a typed note pauses it, and time alone does not end it then', () => {
  const paused = countdownStep(ended, { is: 'touched' });
  expect(paused).toEqual({ is: 'paused' });
  expect(countdownStep(paused, { is: 'ticked', now: 99_000 })).toBe(paused);
  expect(countdownStep(paused, { is: 'callEnded', now: 99_000 })).toBe(paused);
});

test('what happens during the call pauses nothing', () => {
  expect(countdownStep(resting, { is: 'touched' })).toBe(resting);
  expect(countdownStep(resting, { is: 'ticked', now: 99_000 })).toBe(resting);
});

test.each<Countdown>([resting, ended, { is: 'paused' }, { is: 'over' }])(
  'SLOG-007, SLOG-008: the button and Escape end it, also one that %j',
  (before) => {
    expect(countdownStep(before, { is: 'forced' })).toEqual({ is: 'over' });
  },
);

test('the seconds that are left are whole, and the bar grows with the time', () => {
  expect(leftOf(ended, 1_000)).toEqual({ seconds: 10, passed: 0 });
  expect(leftOf(ended, 6_000)).toEqual({ seconds: 5, passed: 0.5 });
  expect(leftOf(ended, 20_000)).toEqual({ seconds: 0, passed: 1 });
  expect(leftOf({ is: 'paused' }, 5_500)).toBeNull();
  // A clock that was put back does not make the time longer.
  expect(leftOf(ended, -60_000)).toEqual({ seconds: 10, passed: 0 });
});

test('SLOG-005: a press anywhere counts, by a pointer or by the keyboard, also where a part keeps it to itself', () => {
  const window = new EventTarget();
  let presses = 0;
  const stop = followPresses(window, () => {
    presses += 1;
  });
  window.dispatchEvent(new Event('pointerdown'));
  window.dispatchEvent(new Event('click'));
  window.dispatchEvent(new Event('pointermove'));
  expect(presses).toBe(2);
  stop();
  window.dispatchEvent(new Event('click'));
  expect(presses).toBe(2);
});

test('SLOG-006: keys that write pause the countdown; Escape and shortcuts do not', () => {
  const key = (name: string, held: Partial<Record<'metaKey' | 'ctrlKey' | 'altKey', boolean>> = {}) =>
    isWritingKey({ key: name, metaKey: false, ctrlKey: false, altKey: false, ...held });
  expect(['a', 'Backspace', 'Dead'].map((name) => key(name))).toEqual([true, true, true]);
  expect([key('Escape'), key('l', { ctrlKey: true })]).toEqual([false, false]);
});
