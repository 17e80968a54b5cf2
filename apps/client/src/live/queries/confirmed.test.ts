import { expect, test } from 'vitest';
import { confirmed } from './confirmed.ts';

test('what the server did not take is taken back, and the failure is told', async () => {
  const shown = new Set(['busy', 'logged in']);
  const takeBack = [() => void shown.delete('busy'), () => void shown.delete('logged in')];
  const failure = new Error('Gone.');
  await expect(confirmed(takeBack, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(shown).toEqual(new Set());
});

test('what the server took stays', async () => {
  let shown = 'busy';
  const takeBack = () => {
    shown = 'available';
  };
  await expect(confirmed([takeBack], async () => 'done')).resolves.toBe('done');
  expect(shown).toBe('busy');
});
