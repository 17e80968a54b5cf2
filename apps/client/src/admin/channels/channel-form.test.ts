import { expect, test } from 'vitest';
import { beginningsIn, channelForm, channelShape, channelValues, firstWaiting } from './channel-form.ts';

test('beginnings of numbers are read as people type them', () => {
  expect(beginningsIn('+49 30 555\n\n +49 (40) 66-96/9, +1\n')).toEqual(['+4930555', '+494066969', '+1']);
  expect(beginningsIn(' \n')).toEqual([]);
});

test('a queue is saved as it was set up, and a wrong number is found at its place', () => {
  const values = { ...channelValues(null), name: 'Hotline' };
  const check = (first: string[]) =>
    channelForm.safeParse(
      channelShape({ ...values, routing: { ...values.routing, waiting: firstWaiting && { ...firstWaiting, first } } }),
    );
  expect(check(['+4930555']).data?.routing.waiting).toMatchObject({ longestSeconds: 600, first: ['+4930555'] });
  expect(check(['+49', '030']).error?.issues.map(({ path }) => path.join('.'))).toEqual(['routing.waiting.first.1']);
});
