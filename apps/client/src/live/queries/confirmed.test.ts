import { expect, test } from 'vitest';
import { confirmed } from './confirmed.ts';

/** A change that notes what becomes of it. */
function change(name: string, told: string[]) {
  return {
    confirm: () => void told.push(`${name} confirmed`),
    takeBack: () => void told.push(`${name} taken back`),
  };
}

test('changes that the server refuses are taken back, and the failure is thrown', async () => {
  const told: string[] = [];
  const failure = new Error('Gone.');
  const both = [change('busy', told), change('logged in', told)];
  await expect(confirmed(both, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(told).toEqual(['busy taken back', 'logged in taken back']);
});

test('changes that the server accepts are confirmed once it has answered', async () => {
  const told: string[] = [];
  const order = async () => {
    expect(told).toEqual([]);
    return 'done';
  };
  await expect(confirmed([change('busy', told)], order)).resolves.toBe('done');
  expect(told).toEqual(['busy confirmed']);
});
