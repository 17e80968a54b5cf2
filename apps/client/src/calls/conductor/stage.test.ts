import { expect, test } from 'vitest';
import { newCall } from '../core/call.ts';
import { addCall } from '../core/call-list.ts';
import type { EngineCall } from '../engine/call-engine.ts';
import { handClock } from '../testing/hand-clock.ts';
import { createStage } from './stage.ts';

const calling = (id: string) =>
  newCall({
    id,
    docId: id,
    direction: 'OUTGOING',
    number: '12',
    remote: null,
    channelId: null,
    channelName: null,
    ownNumber: null,
    startedAt: 0,
    closesAtOnce: false,
  });

test('only the last call is left when each is placed while the one before is still shown', () => {
  const stage = createStage({ clock: handClock(), log: () => {} }, { perform: () => {}, due: () => {} });
  for (let count = 1; count <= 100; count += 1) {
    const id = `call-${count}`;
    stage.setCalls(addCall(stage.store.getState().calls, calling(id)));
    stage.engineCalls.set(id, {} as EngineCall);
    stage.connected.add(id);
    for (const state of ['Ringing', 'Establishing', 'Established', 'Terminating', 'Terminated'] as const) {
      expect(stage.go(id, state)).toBe(true);
    }
  }
  expect([...stage.engineCalls.keys()]).toEqual(['call-100']);
  expect([...stage.connected]).toEqual(['call-100']);
  stage.close('call-100');
  expect([stage.engineCalls.size, stage.connected.size, stage.store.getState().calls.length]).toEqual([0, 0, 0]);
});
