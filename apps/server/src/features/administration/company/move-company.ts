import { sql } from 'kysely';
import { Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { GONE_MS } from '../../../storage/node-lease.ts';
import { companyOf, noted, type Operator } from './companies.ts';

interface Wish {
  readonly accountId: string;
  /** The node that is to be its home. */
  readonly to: string;
  /** Does not wait for calls: they are ended where they are. */
  readonly isNow: boolean;
  /** Where its files are: in a bucket that every carrier reaches, or in the folder of its carrier, from where someone carries them later. */
  readonly files: 'bucket' | 'folder' | 'carriedLater';
}

/** What came of one try. */
interface Tried {
  readonly name: string;
  readonly from: string;
  /** Calls that it was not moved because of; 0: its home is where it was wanted. */
  readonly calls: number;
}

/**
 * Gives a company another home, unless a call of it runs. One column changes: its old carrier lets go of its devices and trunks when
 * it hears of that, and the new one takes them up. Throws `Refusal` NOT_FOUND, CONFLICT where nobody carries that node, or its
 * files would stay behind.
 */
export const moveCompany = (db: Database, operator: Operator, { accountId, to, isNow, files }: Wish): Promise<Tried> =>
  db.transaction().execute(async (trx) => {
    const { name, node: from } = await companyOf(trx, accountId);
    if (from === to) return { name, from, calls: 0 };
    const { rows } = await sql<{ is: boolean }>`
      select exists (select from nodes where node = ${to} and lease_until > now()) as is`.execute(trx);
    if (!rows[0]?.is) throw new Refusal('CONFLICT', `Nobody carries ${to}. "node list" lists the nodes.`);
    if (files === 'folder') throw new Refusal('CONFLICT', filesStay(name, from, to));
    const { calls } = await trx
      .selectFrom('calls')
      .select(({ fn }) => fn.countAll<string>().as('calls'))
      .where('account_id', '=', accountId)
      .where('ended_at', 'is', null)
      // Those of a carrier that died are over after a minute; until then another may go on with them.
      .where('lease_until', '>', sql<Date>`now() - make_interval(secs => ${GONE_MS / 1000})`)
      .executeTakeFirstOrThrow();
    if (Number(calls) > 0 && !isNow) return { name, from, calls: Number(calls) };
    await trx.updateTable('accounts').set({ node: to }).where('id', '=', accountId).execute();
    await noted(trx, operator, { action: 'account.moved', accountId, detail: { name, from, to } });
    return { name, from, calls: 0 };
  });

const filesStay = (name: string, from: string, to: string): string =>
  `The files of ${name} (recordings, messages, greetings, announcements) lie in the data folder of the server that carries ${from}, and are not moved: at ${to} they cannot be heard. Put files into S3 first (FILES, then "files move --to s3"), or say --files-later and copy them yourself.`;
