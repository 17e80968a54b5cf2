import { expect, test } from 'vitest';
import { secretBox } from '../../storage/secret-box.ts';
import { vconUuids } from '../../vcon/vcon-uuid.ts';
import { inventedCall } from './payload/invented-call.ts';
import type { Post } from './ports.ts';
import { postPayload } from './post-payload.ts';
import type { WebhookRow } from './webhook-row.ts';

const box = secretBox(Buffer.alloc(32, 3));
const row: WebhookRow = {
  id: 'webhook-1',
  account_id: 's1',
  url: 'https://calls.example/',
  method: 'POST',
  headers: [],
  channel_ids: null,
  payload: 'VCON',
  secret_sealed: box.seal('whsec_x'),
  state: 'on',
  created_at: new Date(),
  rev: '1',
};
const createdAt = new Date('2026-11-27T10:00:00.000Z');
const call = inventedCall({ id: 's1', name: 'Kranich' }, createdAt);
const sends = (answer: Awaited<ReturnType<Post>>, eventId = vconUuids('phone.example')()) =>
  postPayload(
    { box, post: () => Promise.resolve(answer), host: 'phone.example' },
    row,
    { eventId, createdAt, type: 'test', call },
    new AbortController().signal,
  );
const answered = (status: number, retryAfterSeconds: number | null = null) => sends({ status, retryAfterSeconds });

test('a call that cannot be written as a vCon is not sent, and no word of it leaves by an error', async () => {
  expect(await answered(200)).toEqual({ outcome: 'arrived', status: 200 });
  const failed = { outcome: 'failed', status: null, problem: 'notWritten', retryAfterSeconds: null };
  expect(await sends({ status: 200, retryAfterSeconds: null }, 'no uuid')).toEqual(failed);
});

test.each([
  [204, { outcome: 'arrived' }],
  [410, { outcome: 'gone', problem: 'gone' }],
  [304, { outcome: 'failed', problem: 'refused' }],
  [401, { outcome: 'failed', problem: 'refused' }],
  [429, { outcome: 'failed', problem: 'busy' }],
  [503, { outcome: 'failed', problem: 'busy' }],
  [500, { outcome: 'failed', problem: 'failing' }],
] as const)('the status %i is told apart', async (status, found) => {
  expect(await answered(status)).toMatchObject({ status, ...found });
});

test('a receiver says when to come back', async () => {
  expect(await answered(429, 120)).toMatchObject({ outcome: 'failed', retryAfterSeconds: 120 });
  expect(await answered(200, 120)).toEqual({ outcome: 'arrived', status: 200 });
});
