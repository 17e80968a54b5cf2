import { expect, test } from 'vitest';
import type { RegisteredContact } from '../legs.ts';
import { begin } from '../testing/core-driver.ts';
import { someFork } from '../testing/some-call.ts';

const contact = (endpointId: string, userId: string): RegisteredContact => ({
  contactId: `c-${endpointId}`,
  endpointId,
  userId,
  media: 'webrtc',
  address: '127.0.0.1',
  alive: true,
});
const came = (endpointId: string, userId: string) => ({
  type: 'deviceCame' as const,
  contact: contact(endpointId, userId),
  ids: { legId: 'new', sipCallId: 'sip-new', mediaId: 'm-new' },
});
const ringing = () => {
  const call = begin([someFork('tab', 'wben'), someFork('phone', 'wben'), someFork('carol', 'wcarol')]);
  call.ring('tab', 'phone', 'carol');
  return call;
};

test('a device that registers while its user’s call rings is rung too, in the same session', () => {
  const call = ringing();
  call.take(came('e-another', 'wben'), { type: 'mediaOpened', legId: 'new', sdp: 'offer' });
  expect(call.told('new')).toEqual(['invite']);
  expect(call.orders.findLast((order) => order.do === 'leg')).toMatchObject({ order: { sessionId: 'session' } });
  call.talk('new');
  expect(call.told('tab')).toContain('cancel "Call completed elsewhere"');
});

test('a page that was reloaded is rung again, and its lost ring ends without ending the call', () => {
  const call = begin([someFork('tab', 'wben')]);
  call.ring('tab');
  call.take(came('e-tab', 'wben'), { type: 'refused', legId: 'tab', status: 487, phrase: 'Request Terminated' });
  call.take({ type: 'mediaOpened', legId: 'new', sdp: 'offer' });
  expect(call.told('tab')).toEqual(['invite', 'cancel']);
  expect(call.told('new')).toEqual(['invite']);
  expect(call.ended()).toEqual([]);
});

test('a page that is lost while it rings has some seconds to come back, and the caller goes on hearing that it rings', () => {
  const call = begin([someFork('tab', 'wben')]);
  call.ring('tab');
  call.take({ type: 'unreachable', legId: 'tab' });
  expect(call.told('caller')).toEqual(['provisional 180']);
  call.take(came('e-tab', 'wben'), { type: 'mediaOpened', legId: 'new', sdp: 'offer' });
  expect(call.told('new')).toEqual(['invite']);
  call.take({ type: 'provisional', legId: 'new', status: 180 }, { type: 'timerFired', timer: 'return' });
  expect(call.ended()).toEqual([]);
  expect(call.orders).toContainEqual({ do: 'bookStage', legIds: ['new'], events: [], leaves: null });
  call.talk('new');
  expect(call.told('caller')).toEqual(['provisional 180', 'answer']);
});

test('a page that does not come back is unavailable once its seconds are over', () => {
  const call = begin([someFork('tab', 'wben')]);
  call.ring('tab');
  call.take({ type: 'unreachable', legId: 'tab' });
  expect(call.orders).toContainEqual({ do: 'startTimer', timer: 'return', ms: 8_000 });
  call.take({ type: 'timerFired', timer: 'return' });
  expect(call.told('caller')).toEqual(['provisional 180', 'refuse 480']);
  expect(call.ended()).toEqual(['TEMPORARILY_UNAVAILABLE']);
});

test('nobody waits for a page whose user declined on the phone, or may not have the call any longer', () => {
  for (const fact of [
    { type: 'refused', legId: 'phone', status: 486, phrase: 'Busy Here', reason: { cause: 603 } },
    { type: 'hungUp', legId: 'phone' },
    { type: 'userLeft', userId: 'wben' },
  ] as const) {
    const call = begin([someFork('tab', 'wben'), someFork('phone', 'wben')]);
    call.ring('tab', 'phone');
    call.take({ type: 'unreachable', legId: 'tab' }, fact);
    expect(call.ended()).toHaveLength(1);
  }
});

test('a desk phone that is lost, and a page that never rang, are not waited for', () => {
  const desk = begin([{ ...someFork('desk'), mediaKind: 'rtp' }]);
  desk.ring('desk');
  desk.take({ type: 'unreachable', legId: 'desk' });
  expect(desk.told('caller')).toEqual(['provisional 180', 'refuse 480']);
});

test('a client that shares the ring of its user joins it, however far that ring has come', () => {
  const call = begin([someFork('tab', 'wben')]);
  const client = { ...came('e-tab', 'wben'), contact: { ...contact('e-tab', 'wben'), sharesRing: true as const } };
  call.take(client, { type: 'mediaOpened', legId: 'tab', sdp: 'offer' });
  call.take(client);
  call.take({ type: 'provisional', legId: 'tab', status: 180 }, client);
  expect(call.fork('new')).toBeUndefined();
  expect(call.told('tab')).toEqual(['invite']);
  call.talk('tab');
});

test('nobody is rung who was not called, who declined, or once somebody took the call', () => {
  const call = ringing();
  call.take(came('e-dora', 'wdora'));
  expect(call.fork('new')).toBeUndefined();
  call.take({ type: 'refused', legId: 'phone', status: 486, phrase: 'Busy Here', reason: { cause: 603 } });
  call.take(came('e-another', 'wben'));
  expect(call.fork('new')).toBeUndefined();
  call.talk('carol');
  call.take(came('e-carol-2', 'wcarol'));
  expect(call.fork('new')).toBeUndefined();
});
