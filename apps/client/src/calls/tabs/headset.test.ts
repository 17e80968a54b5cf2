import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type Call, newCall } from '../core/call.ts';
import type { LineState } from '../engine/call-engine.ts';
import { headsetView, steerByHeadset } from './headset.ts';

function call(id: string, change: Partial<Call>): Call {
  const born = { id, docId: `pbx-${id}`, number: '11', remote: null, channelId: null, channelName: null };
  return { ...newCall({ ...born, direction: 'INCOMING', ownNumber: null, startedAt: 0 }), ...change };
}

test('a headset accepts calls that ring, and ends those that go out or run', () => {
  expect(headsetView([])).toEqual({ ringing: null, active: null, muted: false });
  expect(headsetView([call('a', { state: 'Ringing' })])).toEqual({ ringing: 'a', active: null, muted: false });
  expect(headsetView([call('a', { state: 'Ringing', direction: 'OUTGOING' })]).active).toBe('a');
  expect(headsetView([call('a', { state: 'Established', mute: 'USER' })])).toMatchObject({ active: 'a', muted: true });
  for (const state of ['Terminating', 'Terminated', 'AcceptedElsewhere', 'Transferring'] as const) {
    expect(headsetView([call('a', { state })])).toEqual({ ringing: null, active: null, muted: false });
  }
});

test('a headset acts on the call that is heard of two, and shows no mute for a call on hold', () => {
  const held = call('a', { state: 'WarmTransferStarted', hold: 'held', mute: 'PROGRAMMATIC' });
  expect(headsetView([held, call('b', { state: 'Established' })]).active).toBe('b');
  expect(headsetView([call('b', { state: 'Established' }), held]).active).toBe('b');
  expect(headsetView([held])).toMatchObject({ active: 'a', muted: false });
});

test('only the tab that is the phone listens to headsets', () => {
  const line = (status: LineState['status']): LineState => ({ status, reconnect: 'none' });
  const view = createStore(() => ({ calls: [], transfer: null, elsewhere: false, line: line('INITIAL') }));
  let following = 0;
  const none = () => {};
  const stop = steerByHeadset(view, { accept: none, hangUp: none, toggleMute: none }, () => {
    following += 1;
    return () => {
      following -= 1;
    };
  });
  expect(following).toBe(0);
  view.setState({ line: line('REGISTERED') });
  expect(following).toBe(1);
  view.setState({ elsewhere: true });
  expect(following).toBe(0);
  view.setState({ elsewhere: false });
  stop();
  expect(following).toBe(0);
});
