import { ongoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import { expect, test } from 'vitest';
import { liveHub } from '../../documents/live-hub.ts';
import { type LiveCalls, ongoingCallDocuments } from './documents.ts';

const call = ongoingCall.parse({
  id: 's1',
  callId: 'c@1',
  docId: 'pbx-s1',
  channelId: 'cb',
  direction: 'INCOMING',
  state: 'talking',
  number: '11',
  name: 'Anna Ahorn',
  ownNumber: '12',
  originalChannelId: 'cb',
  startedAt: '2026-11-20T09:00:00.000Z',
  establishedAt: '2026-11-20T09:00:03.000Z',
  endpointId: 'e1',
  onHold: false,
  recording: null,
  transfer: null,
  transferredTo: null,
});

test('users see their own live calls and nobody else’s, and get changes to those alone', async () => {
  const rows = new Map([['wanna', [{ ...call, id: 'session of wanna', rev: 1 }]]]);
  const listeners = new Map<string, () => void>();
  const calls: LiveCalls = {
    of: (userId) => rows.get(userId) ?? [],
    onChange(userId, listener) {
      listeners.set(userId, listener);
      return () => void listeners.delete(userId);
    },
  };
  const nothing = () => () => {};
  const feed = { onChange: nothing, onGap: nothing, stop: async () => {} };
  const hub = liveHub(feed, ongoingCallDocuments(calls), (error) => expect.fail(String(error)));
  const stop = new AbortController();
  const seenBy = (userId: string): unknown[] => {
    const seen: unknown[] = [];
    void (async () => {
      for await (const message of hub.watch('ongoingCalls', { userId, accountId: 's1' }, {}, stop.signal))
        seen.push(message);
    })();
    return seen;
  };
  const [anna, ben] = [seenBy('wanna'), seenBy('wben')];
  await expect
    .poll(() => [anna, ben])
    .toEqual([
      [{ type: 'snapshot', rows: [{ ...call, id: 'session of wanna', rev: 1 }] }],
      [{ type: 'snapshot', rows: [] }],
    ]);
  const own = { ...call, id: 'session of ben', rev: 2 };
  rows.set('wben', [own]);
  listeners.get('wben')?.();
  await expect.poll(() => ben.at(-1)).toEqual({ type: 'delta', changed: [own], ids: ['session of ben'] });
  rows.delete('wben');
  listeners.get('wben')?.();
  await expect.poll(() => ben.at(-1)).toEqual({ type: 'delta', changed: [], ids: [] });
  expect(anna).toHaveLength(1);
  stop.abort();
  // Nobody watches any longer.
  await expect.poll(() => listeners.size).toBe(0);
  hub.stop();
});
