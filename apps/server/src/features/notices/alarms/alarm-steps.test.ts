import { expect, test } from 'vitest';
import { alarmStep, type Standing, untold } from './alarm-steps.ts';

const patience = { beginSeconds: 60, endSeconds: 120 };
const start = Date.parse('2026-11-30T10:00:00Z');
const at = (seconds: number) => new Date(start + seconds * 1000);

/** An alarm that was reported. */
const open: Standing = { seenAt: at(0), beganAt: at(0), fineAt: null, toldAt: at(60), acknowledgedAt: null };

/** Looks at these seconds, at each of which the trouble is seen or not; gives what was reported, and when. */
function looks(seen: readonly (readonly [number, boolean | 'worse'])[], first: Standing | null = null) {
  let standing = first;
  const told: string[] = [];
  for (const [seconds, isSeen] of seen) {
    const { next, tells } = alarmStep(
      standing,
      { isSeen: isSeen !== false, isWorse: isSeen === 'worse' },
      at(seconds),
      patience,
    );
    if (tells !== null) told.push(`${tells} at ${seconds}`);
    standing = typeof next === 'string' ? null : next;
  }
  return { told, standing };
}

test('trouble that lasts is reported once, and so is its end', () => {
  const { told, standing } = looks([
    [0, true],
    [30, true],
    [60, true],
    [90, true],
    [120, false],
    [180, false],
    [240, false],
    [270, false],
  ]);
  expect(told).toEqual(['begin at 60', 'end at 240']);
  expect(standing).toBeNull();
});

test('trouble that passes soon is not reported', () => {
  expect(looks([...Array(40).keys()].map((look) => [look * 30, look % 2 === 0] as const)).told).toEqual([]);
});

test('trouble that comes and goes after it was reported neither ends nor begins again', () => {
  const flapping = [...Array(60).keys()].map((look) => [60 + look * 30, look % 2 === 0] as const);
  expect(looks([[0, true], ...flapping]).told).toEqual(['begin at 60']);
});

test('an alarm that nobody has acknowledged is reported again after a day, and an acknowledged one is not', () => {
  const day = 86_400;
  const long = [0, 60, day, day + 90, 2 * day, 2 * day + 120].map((seconds) => [seconds, true] as const);
  expect(looks(long).told).toEqual(['begin at 60', `again at ${day + 90}`, `again at ${2 * day + 120}`]);
  const { standing } = looks([
    [0, true],
    [60, true],
  ]);
  const acknowledged = { ...(standing as Standing), acknowledgedAt: at(100) };
  expect(looks([[3 * day, true]], acknowledged).told).toEqual([]);
  expect(looks([[3 * day, 'worse']], acknowledged).told).toEqual([`worse at ${3 * day}`]);
});

test('an alarm that could not be reported is reported by the next look, and nothing that was acknowledged is lost', () => {
  const first = alarmStep({ ...open, beganAt: null, toldAt: null }, { isSeen: true }, at(60), patience);
  const begun = untold(null, first);
  expect(begun).toMatchObject({ beganAt: at(0), toldAt: null });
  expect(looks([[90, true]], begun as Standing).told).toEqual(['begin at 90']);
  const worse = alarmStep({ ...open, acknowledgedAt: at(70) }, { isSeen: true, isWorse: true }, at(90), patience);
  expect(untold({ ...open, acknowledgedAt: at(70) }, worse)).toEqual({ ...open, acknowledgedAt: at(70) });
  const fine = { ...open, fineAt: at(100) };
  expect(untold(fine, alarmStep(fine, { isSeen: false }, at(220), patience))).toEqual(fine);
});
