import type { RequestListener } from 'node:http';
import { routes } from '@sidetone/contract/http/routes.ts';
import type { Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import { type Answer, answer } from '../requests/answer.ts';
import { bearerToken, type FindCaller } from '../requests/callers.ts';
import type { Sweep } from '../requests/feature.ts';
import { Refusal } from '../requests/refusal.ts';
import type { Database } from '../storage/database.ts';
import type { SecretBox } from '../storage/secret-box.ts';
import { forgetCompanySessions } from './answering/company-sessions.ts';
import { type CompanyDoor, companySignIns, noCompanyDoor } from './company-sign-in.ts';
import { cookieName, cookieOf } from './cookie-names.ts';
import { endLongSessions } from './end-sessions.ts';
import { callerFinder, callerStands } from './find-caller.ts';
import { identityKeys } from './keys.ts';
import { forgetOldLinks } from './one-time-links.ts';
import { forgetExpiredDocuments } from './openid/oidc-adapter.ts';
import { openIdProvider } from './openid/provider.ts';
import { ownSignIns } from './own-sign-ins.ts';
import { passwordMatches } from './passwords.ts';
import { relyingParty } from './relying-party.ts';
import { ownFactors } from './second-factor/own-factors.ts';
import { askForPasskey, type PasskeyDeps, signInByPasskey } from './second-factor/passkeys.ts';
import { proveSecondFactor, type StepDeps, setUpAtSignIn } from './second-factor/sign-in-steps.ts';
import { setUp, setUpNeeded } from './set-up.ts';
import { signIn, waitingSignIn } from './sign-in.ts';
import { forgetOldAttempts, signInThrottle } from './throttle.ts';

export interface Identity {
  /**
   * Answers a request below `/oidc` of this origin, `path` being the part after that. Throws `Refusal` for an origin
   * that is not ours.
   */
  oidcAt(origin: string, path: string): RequestListener;
  readonly findCaller: FindCaller;
  /** Whether a request comes with an access token, or from a browser that is signed in at this origin. */
  isSignedIn(by: { authorization: string | undefined; cookies: string }, origin: string): Promise<boolean>;
  readonly callerStands: ReturnType<typeof callerStands>;
  /** The routes for setting up and signing in. */
  readonly answers: readonly Answer[];
  /** Expired tokens, old attempts to sign in and old links go. */
  readonly sweeps: readonly Sweep[];
}

/** Providers that are kept; a wildcard certificate has names without end. */
const mostOrigins = 64;

/** What the provider tells of itself to anyone; nobody signs in there. */
const isAboutProvider = (path: string): boolean => /^\/(\.well-known\/|jwks(\?|$))/.test(path);

/** A provider for each origin. Both throw `Refusal` BAD_REQUEST for one that is not ours. */
const providersOf = (isOwnOrigin: (origin: string) => boolean, open: (origin: string) => Provider) => {
  const kept = new Map<string, { provider: Provider; listener: RequestListener }>();
  /** The one that is kept; else one that is made for this time. */
  const find = (origin: string) => {
    // Also of one that is kept: a company may have had that name.
    if (!isOwnOrigin(origin)) throw new Refusal('BAD_REQUEST', 'This server does not use that host name.');
    const known = kept.get(origin);
    if (known) return known;
    const provider = open(origin);
    return { provider, listener: heardAt(origin, provider.callback()) };
  };
  /** The same, kept from now on; of too many the one that was used least recently goes. */
  const at = (origin: string) => {
    const found = find(origin);
    // The map keeps the order of insertion.
    kept.delete(origin);
    kept.set(origin, found);
    const oldest = kept.size > mostOrigins ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    return found;
  };
  return { find, at };
};

/** The provider believes these headers, so they say what is so, and not what someone wrote. */
const heardAt = (origin: string, listener: RequestListener): RequestListener => {
  const { protocol, host } = new URL(origin);
  return (request, response) => {
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    request.headers['x-forwarded-host'] = host;
    listener(request, response);
  };
};

const sweepsOf = (db: Database): Sweep[] => [
  {
    name: 'expired tokens',
    async run() {
      await forgetOldAttempts(db);
      await forgetExpiredDocuments(db);
      await forgetCompanySessions(db);
      await db.deleteFrom('passkey_offers').where('expires_at', '<', new Date()).execute();
    },
  },
  { name: 'sign-ins that last too long', run: () => endLongSessions(db) },
  { name: 'old links', run: () => forgetOldLinks(db) },
];

/**
 * Who people are and how they prove it. `isOwnOrigin` says where this server answers: a page of someone
 * else's name that points to this machine (DNS rebinding) gets no provider.
 */
export async function openIdentity(deps: {
  db: Database;
  box: SecretBox;
  log: Logger;
  /** Lets someone on another machine create the first administrator. */
  setUpCode?: string | undefined;
  /** The home of a company that is set up here. */
  node?: string | undefined;
  /** `PUBLIC_URL`: passkeys are made for its name. */
  publicUrl?: string | undefined;
  /** How companies sign in at providers of their own; left out: none does. */
  company?: CompanyDoor | undefined;
  isOwnOrigin(origin: string): boolean;
  /** The company whose own address an origin is: only its users sign in there. Left out, and null: everybody may. */
  onlyAt?(origin: string): string | null;
}): Promise<Identity> {
  const { db, log, onlyAt = () => null } = deps;
  const keys = await identityKeys(db, deps.box);
  const throttle = signInThrottle(db);
  const findCaller = callerFinder(db);
  // Makes the decoy now: the first unknown e-mail must not take longer than the others.
  await passwordMatches(null, '');
  const { company = noCompanyDoor } = deps;
  const open = (origin: string) => openIdProvider({ db, keys, log, company, onlyOf: () => onlyAt(origin) }, origin);
  const { find, at } = providersOf(deps.isOwnOrigin, open);
  const party = relyingParty(deps.publicUrl);
  const stepDepsAt = (origin: string) => ({
    db,
    box: deps.box,
    provider: at(origin).provider,
    throttle,
    cookieKeys: keys.cookieKeys,
    log,
    party,
    onlyOf: onlyAt(origin),
  });

  return {
    // Looking at the keys keeps no provider that was not there.
    oidcAt: (origin, path) => (isAboutProvider(path) ? find(origin) : at(origin)).listener,
    findCaller,
    isSignedIn: signedIn(findCaller, (origin) => at(origin).provider),
    callerStands: callerStands(db),
    sweeps: sweepsOf(db),
    answers: [
      ...ownSignIns({ db, throttle }),
      ...ownFactors({ db, box: deps.box, throttle, party }),
      ...signInAnswers(stepDepsAt),
      ...companySignIns(company, stepDepsAt),
      answer(routes.setupState, async () => ({ needed: await setUpNeeded(db) })),
      answer(routes.setUp, ({ body, address, handedOn }) =>
        setUp({ db, throttle, code: deps.setUpCode, node: deps.node }, body, { address, handedOn }),
      ),
    ],
  };
}

/** Whether a request comes with a token that works, or from a browser that is signed in. */
const signedIn =
  (findCaller: FindCaller, providerAt: (origin: string) => Provider): Identity['isSignedIn'] =>
  async ({ authorization, cookies }, origin) => {
    const token = bearerToken(authorization);
    if (token !== undefined) return (await findCaller(token)) !== null;
    const session = cookieOf(cookies, cookieName('sidetone_session', new URL(origin).origin, 'host'));
    if (session === undefined) return false;
    const found = await providerAt(new URL(origin).origin).Session.find(session);
    return found?.accountId !== undefined;
  };

/** The routes by which a waiting sign-in is answered. */
const signInAnswers = (depsAt: (origin: string) => StepDeps & PasskeyDeps): Answer[] => [
  answer(routes.waitingSignIn, ({ params: { uid }, cookies, origin }) =>
    waitingSignIn(depsAt(origin), { uid, origin, cookies }),
  ),
  answer(routes.signIn, ({ params: { uid }, body, address, cookies, origin }) => {
    const deps = depsAt(origin);
    return signIn({ ...deps, hasPasskeys: deps.party?.origin === origin }, { uid, ...body, address, origin, cookies });
  }),
  answer(routes.proveSecondFactor, ({ params: { uid }, body, address, cookies, origin }) =>
    proveSecondFactor(depsAt(origin), { uid, origin, cookies, address, proof: body }),
  ),
  answer(routes.setUpAtSignIn, ({ params: { uid }, cookies, origin }) =>
    setUpAtSignIn(depsAt(origin), { uid, origin, cookies }),
  ),
  answer(routes.askForPasskey, async ({ params: { uid }, cookies, origin }) => ({
    ...(await askForPasskey(depsAt(origin), { uid, origin, cookies })),
  })),
  answer(routes.signInByPasskey, ({ params: { uid }, body, address, cookies, origin }) => {
    const { passkey: used, language } = body;
    return signInByPasskey(depsAt(origin), { uid, origin, cookies, address, used, language });
  }),
];
