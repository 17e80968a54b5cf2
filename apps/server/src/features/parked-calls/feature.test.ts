import { expect, test } from 'vitest';
import { liveHub } from '../../documents/live-hub.ts';
import { type ParkedCalls, parkedCallsFeature } from './feature.ts';

test('a parked call appears for everyone in the company, and disappears once it is taken', async () => {
  type Parked = ReturnType<ParkedCalls['of']>[number];
  const rows = new Map<string, readonly Parked[]>();
  const listeners = new Map<string, () => void>();
  const calls: ParkedCalls = {
    of: (accountId) => rows.get(accountId) ?? [],
    onChange(accountId, listener) {
      listeners.set(accountId, listener);
      return () => void listeners.delete(accountId);
    },
  };
  const nothing = () => () => {};
  const feed = { onChange: nothing, onGap: nothing, stop: async () => {} };
  const hub = liveHub(feed, parkedCallsFeature(calls).sources ?? [], (error) => expect.fail(String(error)));
  const stop = new AbortController();
  const seen: unknown[] = [];
  void (async () => {
    for await (const message of hub.watch('parkedCalls', { userId: 'wanna', accountId: 's1' }, {}, stop.signal))
      seen.push(message);
  })();
  const places = () => JSON.stringify(seen.at(-1)).match(/"slot":\d/g);
  await expect.poll(() => seen).toHaveLength(1);
  expect(places()).toBeNull();

  const call = { slot: 3, number: '+4940111', name: null, parkedBy: 'Anna', since: Date.parse('2026-11-30T08:00:00Z') };
  const other = { ...call, slot: 4 };
  for (const parked of [[call], [call, other], [other], []]) {
    rows.set('s1', parked);
    rows.set('s2', [call]);
    const before = seen.length;
    listeners.get('s1')?.();
    await expect.poll(() => seen.length).toBe(before + 1);
    expect(places() ?? []).toEqual(parked.map(({ slot }) => `"slot":${slot}`));
  }
  expect(listeners.has('s2')).toBe(false);
  stop.abort();
  hub.stop();
});
