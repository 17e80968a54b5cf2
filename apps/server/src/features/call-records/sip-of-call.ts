import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { CallRecordSip } from '@sidetone/contract/entities/call-record.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../storage/database.ts';

/** More than the parts of one call ever have; and the most that an account has, in bytes. */
const mostLegs = 200;
const mostBytesOfAccount = 200_000_000;
/** The exchange keeps less of a leg: this bounds what is unpacked. */
const mostBytesOfLeg = 4_000_000;

const uncompress = promisify(gunzip);
const stored = z.array(
  z.object({
    at: z.number(),
    order: z.number(),
    way: z.enum(['in', 'out']),
    transport: z.string(),
    remote: z.string(),
    text: z.string(),
  }),
);

/** The SIP messages of all parts of a session, in the order in which they came and went, without those of other accounts' users. */
export async function readSip(
  db: Database,
  accountId: string,
  sessionId: string,
): Promise<{ messages: CallRecordSip[]; lost: number }> {
  const rows = await db
    .selectFrom('sip_traces')
    .innerJoin('calls', 'calls.id', 'sip_traces.call_id')
    .innerJoin('legs', 'legs.id', 'sip_traces.leg_id')
    .leftJoin('users', 'users.id', 'legs.user_id')
    .select(['sip_traces.leg_id as legId', 'sip_traces.messages', 'sip_traces.lost', 'users.id as userId'])
    .where('calls.session_id', '=', sessionId)
    .where('calls.account_id', '=', accountId)
    .where((where) => where.or([where('users.id', 'is', null), where('users.account_id', '=', accountId)]))
    .orderBy('legs.started_at')
    .limit(mostLegs)
    .execute();
  const legs = await Promise.all(
    rows.map(async ({ legId, userId, messages }) => {
      const text = await uncompress(messages, { maxOutputLength: mostBytesOfLeg });
      return stored.parse(JSON.parse(text.toString('utf8'))).map((message) => ({ ...message, legId, userId }));
    }),
  );
  const messages = legs
    .flat()
    .sort((one, other) => one.at - other.at || one.order - other.order)
    .map(({ at, order: _, ...message }) => ({ ...message, at: new Date(at).toISOString() }));
  return { messages, lost: rows.reduce((sum, { lost }) => sum + lost, 0) };
}

/** Deletes SIP messages that are too old, and the oldest of an account that has too many. Gives the number of legs. */
export async function forgetOldSip({
  db,
  sipTraceDays,
  mostBytes = mostBytesOfAccount,
}: {
  readonly db: Database;
  readonly sipTraceDays: number;
  readonly mostBytes?: number;
}): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sip_traces using (
      select leg_id, at, sum(length(messages)) over (partition by account_id order by at desc, leg_id) as bytes
      from sip_traces) as counted
    where counted.leg_id = sip_traces.leg_id
      and (counted.at < now() - make_interval(days => ${sipTraceDays}::int) or counted.bytes > ${mostBytes}::bigint)`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
