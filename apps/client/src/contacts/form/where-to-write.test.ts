import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { expect, test } from 'vitest';
import { beginPlace, isLocked, likelyPlace, offering } from './where-to-write.ts';

const book = (id: string, more: Partial<ConnectedIntegration> = {}): ConnectedIntegration => ({
  id,
  name: id,
  displayName: id,
  features: ['CONTACT_CREATE'],
  contactAttributes: {},
  limitations: {},
  phoneNumberLabels: [],
  authenticationRequired: false,
  isOAuth: false,
  configurationValues: [],
  callLoggingEntityTypes: [],
  isEnabled: true,
  isTestAccountOnly: false,
  isBuiltIn: false,
  landingPageUrl: null,
  isTelephonyProvider: false,
  state: 'CONNECTED',
  connectedBy: null,
  url: null,
  userName: null,
  contactCount: 0,
  progress: null,
  lastSyncedAt: null,
  problem: null,
  waitingLogs: 0,
  busyUntil: null,
  ...more,
});
const own = book('own', { isBuiltIn: true });
const cards = book('cards');

test('only address books that create contacts, and are not being disconnected, are offered', () => {
  const all = [own, book('reads', { features: [] }), book('leaving', { state: 'DISCONNECTING' }), cards];
  expect(offering(all, 'CONTACT_CREATE')).toEqual([own, cards]);
});

test('the last choice is offered again, unless it needs a new sign-in; else the own address book', () => {
  expect(likelyPlace([cards, own], 'cards')).toBe(cards);
  expect(likelyPlace([cards, own], null)).toBe(own);
  const locked = book('cards', { state: 'AUTHENTICATION_REQUIRED' });
  expect(isLocked(locked)).toBe(true);
  expect(likelyPlace([locked, own], 'cards')).toBe(own);
  expect(likelyPlace([locked], 'cards')).toBeNull();
});

test('a form begins with the address book of its draft, though that is no longer connected', () => {
  expect(beginPlace([own, cards], 'cards', 'own')).toEqual({ id: 'cards', name: 'cards' });
  expect(beginPlace([own], 'cards', 'own')).toEqual({ id: 'cards', name: '' });
});

test('without a draft it begins with the usual address book, and never with one that needs a sign-in', () => {
  const locked = book('cards', { state: 'AUTHENTICATION_REQUIRED' });
  expect(beginPlace([cards, own], null, 'cards')).toEqual({ id: 'cards', name: 'cards' });
  expect(beginPlace([locked, own], null, 'cards')).toEqual({ id: 'own', name: 'own' });
  expect([beginPlace([locked], null, 'cards'), beginPlace([], 'cards', null)]).toEqual([null, null]);
});
