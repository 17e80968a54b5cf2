import type { OngoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import { expect, test } from 'vitest';
import { documentedCall } from './documented-call.ts';

const row = (id: string, more: Partial<OngoingCall>) => ({ id, state: 'talking', ...more }) as OngoingCall;
const header = (id: string) => ({ id }) as Parameters<typeof documentedCall>[1]['lead'];
const alone = { lead: header('one'), other: null, firstId: 'one' };

test('a call is documented while its row says so and it goes on', () => {
  expect(documentedCall([row('one', { isDocumented: true })], alone)?.id).toBe('one');
  expect(documentedCall([row('one', { isDocumented: false })], alone)).toBeNull();
  expect(documentedCall([row('one', {})], alone)).toBeNull();
  expect(documentedCall([row('one', { isDocumented: true, state: 'ended' })], alone)).toBeNull();
});

test('of two calls either may be the one, and calls of another device are none of them', () => {
  const two = { lead: header('two'), other: header('one'), firstId: 'one' };
  expect(documentedCall([row('two', {}), row('one', { isDocumented: true })], two)?.id).toBe('one');
  expect(documentedCall([row('elsewhere', { isDocumented: true })], two)).toBeNull();
});
