import { expect, test } from 'vitest';
import { howToCall } from './how-to-call.ts';

test('commands are called by the program of the package where there is one', () => {
  expect(howToCall('/opt/sidetone', true)).toBe('sidetone');
  expect(howToCall('/opt/sidetone', false)).toBe('npm run sidetone --');
  expect(howToCall('/home/mara/sidetone', true)).toBe('npm run sidetone --');
});
