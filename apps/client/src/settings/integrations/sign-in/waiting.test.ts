import { expect, test } from 'vitest';
import { awaitSignIn, forgetSignIns, signInOutcome, waitingSignIns } from './waiting.ts';

const at = '2026-11-29T10:10:00.000Z';
const waiting = { name: 'HUBSPOT', displayName: 'HubSpot', url: 'https://crm.example/oauth', expiresAt: at };
const before = Date.parse(at) - 1;
const connection = (about: object = {}) => ({
  name: 'HUBSPOT',
  state: 'CONNECTING' as const,
  authenticationRequired: false,
  ...about,
});

test('SINTEG-018: a sign-in is over once the integration is connected, and not by any other', () => {
  expect(signInOutcome(waiting, [], before)).toBeNull();
  expect(signInOutcome(waiting, [connection({ name: 'PIPEDRIVE' })], before)).toBeNull();
  expect(signInOutcome(waiting, [connection()], before)?.is).toBe('connected');
});

test('a connection that was signed out is waited for until it is no longer', () => {
  expect(signInOutcome(waiting, [connection({ state: 'AUTHENTICATION_REQUIRED' })], before)).toBeNull();
  expect(signInOutcome(waiting, [connection({ state: 'CONNECTED', authenticationRequired: true })], before)).toBeNull();
  expect(signInOutcome(waiting, [connection({ state: 'DISCONNECTING' })], before)).toBeNull();
  expect(signInOutcome(waiting, [connection({ state: 'CONNECTED' })], before)?.is).toBe('connected');
});

test('a sign-in ends when the server no longer takes it; one that came in time counts', () => {
  expect(signInOutcome(waiting, [], before + 1)).toEqual({ is: 'expired' });
  expect(signInOutcome(waiting, [connection()], before + 1)?.is).toBe('connected');
});

test('each integration waits once; what is forgotten leaves the others', () => {
  awaitSignIn(waiting);
  awaitSignIn({ ...waiting, url: 'https://crm.example/again' });
  awaitSignIn({ ...waiting, name: 'ZOHO' });
  expect([...waitingSignIns.getState().values()].map(({ name, url }) => [name, url])).toEqual([
    ['HUBSPOT', 'https://crm.example/again'],
    ['ZOHO', waiting.url],
  ]);
  forgetSignIns(['HUBSPOT', 'NOTHING']);
  expect([...waitingSignIns.getState().keys()]).toEqual(['ZOHO']);
  forgetSignIns(['ZOHO']);
  expect(waitingSignIns.getState().size).toBe(0);
});
