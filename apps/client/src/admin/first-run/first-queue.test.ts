import { newChannel } from '@sidetone/contract/entities/admin-channel.ts';
import { expect, test } from 'vitest';
import { firstQueue } from './first-queue.ts';

const asked = { name: 'Reception', number: '+4940669690', userIds: ['wada'], strategy: 'all-at-once' };

test.each(['voicemail', 'none'] as const)('calls that nobody answers and calls outside hours go to: %s', (overflow) => {
  const queue = newChannel.parse(firstQueue({ ...asked, overflow }));
  expect(queue.routing).toMatchObject({ overflow: { kind: overflow }, closed: { kind: overflow } });
  expect(queue.routing?.voicemail.enabled).toBe(overflow === 'voicemail');
});
