import type { DomainProof } from '@sidetone/contract/entities/single-sign-on.ts';
import { type Selectable, sql } from 'kysely';
import type { TxtRecords } from '../../../../network/txt-records.ts';
import { audit } from '../../../../requests/audit.ts';
import { notFound } from '../../../../requests/refusal.ts';
import type { Database } from '../../../../storage/database.ts';
import type { Schema } from '../../../../storage/schema.ts';
import type { Writer } from '../../../../storage/writer.ts';
import { type Administrator, administer, type Note } from '../../administer.ts';
import { proofsOf, recordOf } from './domain-rows.ts';
import { afterLook, type Found } from './proof-steps.ts';

type Row = Pick<
  Selectable<Schema['single_sign_on_domains']>,
  'domain' | 'account_id' | 'token' | 'state' | 'missing_since'
>;

interface ProofDeps {
  readonly db: Database;
  readonly records: TxtRecords;
  /** For tests. */
  readonly now?: () => Date;
}

const columns = ['domain', 'account_id', 'token', 'state', 'missing_since'] as const;

/** Looks for the record of a domain, and keeps what was found. Throws `Refusal` NOT_FOUND for one that the account does not have. */
export async function proveDomain(deps: ProofDeps, by: Administrator, domain: string): Promise<DomainProof> {
  const row = await deps.db
    .selectFrom('single_sign_on_domains')
    .select(columns)
    .where('account_id', '=', by.accountId)
    .where('domain', '=', domain)
    .executeTakeFirst();
  if (!row) throw notFound('domain');
  await look(deps, by, row);
  const proof = (await proofsOf(deps.db, by.accountId)).find((one) => one.domain === domain);
  if (!proof) throw notFound('domain');
  return proof;
}

/** Proved domains once a day; those that wait every hour, for two weeks. Of too many the others have their turn the next time. */
const mostAtOnce = 200;
/** Name services may take seconds to say nothing, and all other sweeps wait for this one. */
const looksTogether = 10;

/** Looks for the records of domains whose turn it is. One that cannot be looked at keeps no other from its turn. */
export async function lookAtDomains(deps: ProofDeps): Promise<void> {
  const rows = await deps.db
    .selectFrom('single_sign_on_domains')
    .select(columns)
    .where((where) =>
      where.or([
        where.and([
          where('state', '=', 'proved'),
          where.or([where('checked_at', 'is', null), where('checked_at', '<', sql<Date>`now() - interval '1 day'`)]),
        ]),
        where.and([where('state', '!=', 'proved'), where('created_at', '>', sql<Date>`now() - interval '14 days'`)]),
      ]),
    )
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(mostAtOnce)
    .execute();
  const failures: unknown[] = [];
  // Of one domain one after the other: the second company has to see what the first has proved.
  const domains = [...Map.groupBy(rows, ({ domain }) => domain).values()];
  const lookOn = async (): Promise<void> => {
    for (const row of domains.shift() ?? []) {
      const by = { accountId: row.account_id, userId: null, address: null };
      await look(deps, by, row).catch((error: unknown) => failures.push(error));
    }
    if (domains.length > 0) await lookOn();
  };
  await Promise.all(Array.from({ length: looksTogether }, lookOn));
  if (failures.length > 0) throw new AggregateError(failures, 'looking at domains failed');
}

async function look(deps: ProofDeps, by: Administrator, row: Row): Promise<void> {
  const { db, records, now = () => new Date() } = deps;
  const found = await foundOf(records, row);
  const rival = found === 'found' ? await rivalOf(db, row) : undefined;
  // The company that has proved it keeps it while its record is there, or may be.
  const ofRival = rival && (await foundOf(records, rival));
  const isTaken = ofRival === 'found' || ofRival === 'noAnswer';
  await administer(db, by, async (trx, note) => {
    if (rival && !isTaken) await loseTo(trx, rival);
    await keep(trx, note, row, { found: isTaken ? 'taken' : found, at: now() });
  });
}

async function foundOf(records: TxtRecords, row: { domain: string; token: string }): Promise<Found> {
  const { name, value } = recordOf(row);
  const texts = await records.of(name);
  if (typeof texts === 'string') {
    // The name below it is missing from a domain that is there as well as from one that is not.
    if (texts !== 'noSuchDomain') return texts;
    const above = await records.of(row.domain);
    return above === 'noSuchDomain' || above === 'noAnswer' ? above : 'noRecord';
  }
  if (texts.some((text) => text.trim() === value)) return 'found';
  return 'otherRecord';
}

const rivalOf = (db: Database, { domain, account_id }: Row): Promise<Row | undefined> =>
  db
    .selectFrom('single_sign_on_domains')
    .select(columns)
    .where('domain', '=', domain)
    .where('account_id', '!=', account_id)
    .where('state', '=', 'proved')
    .executeTakeFirst();

async function loseTo(trx: Writer, { domain, account_id: accountId, token }: Row): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('single_sign_on_domains')
    .set({ state: 'lost', missing_since: null, kept_until: null })
    .where('account_id', '=', accountId)
    .where('domain', '=', domain)
    .where('token', '=', token)
    .where('state', '=', 'proved')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const line = { accountId, actorUserId: null, action: 'singleSignOn.domainLost', target: accountId } as const;
  await audit(trx, { ...line, detail: { domain, to: 'anotherCompany' } });
}

async function keep(trx: Writer, note: Note, row: Row, { found, at }: { found: Found; at: Date }): Promise<void> {
  const { domain, account_id, token } = row;
  // It may have been removed, or looked at by somebody else, in the meantime.
  const before = await trx
    .selectFrom('single_sign_on_domains')
    .select(['state', 'missing_since'])
    .where('account_id', '=', account_id)
    .where('domain', '=', domain)
    .where('token', '=', token)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return;
  const { state, missingSince } = afterLook({ state: before.state, missingSince: before.missing_since }, found, at);
  const problem = found === 'found' ? null : found;
  await trx
    .updateTable('single_sign_on_domains')
    .set({ state, missing_since: missingSince, problem, checked_at: at })
    .where('account_id', '=', account_id)
    .where('domain', '=', domain)
    .execute();
  if (state === before.state) return;
  await note(state === 'proved' ? 'singleSignOn.domainProved' : 'singleSignOn.domainLost', account_id, { domain });
  if (state !== 'proved') return;
  // Claims of other companies count no longer without a proof.
  await trx
    .updateTable('single_sign_on_domains')
    .set({ kept_until: null })
    .where('domain', '=', domain)
    .where('account_id', '!=', account_id)
    .execute();
}
