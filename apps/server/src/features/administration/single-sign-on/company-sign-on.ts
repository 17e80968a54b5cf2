import { randomBytes } from 'node:crypto';
import type { SignOnProblem } from '@sidetone/contract/entities/single-sign-on.ts';
import type { Logger } from 'pino';
import type { ComesBack, CompanyDoor, Whose } from '../../../identity/company-sign-in.ts';
import { personOf } from '../../../sign-on/claims.ts';
import type { ProviderClient } from '../../../sign-on/provider.ts';
import { asProviderError } from '../../../sign-on/provider-error.ts';
import { problemOf, type SignOnProviders } from '../../../sign-on/providers.ts';
import type { Database } from '../../../storage/database.ts';
import type { SecretBox } from '../../../storage/secret-box.ts';
import { type Arrival, admit } from './admit.ts';
import { rowInUse, type SignOnRow } from './settings.ts';

type Comer = Arrival & ComesBack;

/** The door of identity to the providers of companies, and what administrators are shown of it. */
export interface CompanySignOn extends CompanyDoor<Comer> {
  /** The addresses of a company: where its users begin, and where its provider sends them back to; null where there are none. */
  addressesOf(accountId: string): { readonly start: string; readonly redirect: string } | null;
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
  /** Whose own an origin is; null: nobody's. */
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
  const told = (accountId: string, error: unknown): SignOnProblem => {
    const { message, code } = asProviderError(error);
    log.warn({ accountId, why: message, code }, 'single sign-on: the provider did not do what it was asked');
    return problemOf(error);
  };
  return {
    worksAt,
    redirectAt,
    addressesOf,
    clientOf,
    isOnAt: async (asked) => worksAt(asked) && (await isOnFor(db, hosts.onlyAt(asked))),
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
        return { accountId: row.account_id, issuer: row.issuer, person, isBothSteps };
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
      return own === null ? null : { redirect: redirectAt(own), start: `${own}/login?company=${accountId}` };
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
  const domain = whose.email.slice(whose.email.lastIndexOf('@') + 1).toLowerCase();
  const found = await db
    .selectFrom('single_sign_on_domains')
    .select('account_id')
    .where('domain', '=', domain)
    .executeTakeFirst();
  return found ? await rowInUse(db, found.account_id) : 'notSetUp';
}
