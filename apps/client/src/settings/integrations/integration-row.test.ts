import { integration } from '@sidetone/contract/entities/integration.ts';
import { someConnection } from '@sidetone/contract/entities/testing/some-connection.ts';
import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { en } from '#i18n/words.ts';
import { IntegrationRow } from './IntegrationRow.tsx';
import { type RowState, rowStateOf } from './integration-list.ts';

await i18next.init({
  lng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
});
const offer = (about: object = {}) =>
  integration.parse({ id: 'X', name: 'X', displayName: 'Example', isEnabled: true, ...about });
const connected = (state: string, about: object = {}) =>
  someConnection({
    ...offer(),
    id: 'c1',
    state,
    ...about,
  });
const nothing = () => {};
const drawn = (state: RowState, about: object = {}) =>
  renderToStaticMarkup(
    createElement(IntegrationRow, {
      listed: { integration: offer(about), connection: state === 'notConnected' ? null : connected('CONNECTED') },
      state,
      mayWrite: true,
      onConnect: nothing,
      onDisconnect: nothing,
      onCancel: nothing,
      onOpenAgain: nothing,
    }),
  );
const buttons = (html: string) => [...html.matchAll(/<button[^>]*aria-label="([^"]+)"/g)].map(([, name]) => name);

test('SINTEG-007: an integration that is not connected says so', () => {
  expect(drawn('notConnected')).toContain('>Not connected<');
  expect(drawn('connected')).not.toContain('Not connected');
});

test('SINTEG-003: an integration with a page about itself has a button that leads there', () => {
  expect(drawn('connected', { landingPageUrl: '/help#address-book' })).toContain('href="/help#address-book"');
  expect(drawn('notConnected', { landingPageUrl: 'https://example.com/' })).toContain('aria-label="About Example"');
  expect(() => drawn('notConnected', { landingPageUrl: 'javascript:alert(1)' })).toThrow();
});

test('SINTEG-009: a connection that is being made shows a spinner, and can be given up', () => {
  const html = drawn('connecting');
  expect(html).toContain('animate-spin');
  expect(html).toContain('Connecting');
  expect(buttons(html)).toEqual(['Stop connecting Example']);
});

test('SINTEG-018: while its user signs in elsewhere a row says so; the page can be opened again, and the sign-in given up', () => {
  const html = drawn('signingIn');
  expect(html).toContain('animate-spin');
  expect(html).toContain('Sign in with your browser');
  expect(buttons(html)).toEqual(['Open the sign-in page of Example again', 'Stop connecting Example']);
  const names = new Set(['X']);
  const none = new Set<string>();
  expect(rowStateOf({ integration: offer(), connection: null }, none, names)).toBe('signingIn');
  const signedOut = connected('AUTHENTICATION_REQUIRED');
  expect(rowStateOf({ integration: offer(), connection: signedOut }, none, names)).toBe('signingIn');
  expect(rowStateOf({ integration: offer(), connection: signedOut }, none, none)).toBe('authenticationRequired');
  expect(rowStateOf({ integration: offer(), connection: connected('CONNECTED') }, none, names)).toBe('connected');
});

test('SINTEG-011: a connection that is ending shows a spinner, until it is gone from the list', () => {
  const html = drawn('disconnecting');
  expect(html).toContain('animate-spin');
  expect(buttons(html)).toEqual([]);
  const leaving = new Set(['c1']);
  expect(rowStateOf({ integration: offer(), connection: connected('CONNECTED') }, leaving)).toBe('disconnecting');
  expect(rowStateOf({ integration: offer(), connection: null }, leaving)).toBe('notConnected');
  expect(drawn('notConnected')).not.toContain('animate-spin');
});

test('SPERM-007: integrations for test accounts stand out', () => {
  expect(drawn('notConnected', { isTestAccountOnly: true })).toMatch(/bg-ring-tint.*>Test</s);
  expect(drawn('notConnected')).not.toMatch(/bg-ring-tint|>Test</);
});

test('a server that is away for a moment is reported as such, with its contacts so far', () => {
  const problem = { type: 'unreachable', detail: 'connect ECONNREFUSED', translationKey: 'unreachable' };
  const told = (about: object) =>
    renderToStaticMarkup(
      createElement(IntegrationRow, {
        listed: { integration: offer(), connection: connected('CONNECTED', { contactCount: 9897, problem, ...about }) },
        state: 'connected',
        mayWrite: true,
        onConnect: nothing,
        onDisconnect: nothing,
        onCancel: nothing,
        onOpenAgain: nothing,
      }),
    );
  const worked = told({ lastSyncedAt: new Date(Date.now() - 3_600_000).toISOString() });
  expect(worked).toMatch(/9,897 contacts, synced [^.]+\. .*Example is not answering at the moment/);
  expect(worked).not.toContain('spelled');
  // One that never answered may well be misspelt.
  expect(told({ lastSyncedAt: null })).toContain('Check the spelling');
});
