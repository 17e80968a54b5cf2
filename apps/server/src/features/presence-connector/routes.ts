import { routes } from '@sidetone/contract/http/routes.ts';
import { cookieName, cookieOf } from '../../identity/cookie-names.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import { Redirected, WithCookies } from '../../requests/download.ts';
import { disconnect } from './disconnect.ts';
import type { PresenceParts } from './ports.ts';
import { beginSignIn, endSignIn, startConnector } from './sign-ins.ts';

/** Connecting Microsoft Teams, and disconnecting it. */
export const presenceConnectorAnswers = (parts: PresenceParts): Answer[] => [
  answer(routes.startPresenceConnector, async ({ caller: { userId, accountId }, address, origin }) => {
    const { url, expiresAt, browser } = await startConnector(parts, { userId, accountId, address });
    return new WithCookies({ url, expiresAt: expiresAt.toISOString() }, [cookie(origin, browser)]);
  }),
  answer(routes.beginPresenceSignIn, async ({ query: { token }, cookies, origin }) => {
    const browser = cookieOf(cookies, nameAt(origin));
    return new Redirected(await beginSignIn(parts, { token, browser }));
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
