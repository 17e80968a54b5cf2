import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SignOnProblem } from '@sidetone/contract/entities/single-sign-on.ts';
import type { Logger } from 'pino';
import type { ComesBack, CompanyDoor, Whose } from '../../../identity/company-sign-in.ts';
import { personOf } from '../../../sign-on/claims.ts';
import type { ProviderClient, SignOnProvider } from '../../../sign-on/provider.ts';
import { asProviderError } from '../../../sign-on/provider-error.ts';
import { problemOf, type SignOnProviders } from '../../../sign-on/providers.ts';
import type { Database } from '../../../storage/database.ts';
import type { SecretBox } from '../../../storage/secret-box.ts';
import { type Arrival, admit } from './admit.ts';
import { accountOfDomain, domainOfAddress } from './domains/domain-rows.ts';
import { rowInUse, rowOf, type SignOnRow } from './settings.ts';

type Comer = Arrival & ComesBack;

/** The door of identity to the providers of companies, and what administrators are shown of it. */
export interface CompanySignOn extends CompanyDoor<Comer> {
  /**
   * The addresses of a company: where its users begin, where its provider sends them back to, where the provider says whose session has
   * ended, and where it sends browsers that have signed out there; null where there are none.
   */
  addressesOf(accountId: string): {
    readonly start: string;
    readonly redirect: string;
    readonly logout: string;
    readonly afterLogout: string;
  } | null;
  /** Null where the secret of the client is lost. Rejects with a `ProviderError`. */
  providerOf(row: SignOnRow): Promise<SignOnProvider | null>;
  /** Null where the secret was sealed with another key. */
  clientOf(row: SignOnRow): ProviderClient | null;
}

interface CompanySignOnDeps {
  readonly db: Database;
  readonly box: Pick<SecretBox, 'unseal'>;
  readonly providers: SignOnProviders;
  /** `PUBLIC_URL`: providers send browsers back there, and never to what a request calls this server. */
  readonly publicUrl: string | undefined;
  readonly hosts: SignOnHosts;
  readonly log: Logger;
}

/** The origins of companies that have a host name of their own. */
export interface SignOnHosts {
  /** Null: the company has none. */
  originOf(accountId: string): string | null;
  /** The company that has an origin to itself; null: none. */
  onlyAt(origin: string): string | null;
}

export function companySignOn({ db, box, providers, publicUrl, hosts, log }: CompanySignOnDeps): CompanySignOn {
  const origin = publicUrl === undefined ? null : new URL(publicUrl).origin;
  const { worksAt, redirectAt, addressesOf } = placesOf(origin, hosts);
  const clientOf = clientsBy(box);
  const providerOf = async (row: SignOnRow) => {
    const client = clientOf(row);
    return client && (await providers.of(row.account_id, row.rev, () => client));
  };
  const told = toldTo(log);
  return {
    worksAt,
    redirectAt,
    addressesOf,
    clientOf,
    providerOf,
    isOnAt: async (asked) => worksAt(asked) && (await isOnFor(db, hosts.onlyAt(asked))),
    async wayOut(accountId) {
      const addresses = addressesOf(accountId);
      const row = addresses && (await rowEndingAtProvider(db, accountId));
      if (!row) return null;
      const provider = await inTime(providerOf(row)).catch((error: unknown) => void told(accountId, error));
      return provider?.wayOut(addresses.afterLogout) ?? null;
    },
    async wayTo(whose, { uid, origin: from, onlyOf }) {
      const row = await rowBehind(db, whose);
      if (typeof row === 'string') return row;
      if (onlyOf !== null && row.account_id !== onlyOf) return 'notSetUp';
      const proofs = { state: `${uid}.${secret()}`, nonce: secret(), verifier: secret() };
      const email = 'email' in whose ? whose.email : null;
      try {
        const provider = await providerOf(row);
        if (!provider) return 'clientRefused';
        const url = await provider.wayTo(proofs, { redirect: redirectAt(from), email });
        return { url, away: { accountId: row.account_id, ...proofs } };
      } catch (error) {
        return told(row.account_id, error);
      }
    },
    async personBehind(url, away) {
      const row = await rowInUse(db, away.accountId);
      if (typeof row === 'string') return row;
      try {
        const provider = await providerOf(row);
        if (!provider) return 'clientRefused';
        const said = await provider.redeem(url, away, row.group_claim);
        const person = personOf(said, row.group_claim);
        const isBothSteps = person.isBothSteps || row.steps === 'always';
        const at = { accountId: row.account_id, issuer: row.issuer };
        return { ...at, person, isBothSteps, session: { ...at, subject: person.subject, sid: person.sid } };
      } catch (error) {
        const problem = told(row.account_id, error);
        // Its settings may have changed since they were asked for.
        if (problem === 'providerFault') providers.forget(row.account_id);
        return problem;
      }
    },
    admit: (comer, around, goOn) => admit(db, comer, around, goOn),
  };
}

/** Logs why a provider did not do what it was asked, and gives the problem to show. */
const toldTo =
  (log: Logger) =>
  (accountId: string, error: unknown): SignOnProblem => {
    const { message, code } = asProviderError(error);
    log.warn({ accountId, why: message, code }, 'single sign-on: the provider did not do what it was asked');
    return problemOf(error);
  };

/** The settings of a company that wants its users signed out at the provider as well. */
async function rowEndingAtProvider(db: Database, accountId: string): Promise<SignOnRow | null> {
  const row = await rowOf(db, accountId);
  return row?.is_on && row.ends_at_provider ? row : null;
}

/** Where it works, and the addresses there: at the origin of the server, and at those that companies have of their own. */
function placesOf(origin: string | null, hosts: SignOnHosts) {
  const redirectAt = (from: string): string => `${from}/company-sign-in`;
  return {
    redirectAt,
    worksAt(asked: string): boolean {
      const company = hosts.onlyAt(asked);
      return asked === (company === null ? origin : hosts.originOf(company));
    },
    addressesOf(accountId: string) {
      const own = hosts.originOf(accountId) ?? origin;
      if (own === null) return null;
      return {
        redirect: redirectAt(own),
        start: `${own}/login?company=${accountId}`,
        logout: `${own}/api/single-sign-on/${accountId}/logout`,
        afterLogout: `${own}/login`,
      };
    },
  };
}

/** Whether the company has it on; null: whether any has. */
async function isOnFor(db: Database, accountId: string | null): Promise<boolean> {
  const row = await db
    .selectFrom('single_sign_ons')
    .select('account_id')
    .where('is_on', '=', true)
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? ''))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A user who signs out waits for the provider no longer than this, and is signed out here in any case. */
const inTime = <T>(asked: Promise<T>): Promise<T | null> => Promise.race([asked, sleep(3000, null, { ref: false })]);

const secret = (): string => randomBytes(32).toString('base64url');

const clientsBy =
  (box: Pick<SecretBox, 'unseal'>) =>
  ({ issuer, client_id: clientId, secret_sealed: sealed }: SignOnRow): ProviderClient | null => {
    try {
      return { issuer, clientId, secret: sealed === null ? null : box.unseal(sealed) };
    } catch {
      // Another data folder sealed it, as after a restored backup without its key file.
      return null;
    }
  };

/** The single sign-on in use of a company, by its id or by the domain of an email address; or why there is none. */
async function rowBehind(db: Database, whose: Whose): ReturnType<typeof rowInUse> {
  if ('company' in whose) return await rowInUse(db, whose.company);
  const accountId = await accountOfDomain(db, domainOfAddress(whose.email));
  return accountId === null ? 'notSetUp' : await rowInUse(db, accountId);
}
