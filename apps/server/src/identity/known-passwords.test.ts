import { chosenPassword } from '@sidetone/contract/entities/password.ts';
import { expect, test } from 'vitest';
import { hashChosenPassword } from './known-passwords.ts';
import { passwordMatches } from './passwords.ts';

test('passwords on public lists are refused in upper and lower case, even if they meet every other rule', async () => {
  for (const password of ['1q2w3e4r5t', 'nuttertools', 'Nuttertools', 'leavemealone']) {
    expect([password, chosenPassword.safeParse(password).success]).toEqual([password, true]);
    await expect(hashChosenPassword(password)).rejects.toMatchObject({ code: 'KNOWN_PASSWORD' });
  }
  const hash = await hashChosenPassword('four unrelated nouns here');
  expect(await passwordMatches(hash, 'four unrelated nouns here')).toBe(true);
});
