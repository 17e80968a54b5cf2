import { expect, test } from 'vitest';
import { kept } from './kept.ts';

const patient = new AbortController().signal;

test('an answer is asked for once, and renewed where that succeeds', async () => {
  const answers = kept<number>(60_000);
  let asked = 0;
  const ask = async () => ++asked;
  expect(await Promise.all([answers.of('crm', ask, patient), answers.of('crm', ask, patient)])).toEqual([1, 1]);
  expect(await answers.renewed('crm', ask)).toBe(2);
  expect(await answers.of('crm', ask, patient)).toBe(2);
  const down = () => Promise.reject(new Error('down'));
  await expect(answers.renewed('crm', down)).rejects.toThrow('down');
  expect(await answers.of('crm', ask, patient)).toBe(2);
});

test('of two that fail one after the other none is kept', async () => {
  const answers = kept<string>(60_000);
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const asked = answers.of('crm', () => first.promise, patient);
  const renewed = answers.renewed('crm', () => second.promise);
  const failed = Promise.allSettled([asked, renewed]);
  first.reject(new Error('down'));
  await Promise.resolve();
  second.reject(new Error('down'));
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await answers.of('crm', async () => 'back', patient)).toBe('back');
});
