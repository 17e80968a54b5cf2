import { expect, test } from 'vitest';
import { type InviteDesk, InviteRefused, type Step, steps } from './steps.ts';

const desk = {} as InviteDesk;
const count: Step<string, number> = (given) => given.length;
const double: Step<number, number> = (given) => given * 2;
const write: Step<number, string> = async (given) => `${given}`;
const refuse: Step<number, number> = () => new InviteRefused(480, 'Temporarily Unavailable', 'UNAVAILABLE');

test('a list of one step is that step', async () => {
  expect(await steps(count)('four', desk)).toBe(4);
});

test('each of any number of steps takes what the one before it found', async () => {
  const list = steps(count, double, double, double, double, double, double, double, double, double, write, count);
  expect(await list('four', desk)).toBe(4);
});

test('nothing comes after a step that refuses', async () => {
  let reached = false;
  const note: Step<number, number> = (given) => {
    reached = true;
    return given;
  };
  expect(await steps(count, refuse, note, write)('four', desk)).toMatchObject({ status: 480, code: 'UNAVAILABLE' });
  expect(reached).toBe(false);
});

test('a list whose steps do not fit each other does not compile', () => {
  // @ts-expect-error: a step that takes a number follows one that finds a text.
  expect(steps(write, double)).toBeTypeOf('function');
  // @ts-expect-error: likewise at the end of a longer list.
  expect(steps(count, double, write, double)).toBeTypeOf('function');
});
