import { integration } from '@sidetone/contract/entities/integration.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { checkInput, fieldsOf } from './connect-input.ts';
import { useConnect } from './use-connect.ts';

const mocks = vi.hoisted(() => ({ call: vi.fn(), begin: vi.fn() }));
vi.mock('#live/line/http.ts', () => ({ call: mocks.call }));
vi.mock('#live/queries/me.ts', () => ({ useMe: () => null }));
vi.mock('#i18n/use-words.ts', () => ({ useWords: () => ({ t: () => '' }) }));
vi.mock('../first-contacts.ts', () => ({ awaitContacts: () => {} }));
vi.mock('./sign-in/begin-sign-in.ts', () => ({ beginSignIn: mocks.begin }));

const offer = (isOAuth: boolean) =>
  integration.parse({
    id: 'X',
    name: 'SALESFORCE',
    displayName: 'Salesforce',
    isOAuth,
    configurationValues: ['account_url', 'key'],
  });

/** Sends what was entered in the form of an integration. */
async function sends(isOAuth: boolean) {
  mocks.call.mockReset().mockResolvedValue({});
  mocks.begin.mockReset().mockResolvedValue(undefined);
  const listed = { integration: offer(isOAuth), connection: null };
  let send: ReturnType<typeof useConnect>['send'] | undefined;
  renderToStaticMarkup(
    createElement(() => {
      send = useConnect(listed, () => {}).send;
      return null;
    }),
  );
  const checked = checkInput(fieldsOf(listed.integration), { account_url: ' https://acme.my.example ', key: 'k' });
  if (!checked.ok) throw new Error('the form has a mistake');
  await send?.(checked.body);
  return listed;
}

test('SINTEG-018: with an account URL a sign-in begins at that address, and nothing is saved', async () => {
  const listed = await sends(true);
  expect(mocks.begin.mock.calls).toEqual([[listed, 'https://acme.my.example']]);
  expect(mocks.call).not.toHaveBeenCalled();
});

test('an integration without a sign-in page is saved', async () => {
  await sends(false);
  expect(mocks.begin).not.toHaveBeenCalled();
  expect(mocks.call.mock.calls[0]?.[1]).toEqual({
    body: { url: 'https://acme.my.example', key: 'k', name: 'SALESFORCE' },
  });
});
