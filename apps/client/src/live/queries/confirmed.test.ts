import { expect, test } from 'vitest';
import { confirmed } from './confirmed.ts';

test('a change that the server refuses is taken back, and the failure is thrown', async () => {
  const shown = new Set(['busy', 'logged in']);
  const takeBack = [() => void shown.delete('busy'), () => void shown.delete('logged in')];
  const failure = new Error('Gone.');
  await expect(confirmed(takeBack, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(shown).toEqual(new Set());
});

test('a change that the server accepts stays', async () => {
  let shown = 'busy';
  const takeBack = () => {
    shown = 'available';
  };
  await expect(confirmed([takeBack], async () => 'done')).resolves.toBe('done');
  expect(shown).toBe('busy');
});
