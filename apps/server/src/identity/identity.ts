import type { RequestListener } from 'node:http';
import { routes } from '@sidetone/contract/http/routes.ts';
import type { Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import type { Database } from '../storage/database.ts';
import type { SecretBox } from '../storage/secret-box.ts';
import { type Answer, answer } from './answer.ts';
import { callerFinder, callerStands, type FindCaller } from './callers.ts';
import { identityKeys } from './keys.ts';
import { forgetExpiredDocuments } from './oidc-adapter.ts';
import { ownSignIns } from './own-sign-ins.ts';
import { passwordMatches } from './passwords.ts';
import { openIdProvider } from './provider.ts';
import { Refusal } from './refusal.ts';
import { setUp, setUpNeeded } from './set-up.ts';
import { signIn } from './sign-in.ts';
import { forgetOldAttempts, signInThrottle } from './throttle.ts';

export interface Identity {
  /** Answers requests below `/oidc` of this origin. Throws `Refusal` for an origin that is not ours. */
  oidcAt(origin: string): RequestListener;
  readonly findCaller: FindCaller;
  readonly callerStands: ReturnType<typeof callerStands>;
  /** The routes for setting up and signing in. */
  readonly answers: readonly Answer[];
  /** Removes expired tokens and old attempts to sign in; to be called now and then. Gives how many tokens. */
  forgetExpired(): Promise<number>;
}

/** Far more origins than one machine has names. */
const mostOrigins = 64;

/**
 * Who people are and how they prove it. `isOwnHost` says which host names this server answers to: a page of somebody
 * else's name that points to this machine (DNS rebinding) gets no provider.
 */
export async function openIdentity(deps: {
  db: Database;
  box: SecretBox;
  log: Logger;
  /** Lets somebody on another machine create the first administrator. */
  setUpCode?: string | undefined;
  isOwnHost(hostname: string): boolean;
}): Promise<Identity> {
  const { db, log } = deps;
  const keys = await identityKeys(db, deps.box);
  const throttle = signInThrottle(db);
  // Makes the decoy now: the first unknown e-mail must not take longer than the others.
  await passwordMatches(null, '');
  const providers = new Map<string, { provider: Provider; listener: RequestListener }>();

  const at = (origin: string) => {
    const known = providers.get(origin);
    if (known) return known;
    if (!URL.canParse(origin) || !deps.isOwnHost(new URL(origin).hostname) || providers.size >= mostOrigins) {
      throw new Refusal('BAD_REQUEST', 'This server does not answer to that name.');
    }
    const provider = openIdProvider({ db, keys, log }, origin);
    const made = { provider, listener: provider.callback() };
    providers.set(origin, made);
    return made;
  };

  return {
    oidcAt: (origin) => at(origin).listener,
    findCaller: callerFinder(db),
    callerStands: callerStands(db),
    async forgetExpired() {
      await forgetOldAttempts(db);
      return await forgetExpiredDocuments(db);
    },
    answers: [
      ...ownSignIns({ db, throttle }),
      answer(routes.setupState, async () => ({ needed: await setUpNeeded(db) })),
      answer(routes.setUp, ({ body, address, handedOn }) =>
        setUp({ db, throttle, code: deps.setUpCode }, body, { address, handedOn }),
      ),
      answer(routes.signIn, ({ params, body, address, cookies, origin }) =>
        signIn(
          { db, provider: at(origin).provider, throttle, cookieKeys: keys.cookieKeys, log },
          { uid: params.uid, email: body.email, password: body.password, address, cookies },
        ),
      ),
    ],
  };
}
