import { randomBytes } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { type DomainProof, domainProof } from '@sidetone/contract/entities/single-sign-on.ts';
import { type SqlBool, sql } from 'kysely';
import type { Writer } from '../../../../storage/writer.ts';
import { losesAt } from './proof-steps.ts';
import { refusalOfDomain } from './public-domains.ts';

/** Of `single_sign_on_domains`: users with addresses of it come in by single sign-on. */
const counts = sql<SqlBool>`(state = 'proved' or coalesce(kept_until > now(), false))`;

/** The record that proves a domain, at a name of its own: what else the domain says stays as it is. */
export const recordOf = ({ domain, token }: { domain: string; token: string }) => ({
  name: `_sidetone-challenge.${domain}`,
  value: `sidetone-domain=${token}`,
});

/** The domain of an email address as the DNS has it; empty for what is none. */
export const domainOfAddress = (email: string): string => domainToASCII(email.slice(email.lastIndexOf('@') + 1));

/** Domains of an account by whose addresses users are found. */
export async function countingDomains(db: Writer, accountId: string): Promise<string[]> {
  const query = db.selectFrom('single_sign_on_domains').select('domain').where('account_id', '=', accountId);
  return (await query.where(counts).execute()).map(({ domain }) => domain);
}

/** The account whose users have addresses of a domain; one that has proved it comes before one that may keep it. */
export async function accountOfDomain(db: Writer, domain: string): Promise<string | null> {
  const row = await db
    .selectFrom('single_sign_on_domains')
    .select('account_id')
    .where('domain', '=', domain)
    .where(counts)
    .orderBy(sql`state = 'proved'`, 'desc')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/** What is known of the domains of an account, by their names. */
export async function proofsOf(db: Writer, accountId: string): Promise<DomainProof[]> {
  const rows = await db
    .selectFrom('single_sign_on_domains')
    .select(['domain', 'token', 'state', 'problem', 'checked_at', 'missing_since', counts.as('counts')])
    .select(sql<Date | null>`case when isfinite(kept_until) and kept_until > now() then kept_until end`.as('kept'))
    .where('account_id', '=', accountId)
    .orderBy('domain')
    .execute();
  return rows.map((row) =>
    domainProof.parse({
      domain: row.domain,
      state: row.state,
      counts: row.counts,
      keptUntil: row.kept?.toISOString() ?? null,
      record: recordOf(row),
      problem: row.problem,
      checkedAt: row.checked_at?.toISOString() ?? null,
      losesAt: row.missing_since && losesAt(row.missing_since).toISOString(),
    }),
  );
}

/** Where a list of domains cannot be kept, and why. */
export interface DomainRefusal {
  readonly at: number;
  readonly why: 'publicDomain' | 'publicSuffix' | 'notADomain' | 'domainTaken';
}

/**
 * Gives a company these domains; those that it has keep their proof. What somebody else has proved is refused. New ones wait for
 * their proof, but on a server with one company: there is nobody to protect from it.
 */
export async function writeDomains(
  trx: Writer,
  accountId: string,
  typed: readonly string[],
): Promise<DomainRefusal | null> {
  const domains = typed.map((one) => domainToASCII(one));
  for (const [at, domain] of domains.entries()) {
    const why = refusalOfDomain(domain);
    if (why !== null) return { at, why };
  }
  const taken = await trx
    .selectFrom('single_sign_on_domains')
    .select('domain')
    .where('account_id', '!=', accountId)
    .where('domain', 'in', [...domains])
    .where('state', '=', 'proved')
    .limit(1)
    .executeTakeFirst();
  if (taken) return { at: domains.indexOf(taken.domain), why: 'domainTaken' };
  const own = trx.deleteFrom('single_sign_on_domains').where('account_id', '=', accountId);
  await own.where('domain', 'not in', [...domains]).execute();
  const isAlone = sql<Date | null>`case (select count(*) from accounts) when 1 then 'infinity'::timestamptz end`;
  await trx
    .insertInto('single_sign_on_domains')
    .values(
      [...new Set(domains)].map((domain) => ({
        domain,
        account_id: accountId,
        token: randomBytes(24).toString('base64url'),
        kept_until: isAlone,
      })),
    )
    .onConflict((same) => same.columns(['account_id', 'domain']).doNothing())
    .execute();
  return null;
}
