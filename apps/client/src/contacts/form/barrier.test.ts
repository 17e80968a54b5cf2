import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { expect, test } from 'vitest';
import { barrierOf } from './barrier.ts';

const ada = { readonly: false, isTeam: false };
const book = (but: Partial<ConnectedIntegration> = {}) =>
  ({ features: ['CONTACT_UPDATE'], state: 'CONNECTED', authenticationRequired: false, ...but }) as ConnectedIntegration;

test.each([
  ['a contact that can be written', ada, book(), null],
  ['nobody', null, book(), 'gone'],
  ['nobody of an address book that is not connected', null, null, 'gone'],
  ['who is kept to itself', { ...ada, readonly: true }, book(), 'readonly'],
  ['a colleague', { ...ada, isTeam: true }, null, 'readonly'],
  ['an address book that takes no changes', ada, book({ features: [] }), 'readonly'],
  ['an address book that is not connected', ada, null, 'integration'],
  ['a sign-in that is over', ada, book({ state: 'AUTHENTICATION_REQUIRED' }), 'signedOut'],
  ['a sign-in that has to be made again', ada, book({ authenticationRequired: true }), 'signedOut'],
] as const)('%s', (_name, contact, integration, barrier) => {
  expect(barrierOf(contact, integration)).toBe(barrier);
});
