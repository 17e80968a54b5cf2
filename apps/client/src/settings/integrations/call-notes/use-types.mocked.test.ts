import { someHubSpot } from '@sidetone/contract/entities/testing/some-connection.ts';
import { user } from '@sidetone/contract/entities/user.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTypes } from './use-types.ts';

const mocks = vi.hoisted(() => ({ change: vi.fn() }));
vi.mock('../../change-own-user.ts', () => ({ changeOwnUser: mocks.change }));
vi.mock('../../use-not-saved.ts', () => ({ useNotSaved: () => () => {} }));
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const crm = someHubSpot({ callLoggingEntityTypes: ['contacts', 'companies', 'deals'] });
const mara = user.parse({
  id: 'u1',
  webUserId: 'w1',
  masterSipId: 'a1',
  firstName: 'Mara',
  lastName: 'Lund',
  email: 'mara@example.com',
  locale: 'en',
  plan: { id: 'X', displayName: 'X', integrationGrants: ['CALL_EVENT'] },
  defaultCallLoggingEntityTypes: { HUBSPOT: ['contacts', 'deals'] },
});

test('SAPI-048 SCONST-006: kinds of records are sent 500 ms after the last choice, once', async () => {
  mocks.change.mockResolvedValue(true);
  let types: ReturnType<typeof useTypes> | undefined;
  renderToStaticMarkup(
    createElement(() => {
      types = useTypes(mara, () => {});
      return null;
    }),
  );
  types?.choose(crm, 'companies', true);
  await vi.advanceTimersByTimeAsync(499);
  types?.choose(crm, 'deals', false);
  await vi.advanceTimersByTimeAsync(499);
  expect(mocks.change).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(mocks.change.mock.calls.map(([, change]) => change)).toEqual([
    { defaultCallLoggingEntityTypes: { HUBSPOT: ['contacts'] } },
  ]);
});
