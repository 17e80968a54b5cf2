import type { SignInStep } from '@sidetone/contract/entities/second-factor.ts';
import type { SignOnOutcome, SignOnProblem } from '@sidetone/contract/entities/single-sign-on.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import type { SignInLanguage } from '@sidetone/contract/http/sign-in/sign-in-language.ts';
import { type Answer, answer } from '../requests/answer.ts';
import type { Writer } from '../storage/writer.ts';
import { goOn } from './answering/go-on.ts';
import {
  type AskedSignIn,
  type Away,
  type CompanySession,
  keep,
  takeAway,
  waiting,
} from './answering/waiting-sign-in.ts';
import type { RelyingParty } from './relying-party.ts';
import type { SignInDeps } from './sign-in.ts';

/** Whose sign-in goes on at a provider: by an email address, or by the company itself. */
export type Whose = { readonly email: string } | { readonly company: string };

/** Who came back from the provider of a company, as it is known there. */
export interface ComesBack {
  readonly accountId: string;
  /** They have proved twice who they are. */
  readonly isBothSteps: boolean;
  /** In which session there. */
  readonly session: CompanySession;
}

/** How companies sign in at providers of their own. */
export interface CompanyDoor<Person extends ComesBack = ComesBack> {
  /** Whether an origin of this server is one where it works: that of everybody, or a company's own. */
  worksAt(origin: string): boolean;
  /** The address that a provider sends browsers back to which left from an origin. */
  redirectAt(origin: string): string;
  /** Whether a company that may sign in at an origin has it on. */
  isOnAt(origin: string): Promise<boolean>;
  /** Where a browser goes; `state` comes back with it. */
  wayTo(
    whose: Whose,
    from: { readonly uid: string; readonly origin: string; readonly onlyOf: string | null },
  ): Promise<{ readonly url: string; readonly away: Omit<Away, 'language'> } | SignOnProblem>;
  /** Who came back; `url` is the whole address that the browser came back to. */
  personBehind(url: URL, away: Away): Promise<Person | SignOnProblem>;
  /** Where a browser that came from the provider of this company signs out there, as the company wants it; null: it stays here. */
  wayOut(accountId: string): Promise<string | null>;
  /** Finds or makes their user, and does the rest in the same transaction. */
  admit<T>(
    person: Person,
    by: { readonly address: string; readonly language: SignInLanguage | null },
    goOn: (trx: Writer, userId: string) => Promise<T>,
  ): Promise<{ readonly done: T; readonly userId: string } | SignOnProblem>;
}

/** No company has one. */
export const noCompanyDoor: CompanyDoor = {
  worksAt: () => false,
  redirectAt: () => '',
  isOnAt: async () => false,
  wayTo: async () => 'notSetUp',
  personBehind: async () => 'notSetUp',
  wayOut: async () => null,
  admit: async () => 'notSetUp',
};

type Deps = SignInDeps & { readonly party: RelyingParty | null };

/** The routes by which a waiting sign-in goes to the provider of a company and comes back. */
export const companySignIns = (company: CompanyDoor, depsAt: (origin: string) => Deps): Answer[] => [
  answer(routes.leaveForSignOn, ({ params: { uid }, body, address, cookies, origin }) =>
    leave(company, depsAt(origin), { uid, origin, cookies, address, ...body }),
  ),
  answer(routes.returnFromSignOn, ({ params: { uid }, body, address, cookies, origin }) =>
    comeBack(company, depsAt(origin), { uid, origin, cookies, address, search: body.search }),
  ),
];

/**
 * Sends a waiting sign-in to the provider of a company. Throws `Refusal` NOT_FOUND for a sign-in that is unknown, expired or another
 * browser's, TOO_MANY_ATTEMPTS.
 */
async function leave(
  company: CompanyDoor,
  deps: Deps,
  asked: AskedSignIn & { address: string; who: Whose; language?: SignInLanguage | undefined },
): Promise<{ leadsTo: string | null; problem: SignOnProblem | null }> {
  await waiting(deps, asked);
  if (!company.worksAt(asked.origin)) return { leadsTo: null, problem: 'notSetUp' };
  const counted = await deps.throttle.attempt('single sign-on', asked.address);
  const way = await company.wayTo(asked.who, { uid: asked.uid, origin: asked.origin, onlyOf: deps.onlyOf });
  if (typeof way === 'string') {
    // Only names that nobody has count: a provider that is down is not the fault of the one who asks.
    if (way !== 'notSetUp') await counted.succeeded();
    return { leadsTo: null, problem: way };
  }
  const away = { ...way.away, language: asked.language ?? null };
  await deps.db.transaction().execute((trx) => keep(trx, asked.uid, { away }));
  await counted.succeeded();
  return { leadsTo: way.url, problem: null };
}

/**
 * Takes a sign-in back from the provider of a company; what it was sent with counts once. Throws `Refusal` NOT_FOUND,
 * WRONG_CREDENTIALS, TOO_MANY_ATTEMPTS.
 */
async function comeBack(
  company: CompanyDoor,
  deps: Deps,
  asked: AskedSignIn & { address: string; search: string },
): Promise<SignOnOutcome> {
  const { db, throttle, log, party } = deps;
  const interaction = await waiting(deps, asked);
  const counted = await throttle.attempt('single sign-on return', asked.address);
  const away = await db.transaction().execute((trx) => takeAway(trx, asked.uid));
  const url = URL.parse(`${company.redirectAt(asked.origin)}?${asked.search.replace(/^\?/, '')}`);
  const isOurs = deps.onlyOf === null || deps.onlyOf === away?.accountId;
  const hasReturned = company.worksAt(asked.origin) && isOurs && away !== null && url !== null;
  const person = hasReturned ? await company.personBehind(url, away) : 'over';
  if (typeof person === 'string' || away === null) {
    const problem = typeof person === 'string' ? person : 'over';
    log.info({ problem, accountId: away?.accountId, address: asked.address }, 'single sign-on: refused');
    if (!isOfAttempt.has(problem)) await counted.succeeded();
    return refused(problem);
  }
  const { address } = asked;
  const hasPasskeys = party?.origin === asked.origin;
  const { language } = away;
  const admitted = await company.admit(person, { address, language }, (trx, userId) =>
    goOn(
      trx,
      asked.uid,
      { userId, address, language, byCompany: true, session: person.session },
      { hasPasskeys, isBothSteps: person.isBothSteps },
    ),
  );
  if (typeof admitted === 'string') {
    log.info({ problem: admitted, accountId: away.accountId, address }, 'single sign-on: refused');
    if (admitted === 'suspended') await counted.succeeded();
    return refused(admitted);
  }
  await counted.succeeded();
  const { done: step, userId } = admitted;
  log.info(
    { userId, step: step?.kind },
    step ? 'came from the provider of the company' : 'signed in by single sign-on',
  );
  return { redirectTo: step ? null : interaction.returnTo, step, problem: null };
}

/** What looks like someone who tries things. */
const isOfAttempt: ReadonlySet<SignOnProblem> = new Set(['over', 'providerFault']);

const refused = (problem: SignOnProblem): SignOnOutcome => ({
  redirectTo: null,
  step: null as SignInStep | null,
  problem,
});
