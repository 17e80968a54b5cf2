import { expect, test } from 'vitest';
import { begin } from '../testing/core-driver.ts';
import { someFork } from '../testing/some-call.ts';

const ringing = () => {
  const call = begin([someFork('tab', 'wben'), someFork('phone', 'wben'), someFork('carol', 'wcarol')]);
  call.ring('tab', 'phone', 'carol');
  return call;
};

test('a member who leaves while their devices ring hears nothing more of the call, and the others ring on', () => {
  const call = ringing();
  call.take({ type: 'userLeft', userId: 'wben' });
  expect([call.told('tab'), call.told('phone')].map((told) => told.at(-1))).toEqual(['cancel', 'cancel']);
  expect(call.told('carol')).toEqual(['invite']);
  expect(call.call).toMatchObject({ rings: ['wcarol'] });
  call.talk('carol');
  expect(call.call.state).toBe('talking');
});

test('a call that rang them alone ends as a missed one', () => {
  const call = begin([someFork('tab', 'wben')]);
  call.ring('tab');
  call.take({ type: 'userLeft', userId: 'wben' });
  expect(call.told('caller')).toContain('refuse 480');
  expect(call.ended()).toEqual(['TEMPORARILY_UNAVAILABLE']);
});

test('a call that they talk in goes on', () => {
  const call = ringing();
  call.talk('tab');
  call.take({ type: 'userLeft', userId: 'wben' });
  expect(call.call.state).toBe('talking');
  expect(call.told('tab')).not.toContain('cancel');
});
