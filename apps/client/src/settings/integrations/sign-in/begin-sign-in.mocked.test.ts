import { integration } from '@sidetone/contract/entities/integration.ts';
import { someConnection } from '@sidetone/contract/entities/testing/some-connection.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { returnPaths, signInProblem } from '../../crm-sign-in-news.ts';
import { beginSignIn } from './begin-sign-in.ts';
import { forgetSignIns, waitingSignIns } from './waiting.ts';

const mocks = vi.hoisted(() => ({ call: vi.fn(), open: vi.fn(), kind: 'browser' }));
vi.mock('#live/line/http.ts', () => ({ call: mocks.call }));
vi.mock('#live/line/session.ts', () => ({ onPersonChange: () => () => {} }));
vi.mock('#platform/desktop-bridge.ts', () => ({ bridge: () => ({ kind: mocks.kind, openInBrowser: mocks.open }) }));
afterEach(() => {
  forgetSignIns(['SALESFORCE']);
  vi.resetAllMocks();
  vi.unstubAllGlobals();
  mocks.kind = 'browser';
});

const offer = integration.parse({ id: 'X', name: 'SALESFORCE', displayName: 'Salesforce', isOAuth: true });
const began = { url: 'https://login.crm.example/authorize?state=1', expiresAt: '2026-11-29T10:10:00.000Z' };

test('SINTEG-018 API-066: the sign-in page opens in the browser, and the row waits for it', async () => {
  mocks.call.mockResolvedValueOnce(began);
  await beginSignIn({ integration: offer, connection: null }, 'https://acme.my.example');
  expect(mocks.call.mock.calls[0]?.[1]).toEqual({
    body: {
      name: 'SALESFORCE',
      accountUrl: 'https://acme.my.example',
      successPath: '/crm-sign-in/SALESFORCE/done',
      errorPath: '/crm-sign-in/SALESFORCE/failed',
      integrationId: null,
    },
  });
  expect(mocks.open.mock.calls).toEqual([[began.url]]);
  expect(waitingSignIns.getState().get('SALESFORCE')).toEqual({
    name: 'SALESFORCE',
    displayName: 'Salesforce',
    ...began,
  });
});

test('a connection that is signed out is signed in again, not made a second time', async () => {
  mocks.call.mockResolvedValueOnce(began);
  const connection = someConnection({
    ...offer,
    id: 'c1',
    state: 'AUTHENTICATION_REQUIRED',
  });
  await beginSignIn({ integration: connection, connection }, null);
  expect(mocks.call.mock.calls[0]?.[1].body).toMatchObject({ integrationId: 'c1', accountUrl: null });
});

test('where it cannot begin nothing opens, and nothing waits', async () => {
  mocks.call.mockRejectedValueOnce(new Error('refused'));
  await expect(beginSignIn({ integration: offer, connection: null }, null)).rejects.toThrow('refused');
  expect(mocks.open).not.toHaveBeenCalled();
  expect(waitingSignIns.getState().size).toBe(0);
});

test('the desktop program leaves the sign-in to the app in the browser, where it begins and ends', async () => {
  mocks.kind = 'desktop';
  vi.stubGlobal('location', { origin: 'https://phone.example' });
  const before = Date.now();
  await beginSignIn({ integration: offer, connection: null }, null);
  expect(mocks.call).not.toHaveBeenCalled();
  const page = 'https://phone.example/main/channels/private/dialogs/settings/integrations/SALESFORCE';
  expect(mocks.open.mock.calls).toEqual([[page]]);
  const waits = waitingSignIns.getState().get('SALESFORCE');
  expect(waits?.url).toBe(page);
  expect(Date.parse(waits?.expiresAt ?? '')).toBeGreaterThanOrEqual(before + 15 * 60_000);
});

test('the name of an integration stays one part of a path; an unknown reason reads as a failure', () => {
  expect(returnPaths('A/../B').errorPath).toBe('/crm-sign-in/A%2F..%2FB/failed');
  expect(signInProblem.parse('denied')).toBe('denied');
  expect(signInProblem.parse('<b>')).toBe('failed');
  expect(signInProblem.parse(undefined)).toBe('failed');
});
