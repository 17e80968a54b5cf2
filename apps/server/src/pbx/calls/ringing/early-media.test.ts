import { expect, test } from 'vitest';
import { begin } from '../testing/core-driver.ts';
import { someCaller, someFork } from '../testing/some-call.ts';

const speak = (legId: string) => [
  { type: 'provisional' as const, legId, status: 183, sdp: 'early' },
  { type: 'mediaAgreed' as const, legId, codec: 'PCMA' as const },
];
const bridges = (call: ReturnType<typeof begin>) =>
  call.orders.flatMap((order) => (order.do === 'bridge' ? [order.legIds.join(' ')] : []));

test('a device that speaks while it rings is heard by the caller, who gets one SDP for it and for the answer', () => {
  const call = begin([someFork('tab'), someFork('phone')]);
  call.ring('tab', 'phone');
  call.take(...speak('phone'), { type: 'mediaOpened', legId: 'caller', sdp: 'ours' });
  expect(call.told('caller')).toEqual(['provisional 180', 'provisional 183']);
  expect(bridges(call)).toEqual(['caller phone']);
  call.take({ type: 'answered', legId: 'phone', sdp: 'early' }, { type: 'establishedSettled' });
  expect(call.told('caller').at(-1)).toBe('answer');
  const sdps = call.orders.flatMap((order) =>
    order.do === 'leg' && 'sdp' in order.order && order.order.legId === 'caller' ? [order.order.sdp] : [],
  );
  expect(sdps).toEqual(['ours', 'ours']);
  expect(call.orders.filter((order) => order.do === 'acceptAnswer')).toHaveLength(1);
  expect(bridges(call)).toEqual(['caller phone', 'caller phone']);
});

test('another device than the one that spoke may take the call', () => {
  const call = begin([someFork('tab'), someFork('phone')]);
  call.ring('tab', 'phone');
  call.take(...speak('phone'), { type: 'mediaOpened', legId: 'caller', sdp: 'ours' });
  call.talk('tab');
  expect(bridges(call).at(-1)).toBe('caller tab');
  expect(call.orders.filter((order) => order.do === 'openMedia' && order.legId === 'caller')).toHaveLength(1);
});

test('an answer that comes before the caller has audio waits for it', () => {
  const call = begin([someFork('phone')]);
  call.ring('phone');
  call.take(...speak('phone'), { type: 'answered', legId: 'phone', sdp: 'early' }, { type: 'establishedSettled' });
  expect(call.told('caller')).toEqual(['provisional 180']);
  call.take({ type: 'mediaOpened', legId: 'caller', sdp: 'ours' });
  expect(call.told('caller')).toEqual(['provisional 180', 'answer']);
  expect(bridges(call)).toEqual(['caller phone']);
});

test('a caller without an offer hears their own tone until somebody answers', () => {
  const call = begin([someFork('phone')], { caller: { ...someCaller(), offer: null } });
  call.ring('phone');
  call.take(...speak('phone'));
  expect(call.told('caller')).toEqual(['provisional 180']);
  expect(bridges(call)).toEqual([]);
});

test('a caller who was handed over hears the device that speaks instead of ringing', () => {
  const waiting = { ...someCaller(), state: 'talking' as const, media: 'open' as const };
  const call = begin([someFork('phone')], { caller: waiting });
  call.ring('phone');
  call.take(...speak('phone'));
  expect(bridges(call)).toEqual(['caller phone']);
  const played = call.orders.flatMap((order) => (order.do === 'play' ? [order.sound] : []));
  expect(played).toEqual(['ringback', null]);
});
