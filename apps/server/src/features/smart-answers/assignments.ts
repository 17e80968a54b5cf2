import type { AnswerDirection, SmartAnswerAssignment } from '@sidetone/contract/entities/smart-answers.ts';
import type { Selectable } from 'kysely';
import type { Caller } from '../../requests/callers.ts';
import { requireGrant } from '../../requests/grants.ts';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import type { Writer } from '../../storage/writer.ts';

/** What a user assigned, by channel. */
export async function readAssignments(db: Writer, userId: string): Promise<SmartAnswerAssignment[]> {
  const rows = await db
    .selectFrom('smart_answer_assignments')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('channel_id')
    .execute();
  return rows.map(assignmentOf);
}

/**
 * Has the caller's calls of a channel answered by a set, or by none. Throws `Refusal` NOT_FOUND for channels that they are
 * no member of, and for sets of others.
 */
export async function assign(
  db: Database,
  caller: Caller,
  { channelId, direction }: { readonly channelId: string; readonly direction: AnswerDirection },
  setId: string | null,
): Promise<SmartAnswerAssignment> {
  return await db.transaction().execute(async (trx) => {
    await requireGrant(trx, caller, 'CALL_BOOSTS');
    await requireMembership(trx, caller, channelId);
    if (setId !== null) await requireOwnSet(trx, caller, setId);
    const column = direction === 'inbound' ? 'inbound_set_id' : 'outbound_set_id';
    const row = await trx
      .insertInto('smart_answer_assignments')
      .values({
        user_id: caller.userId,
        channel_id: channelId,
        inbound_set_id: direction === 'inbound' ? setId : null,
        outbound_set_id: direction === 'outbound' ? setId : null,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'channel_id']).doUpdateSet({ [column]: setId }))
      .returningAll()
      .executeTakeFirstOrThrow();
    return assignmentOf(row);
  });
}

/** Both rows stay until the transaction is over. */
async function requireMembership(trx: Writer, { userId, accountId }: Caller, channelId: string): Promise<void> {
  const member = await trx
    .selectFrom('channel_members')
    .innerJoin('channels', 'channels.id', 'channel_members.channel_id')
    .select('channels.id')
    .where('channels.id', '=', channelId)
    .where('channels.account_id', '=', accountId)
    .where('channel_members.user_id', '=', userId)
    .forKeyShare('channel_members')
    .executeTakeFirst();
  if (!member) throw notFound('channel');
}

async function requireOwnSet(trx: Writer, { userId }: Caller, setId: string): Promise<void> {
  const own = await trx
    .selectFrom('smart_answer_sets')
    .select('id')
    .where('id', '=', setId)
    .where('user_id', '=', userId)
    .forKeyShare()
    .executeTakeFirst();
  if (!own) throw notFound('set of questions');
}

const assignmentOf = (row: Selectable<Schema['smart_answer_assignments']>): SmartAnswerAssignment => ({
  id: row.channel_id,
  channelId: row.channel_id,
  inboundSetId: row.inbound_set_id,
  outboundSetId: row.outbound_set_id,
  rev: Number(row.rev),
});
