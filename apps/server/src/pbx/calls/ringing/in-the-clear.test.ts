import { expect, test } from 'vitest';
import { begin } from '../testing/core-driver.ts';
import { someFork } from '../testing/some-call.ts';

const refusal = (legId: string, status: number) =>
  ({ type: 'refused', legId, status, phrase: 'Not Acceptable Here' }) as const;
const phone = (srtp: 'offer' | 'require' | 'off') => ({ ...someFork('phone'), mediaKind: 'rtp' as const, srtp });
const invited = (srtp: 'offer' | 'require' | 'off') => {
  const call = begin([phone(srtp), someFork('tab')]);
  call.take({ type: 'openedBooked' }, { type: 'mediaOpened', legId: 'phone', sdp: 'encrypted' });
  return call;
};

test('a phone that cannot encrypt is asked again in the clear, with audio of its own, and rings', () => {
  const call = invited('offer');
  call.take(refusal('phone', 488));
  const [closed, opened] = call.orders.slice(-2);
  expect(closed).toMatchObject({ do: 'closeMedia', legId: 'phone' });
  expect(opened).toMatchObject({ do: 'openMedia', legId: 'phone', offer: null });
  expect(call.fork('phone')).toMatchObject({ srtp: 'off', state: 'preparing', media: 'open' });
  call.take({ type: 'mediaOpened', legId: 'phone', sdp: 'clear' });
  expect(call.told('phone')).toEqual(['invite', 'invite']);
  expect(call.orders.findLast((order) => order.do === 'leg')).toMatchObject({ order: { offer: 'clear' } });
  call.take({ type: 'provisional', legId: 'phone', status: 180 });
  call.talk('phone');
  expect(call.call.state).toBe('talking');
});

test('it is asked once; another refusal, or one that is about something else, stands', () => {
  const again = invited('offer');
  again.take(refusal('phone', 606), { type: 'mediaOpened', legId: 'phone', sdp: 'clear' }, refusal('phone', 488));
  expect(again.fork('phone')).toMatchObject({ state: 'over', outcome: 'unacceptable' });
  const busy = invited('offer');
  busy.take(refusal('phone', 486));
  expect(busy.fork('phone')).toMatchObject({ state: 'over', outcome: 'busy' });
});

test.each(['require', 'off'] as const)('where encryption is %s nobody is asked otherwise', (srtp) => {
  const call = invited(srtp);
  call.take(refusal('phone', 488));
  expect(call.told('phone')).toEqual(['invite']);
  expect(call.fork('phone')).toMatchObject({ state: 'over', outcome: 'unacceptable' });
});
