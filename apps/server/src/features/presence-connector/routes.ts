import { routes } from '@sidetone/contract/http/routes.ts';
import { cookieName, cookieOf } from '../../identity/cookie-names.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import { Redirected } from '../../requests/download.ts';
import { disconnect } from './disconnect.ts';
import type { PresenceParts } from './ports.ts';
import { beginSignIn, endSignIn, startConnector } from './sign-ins.ts';

/** Connecting Microsoft Teams, and disconnecting it. */
export const presenceConnectorAnswers = (parts: PresenceParts): Answer[] => [
  answer(routes.startPresenceConnector, async ({ caller: { userId, accountId }, address }) => {
    const { url, expiresAt } = await startConnector(parts, { userId, accountId, address });
    return { url, expiresAt: expiresAt.toISOString() };
  }),
  answer(routes.beginPresenceSignIn, async ({ query, origin }) => {
    const { location, browser } = await beginSignIn(parts, query.token);
    return new Redirected(location, browser === null ? [] : [cookie(origin, browser)]);
  }),
  answer(routes.endPresenceSignIn, async ({ query: { state, code, error }, cookies, origin }) => {
    const browser = cookieOf(cookies, nameAt(origin));
    return new Redirected(await endSignIn(parts, { state, code, error, browser }));
  }),
  answer(routes.removePresenceConnector, async ({ caller, address, params }) => {
    await disconnect(parts, { ...caller, address }, params.userId);
    return {};
  }),
];

const nameAt = (origin: string): string => cookieName('sidetone_presence_sign_in', origin, 'host');

const cookie = (origin: string, secret: string): string =>
  [
    `${nameAt(origin)}=${secret}`,
    'Path=/',
    'Max-Age=600',
    'HttpOnly',
    'SameSite=Lax',
    ...(origin.startsWith('https:') ? ['Secure'] : []),
  ].join('; ');
