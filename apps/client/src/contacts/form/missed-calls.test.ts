import { expect, test } from 'vitest';
import type { ContactValues } from './contact-values.ts';
import { earlierThan, missedCalls, namedSoFar, stillThere, timesOf } from './missed-calls.ts';

const nobody = { contactId: null, userId: null };
const call = (startedAt: string, about: object = {}) => ({
  channelId: 'service',
  call: { direction: 'INCOMING' as const, state: 'MISSED' as const, terminatedReason: 'CANCELLED' as const, startedAt },
  remote: nobody,
  ...about,
});
/** Local times, as users see them. */
const at = (text: string) => new Date(text).toISOString();
const now = new Date('2026-11-20T18:00');
const values = (about: Partial<ContactValues> = {}): ContactValues => ({
  name: '',
  firstName: '',
  lastName: '',
  organization: '',
  email: '',
  phoneNumbers: [],
  ...about,
});

test('missed calls of all channels come newest first, without those of known callers', () => {
  const first = call(at('2026-11-20T08:30'));
  const taken = { ...first, call: { ...first.call, state: 'FINISHED' as const, terminatedReason: 'HANGUP' as const } };
  const known = call(at('2026-11-20T09:00'), { remote: { ...nobody, contactId: 'k1' } });
  const latest = call(at('2026-11-20T09:57'), { channelId: 'private' });
  expect(missedCalls([first, taken, known, latest])).toEqual([
    { channelId: 'private', startedAt: at('2026-11-20T09:57') },
    { channelId: 'service', startedAt: at('2026-11-20T08:30') },
  ]);
});

test('the newest three are listed by their times, a day at a time', () => {
  const calls = ['2026-11-20T09:57', '2026-11-20T09:41', '2026-11-19T08:30', '2026-11-18T08:30'].map((text) => ({
    channelId: 'service',
    startedAt: at(text),
  }));
  expect(timesOf(calls, 'de', 'Heute', now)).toBe('Heute 09:57 und 09:41 Uhr; Do., 19. Nov. 08:30 Uhr');
  expect(timesOf(calls, 'en', 'Today', now)).toBe('Today 9:57 AM and 9:41 AM; Thu 19 Nov 8:30 AM');
  expect([earlierThan(calls), earlierThan(calls.slice(1))]).toEqual([1, 0]);
});

test('they go to the contact by the name written so far', () => {
  expect(namedSoFar(values({ firstName: ' Ronja ', lastName: 'Brodersen', organization: 'Kühlhaus' }))).toBe(
    'Ronja Brodersen',
  );
  expect(namedSoFar(values({ organization: 'Kühlhaus' }))).toBe('Kühlhaus');
  expect(namedSoFar(values())).toBe('');
});

test('a number counts while it is in the form, however it is written', () => {
  const place = { country: 'DE', areaCode: '30' };
  const phoneNumbers = [{ key: '1', label: 'WORK', typed: '030 23125744', origin: 'call' as const }];
  expect(stillThere('+493023125744', values({ phoneNumbers }), place)).toBe('+493023125744');
  expect(stillThere('+493023125744', values(), place)).toBeNull();
  expect(stillThere('24', values({ phoneNumbers }), place)).toBeNull();
  expect(stillThere(null, values({ phoneNumbers }), place)).toBeNull();
});
