import { expect, test } from 'vitest';
import { addCall } from '../core/call-list.ts';
import { testCall } from '../core/testing/test-call.ts';
import type { EngineCall } from '../engine/call-engine.ts';
import { handClock } from '../testing/hand-clock.ts';
import { createStage } from './stage.ts';

test('only the last call is left when each is placed while the one before is still shown', () => {
  const stage = createStage({ clock: handClock(), log: () => {} }, { perform: () => {}, due: () => {} });
  for (let count = 1; count <= 100; count += 1) {
    const id = `call-${count}`;
    stage.setCalls(addCall(stage.store.getState().calls, testCall({ id, docId: id })));
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
