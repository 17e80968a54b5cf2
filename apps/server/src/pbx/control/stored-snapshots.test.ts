import { describe, expect, test } from 'vitest';
import type { StoredCall } from '../ports.ts';
import { type CallSnapshot, goOn, partsOf, readSnapshots } from './last-life.ts';
import { FakeFloor } from './testing/fake-floor.ts';
import stored from './testing/snapshots-of-version-1.json' with { type: 'json' };

/** What a program of version 1 stored while calls ran, before it was killed. */
const written: Record<string, readonly StoredCall[]> = Object.fromEntries(
  Object.entries(stored).map(([name, calls]) => [name, calls.map((call) => ({ ...call, seen: [] }))]),
);

const restored = (calls: readonly StoredCall[]): CallSnapshot[] => {
  const snapshots = readSnapshots(calls);
  const { dialogs, endpoints } = partsOf(snapshots);
  return goOn(snapshots, { dialogs: new Set(dialogs), endpoints: new Set(endpoints) });
};

describe('snapshots that version 1 wrote', () => {
  test.each(Object.entries(written))('%s: two go on talking in each call', (_name, calls) => {
    const snapshots = restored(calls);
    expect(snapshots.length).toBeGreaterThan(0);
    for (const { call } of snapshots) {
      expect([call.state, call.caller.state, call.forks.map(({ state }) => state)]).toEqual([
        'talking',
        'talking',
        ['talking'],
      ]);
    }
  });

  test.each(Object.entries(written))('%s: nothing of the book is waited for', (_name, calls) => {
    for (const { call } of restored(calls)) {
      expect(call.booking).toBe('settled');
      // Nothing of the old form is left.
      expect(Object.keys(call)).not.toContain('phase');
      expect(Object.keys(call.caller)).not.toContain('settled');
    }
  });

  test('a transfer goes on with both of its lines', () => {
    const snapshots = restored(written['transfer'] ?? []);
    expect(snapshots).toHaveLength(2);
    const transfer = snapshots.flatMap((snapshot) => snapshot.transfer ?? [])[0];
    expect(snapshots.map(({ call }) => call.callId).sort()).toEqual([transfer?.initialId, transfer?.targetId].sort());
  });

  test('a leg on hold stays on hold', () => {
    const [snapshot] = restored(written['held'] ?? []);
    expect(snapshot?.call.forks[0]).not.toHaveProperty('heldByUser');
    expect(snapshot?.call.forks).toMatchObject([{ hold: 'user' }]);
  });
});

test('audio that was connected stays so, and an offer that was out is not waited for', () => {
  const [call] = structuredClone(written['talk']) ?? [];
  const caller = (call?.snapshot['call'] as { caller: object } | undefined)?.caller;
  if (!call || !caller) throw new Error('no snapshot');
  Object.assign(caller, { mediaConnected: true, answerDue: true });
  expect(readSnapshots([call])[0]?.call.caller.media).toBe('reoffered');
  expect(restored([call])[0]?.call.caller.media).toBe('connected');
  expect(restored(written['talk'] ?? [])[0]?.call.caller.media).toBe('open');
});

test.each(['talk', 'held', 'transfer', 'handedOver'])(
  '%s: a program of today goes on with it, and ends it',
  async (name) => {
    const calls = written[name] ?? [];
    const floor = new FakeFloor();
    for (const { callId, snapshot } of calls) floor.book.stored.set(callId, { callId, snapshot, seen: [] });
    for (const endpointId of partsOf(readSnapshots(calls)).endpoints) {
      await floor.media.openEndpoint({ endpointId, kind: 'rtp', farAddress: '127.0.0.1' });
    }
    await FakeFloor.open(floor);
    expect(floor.exchange.activeCalls()).toBe(calls.length);
    expect(floor.legs.orders).toEqual([]);
    const legs = readSnapshots(calls).flatMap(({ call }) => [call.caller, ...call.forks]);
    for (const { legId } of legs) floor.legs.tell({ type: 'ended', legId });
    await floor.clock.pass(60_000);
    expect(floor.exchange.activeCalls()).toBe(0);
    expect(floor.media.endpoints.size).toBe(0);
  },
);

test('calls of a version that nobody can read are not gone on with', () => {
  const [call] = written['talk'] ?? [];
  if (!call) throw new Error('no snapshot');
  expect(readSnapshots([{ ...call, snapshot: { ...call.snapshot, version: 99 } }])).toEqual([]);
});
