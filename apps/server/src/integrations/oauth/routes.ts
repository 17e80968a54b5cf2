import { routes } from '@sidetone/contract/http/routes.ts';
import { cookieName, cookieOf } from '../../identity/cookie-names.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import { Redirected, WithCookies } from '../../requests/download.ts';
import { noteRemovedApp } from './removed-apps.ts';
import { beginSignIn, endSignIn, type SignInDeps } from './sign-ins.ts';

/** Signing in at the pages of CRMs. */
export const signInAnswers = (deps: SignInDeps): Answer[] => [
  answer(routes.startAuthSession, async ({ caller, address, body, origin }) => {
    const by = { userId: caller.userId, accountId: caller.accountId, address };
    const { url, expiresAt, browser } = await beginSignIn(deps, by, body);
    return new WithCookies({ url, expiresAt: expiresAt.toISOString() }, [cookie(origin, browser)]);
  }),
  answer(routes.endAuthSession, async ({ query, cookies, origin }) => {
    const { state, code, error } = query;
    const browser = cookieOf(cookies, nameAt(origin));
    return new Redirected(await endSignIn(deps, { state, code, error, query, browser }));
  }),
  answer(routes.appRemoved, async ({ authorization, body }) => {
    await noteRemovedApp(deps, authorization, String(body.company_id));
    return {};
  }),
];

const nameAt = (origin: string): string => cookieName('sidetone_crm_sign_in', origin, 'host');

const cookie = (origin: string, secret: string): string =>
  [
    `${nameAt(origin)}=${secret}`,
    'Path=/',
    'Max-Age=600',
    'HttpOnly',
    'SameSite=Lax',
    ...(origin.startsWith('https:') ? ['Secure'] : []),
  ].join('; ');
