import { ownClientIds } from '@sidetone/contract/entities/user.ts';
import { sql } from 'kysely';
import {
  type ClientMetadata,
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import type { Logger } from 'pino';
import type { Database } from '../../storage/database.ts';
import { jsonText } from '../../storage/json-text.ts';
import { companyOfGrants, inheritCompanySession, keepCompanySession } from '../answering/company-sessions.ts';
import { signInCookieName, signInProof } from '../answering/sign-in-cookie.ts';
import { companySession, signedInBy, signedInFrom } from '../answering/waiting-sign-in.ts';
import type { CompanyDoor } from '../company-sign-in.ts';
import { cookieName } from '../cookie-names.ts';
import { isTooLongAgo, lastsTooLong } from '../end-sessions.ts';
import type { IdentityKeys } from '../keys.ts';
import { AlreadyConsumed, endGrants, oidcAdapter } from './oidc-adapter.ts';
import { errorPage, leadOn, signedOutPage, signOutPage } from './provider-pages.ts';

/** Our own client programs; they need no consent. */
const ownClients: readonly string[] = Object.values(ownClientIds);
const scope = 'openid offline_access';

const day = 24 * 60 * 60;
const lifetimes = {
  AccessToken: () => 10 * 60,
  AuthorizationCode: 60,
  IdToken: 60 * 60,
  Interaction: 60 * 60,
  Session: 30 * day,
  // Counted again with each rotation: who uses the phone every month never signs in again.
  RefreshToken: () => 30 * day,
  Grant: 365 * day,
};

interface ProviderDeps {
  readonly db: Database;
  readonly keys: IdentityKeys;
  /** Signing out may lead on to the provider that a browser came from. */
  readonly company: Pick<CompanyDoor, 'wayOut'>;
  /** The company that has this origin to itself; null: none. */
  onlyOf(): string | null;
}

/**
 * The OpenID provider for one origin, such as `http://localhost:8080`. Providers of several origins share their
 * documents and keys, so a token of one is good at all of them.
 */
export function openIdProvider(deps: ProviderDeps & { log: Logger }, origin: string): Provider {
  const { db, keys, log } = deps;
  const provider = new Provider(`${origin}/oidc`, configuration(deps, origin));
  // Our callers set X-Forwarded-Proto and -Host by what is known of the client: so cookies are Secure behind a TLS proxy, too.
  provider.proxy = true;

  provider.use(async (ctx, next) => {
    try {
      await next();
    } finally {
      // OpenID has no word for "not now": clients take its server_error for a no, and sign the person out.
      if (ctx.status >= 500) {
        ctx.status = 503;
        ctx.body = { code: 'UNAVAILABLE', message: 'Try again in a moment.' };
      }
      const { oidc } = ctx as KoaContextWithOIDC;
      if (oidc?.route === 'token' && ctx.status === 400) await spendCode(provider, oidc.params ?? {});
      // The provider spares grants with offline access at sign-out; here signing out ends everything of this browser.
      if (oidc?.route === 'end_session_confirm' && (oidc.session as { destroyed?: boolean } | undefined)?.destroyed) {
        const grants = grantsOf(oidc.session);
        // Before the provider of a company is asked, which may say nothing for seconds.
        await endGrants(db, grants);
        const wayOut = ctx.status === 303 ? await wayOutOf(deps, grants) : null;
        if (wayOut !== null) leadOn(ctx as KoaContextWithOIDC, wayOut);
      }
    }
  });
  // Codes only: descriptions may repeat what the caller sent.
  provider.on('authorization.error', (_ctx, error) =>
    log.info({ code: error.error }, 'sign-in: authorization refused'),
  );
  provider.on('grant.error', (_ctx, error) => log.info({ code: error.error }, 'sign-in: token refused'));
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'sign-in: OpenID provider failed'));
  // The provider signs with the first key and also needs it in koa's own cookie jar.
  provider.keys = keys.cookieKeys;
  return provider;
}

/** Where a browser goes on to after its sign-out, by what it was given; null: nowhere. */
async function wayOutOf({ db, company }: ProviderDeps, grantIds: readonly string[]): Promise<string | null> {
  const accountId = await companyOfGrants(db, grantIds);
  return accountId === null ? null : await company.wayOut(accountId);
}

const grantsOf = (session: KoaContextWithOIDC['oidc']['session']): string[] =>
  Object.values(session?.authorizations ?? {}).flatMap(({ grantId }) => grantId ?? []);

/** A code that was tried in vain is spent: a client without its verifier gets no second try, and no other client does. */
async function spendCode(provider: Provider, params: Readonly<Record<string, unknown>>): Promise<void> {
  if (params['grant_type'] !== 'authorization_code' || typeof params['code'] !== 'string') return;
  const code = await provider.AuthorizationCode.find(params['code']);
  // One that was used stays known, so that its next use ends what it gave.
  if (code?.isValid) await code.destroy();
}

const configuration = (deps: ProviderDeps, origin: string): Configuration => {
  const { db, keys, onlyOf } = deps;
  const [cookieKey = ''] = keys.cookieKeys;
  return {
    adapter: guardedAdapter(db),
    jwks: keys.jwks as NonNullable<Configuration['jwks']>,
    cookies: {
      keys: keys.cookieKeys,
      names: cookieNames(origin),
    },
    clients: ownClientsOf(origin),
    responseTypes: ['code'],
    scopes: ['openid', 'offline_access'],
    claims: { openid: ['sub', 'masterSipId', 'webuserId'] },
    // The client reads its claims from the ID token and never asks the userinfo endpoint.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    ttl: lifetimes,
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => ownClients.includes(client.clientId),
    expiresWithSession: async () => false,
    // Only pages of this very origin; browsers name it on their own requests too.
    clientBasedCORS: (_ctx, asking) => asking === origin,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => client.clientId === token.clientId },
      rpInitiatedLogout: { enabled: true, logoutSource: signOutPage, postLogoutSuccessSource: signedOutPage },
    },
    interactions: { policy: policy(), url: signInUrl(origin, cookieKey) },
    loadExistingGrant: existingOrNewGrant(db),
    renderError: errorPage,
    findAccount: (ctx, userId, token) =>
      accountOf(db, userId, {
        grantId: (token as { grantId?: string } | undefined)?.grantId ?? '',
        // Of a browser: since when it is signed in here.
        since: token === undefined ? (ctx.oidc.session?.loginTs ?? null) : null,
        onlyOf: onlyOf(),
      }),
  };
};

const ownClientsOf = (origin: string): NonNullable<Configuration['clients']> => [
  { client_id: ownClientIds.browser, redirect_uris: [`${origin}/signed-in`], ...ownClient(origin) },
  {
    client_id: ownClientIds.desktop,
    // RFC 8252 §7.3: whichever port of its own machine was free.
    application_type: 'native',
    redirect_uris: ['http://127.0.0.1/signed-in'],
    ...ownClient(origin),
  },
];

/** Where people sign in; the cookie says which browser began. */
const signInUrl =
  (origin: string, cookieKey: string): NonNullable<NonNullable<Configuration['interactions']>['url']> =>
  (ctx, { uid }) => {
    ctx.cookies.set(signInCookieName(origin), signInProof(uid, cookieKey), {
      path: `/api/sign-in/${uid}`,
      httpOnly: true,
      sameSite: 'lax',
      maxAge: lifetimes.Interaction * 1000,
      overwrite: true,
    });
    return `/sign-in/${uid}`;
  };

/**
 * The user of this id; none for a sign-in that lasts longer than the company has sign-ins last: it is not renewed. And none of
 * another company, where the origin is that of one.
 */
async function accountOf(
  db: Database,
  userId: string,
  { grantId, since, onlyOf }: { grantId: string; since: number | null; onlyOf: string | null },
) {
  const user = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .leftJoin('oidc_documents as given', (join) => join.on('given.model', '=', 'Grant').on('given.id', '=', grantId))
    .select(['users.id', 'users.account_id'])
    .select(sql<boolean>`${lastsTooLong} or ${isTooLongAgo(since)}`.as('isOver'))
    .where('users.id', '=', userId)
    .where('users.deactivated_at', 'is', null)
    .where('accounts.suspended_at', 'is', null)
    .executeTakeFirst();
  if (!user || user.isOver || (onlyOf !== null && user.account_id !== onlyOf)) return undefined;
  return {
    accountId: user.id,
    claims: () => ({ sub: user.id, masterSipId: user.account_id, webuserId: user.id }),
  };
}

/** The session is for the whole host; the others are for the path of one sign-in. */
const cookieNames = (origin: string) => ({
  session: cookieName('sidetone_session', origin, 'host'),
  interaction: cookieName('sidetone_interaction', origin, 'path'),
  resume: cookieName('sidetone_resume', origin, 'path'),
});

const ownClient = (origin: string) =>
  ({
    client_name: 'Sidetone',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    post_logout_redirect_uris: [`${origin}/login`],
  }) satisfies Partial<ClientMetadata>;

/** A session whose user is gone or deactivated counts as signed out, instead of failing further down. */
const policy = () => {
  const prompts = interactionPolicy.base();
  const { Check } = interactionPolicy;
  // RFC 8252 §8.6: any program of a machine can say that it is ours, so a person is asked each time. The form to sign in is
  // that question; the provider's own would be one for consent.
  prompts.get('consent')?.checks.remove('native_client_prompt');
  prompts
    .get('login')
    ?.checks.add(
      new Check('native_client', 'a program of its own needs the person', 'login_required', ({ oidc }) =>
        oidc.client?.applicationType === 'native' && !oidc.result?.login
          ? Check.REQUEST_PROMPT
          : Check.NO_NEED_TO_PROMPT,
      ),
    );
  prompts
    .get('login')
    ?.checks.add(
      new Check('no_account', 'the user of this session can no longer sign in', 'login_required', ({ oidc }) =>
        oidc.session?.accountId !== undefined && !oidc.account ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
      ),
    );
  return prompts;
};

/** Our own client asks for nothing that needs consent, so a grant that is missing or was revoked is simply made. */
const existingOrNewGrant = (db: Database) => async (ctx: KoaContextWithOIDC) => {
  const { oidc } = ctx;
  const { provider, session, client, account } = oidc;
  if (!client || !account || !ownClients.includes(client.clientId)) return undefined;
  const grantId = oidc.result?.consent?.grantId ?? session?.grantIdFor(client.clientId);
  const existing = grantId ? await provider.Grant.find(grantId) : undefined;
  if (existing && existing.accountId === account.accountId) {
    await noteWhere(db, { grantId: existing.jti, userId: account.accountId, isNew: false }, ctx);
    return existing;
  }
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  grant.addOIDCScope(scope);
  await noteWhere(db, { grantId: await grant.save(), userId: account.accountId, isNew: true }, ctx);
  return grant;
};

/**
 * Keeps with a grant what it was given to, so that people know their sign-ins apart. Of one that is given once more to who has
 * just signed in, the time counts from now.
 */
const noteWhere = async (
  db: Database,
  { grantId, userId, isNew }: { grantId: string; userId: string; isNew: boolean },
  ctx: KoaContextWithOIDC,
): Promise<void> => {
  const { result, session } = ctx.oidc;
  const address = result?.[signedInFrom];
  if (typeof address === 'string') {
    const given = companySession.nullable().catch(null).parse(result?.[signedInBy]);
    await keepCompanySession(db, { grantId, userId, session: given });
  } else if (isNew) await inheritCompanySession(db, grantId, grantsOf(session));
  await db
    .updateTable('oidc_documents')
    .set({
      agent: ctx.get('user-agent').slice(0, 400) || null,
      ...(typeof address === 'string' ? { address, payload: sql<string>`payload || ${beginsNow()}::jsonb` } : {}),
    })
    .where('model', '=', 'Grant')
    .where('id', '=', grantId)
    .execute();
};

const beginsNow = () => jsonText({ iat: Math.floor(Date.now() / 1000) });

/** Two uses of one refresh token at the same moment are reuse as much as one after the other. */
const guardedAdapter = (db: Database) => {
  const make = oidcAdapter(db);
  return (model: string) => {
    const adapter = make(model);
    return {
      ...adapter,
      async consume(id: string) {
        try {
          await adapter.consume(id);
        } catch (error) {
          if (!(error instanceof AlreadyConsumed)) throw error;
          const grantId = (await adapter.find(id))?.grantId;
          if (grantId) await endGrants(db, [grantId]);
          throw new errors.InvalidGrant('already used');
        }
      },
    };
  };
};
