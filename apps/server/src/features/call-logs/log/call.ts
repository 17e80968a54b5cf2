import type { InboxCall } from '@sidetone/contract/entities/inbox-event.ts';
import { mayLogCall } from '@sidetone/contract/rules/crm/log-permission.ts';
import { isMissed } from '@sidetone/contract/rules/inbox-status.ts';
import { sql } from 'kysely';
import type { Caller } from '../../../requests/callers.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Writer } from '../../../storage/writer.ts';

/** A call in a channel, as far as its log depends on it. Times are UTC. */
export interface LoggedCall {
  readonly accountId: string;
  readonly channelId: string;
  readonly sessionId: string;
  readonly docId: string;
  /** Web user who took or placed it; null where nobody did. */
  readonly owner: string | null;
  readonly direction: 'INCOMING' | 'OUTGOING';
  readonly startedAt: Date;
  readonly establishedAt: Date | null;
  readonly endedAt: Date | null;
  readonly reason: InboxCall['terminatedReason'];
  readonly isMissed: boolean;
  /** E.164; null for anonymous callers. */
  readonly remoteNumber: string | null;
  readonly localNumber: string | null;
  /** With a colleague. */
  readonly isInternal: boolean;
}

type Asker = Pick<Caller, 'userId' | 'accountId'>;

const columns = [
  'account_id',
  'channel_id',
  'session_id',
  'id',
  'owner',
  'direction',
  'state',
  'started_at',
  'established_at',
  'terminated_at',
  'terminated_reason',
  'remote_phone_number',
  'on_phone_number',
  'remote_user_id',
] as const;

/** Null where there is no such call any longer. */
export async function callOf(db: Writer, channelId: string, sessionId: string): Promise<LoggedCall | null> {
  const row = await db
    .selectFrom('inbox_events')
    .select([...columns])
    .where('channel_id', '=', channelId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  if (!row) return null;
  const call = {
    direction: row.direction,
    state: row.state as InboxCall['state'],
    terminatedReason: row.terminated_reason as InboxCall['terminatedReason'],
  };
  return {
    accountId: row.account_id,
    channelId: row.channel_id,
    sessionId: row.session_id,
    docId: row.id,
    owner: row.owner,
    direction: row.direction,
    startedAt: row.started_at,
    establishedAt: row.established_at,
    endedAt: row.terminated_at,
    reason: call.terminatedReason,
    isMissed: row.terminated_at !== null && isMissed(call),
    remoteNumber: row.remote_phone_number,
    localNumber: row.on_phone_number,
    isInternal: row.remote_user_id !== null,
  };
}

/** A call in a channel of the asker. Throws `Refusal` NOT_FOUND for others, as if there were none. */
export async function ownCall(db: Writer, asker: Asker, channelId: string, sessionId: string): Promise<LoggedCall> {
  const member = await db
    .selectFrom('channel_members')
    .select('user_id')
    .where('channel_id', '=', channelId)
    .where('user_id', '=', asker.userId)
    .executeTakeFirst();
  const call = member && (await callOf(db, channelId, sessionId));
  if (!call || call.accountId !== asker.accountId) throw notFound('call');
  return call;
}

/** Throws `Refusal` FORBIDDEN unless the account may log calls (SPERM-016) and the asker this one (SPERM-021, SPERM-024). */
export async function requireMayLog(db: Writer, asker: Asker, call: LoggedCall): Promise<void> {
  await requireLogs(db, asker.accountId);
  const isOwner = call.owner === asker.userId;
  if (!mayLogCall({ isOwner, isMissed: call.direction === 'INCOMING' && call.isMissed, isMember: true }))
    throw new Refusal('FORBIDDEN', 'Only who took or placed the call may log it.');
}

/** Throws `Refusal` FORBIDDEN where the account's plan has no logs. SPERM-016 */
export async function requireLogs(db: Writer, accountId: string): Promise<void> {
  if (!(await mayLogCalls(db, accountId)))
    throw new Refusal('FORBIDDEN', 'The plan of this account has no logs of calls in CRMs.');
}

/** The integration grant CALL_EVENT of the account's plan. */
export async function mayLogCalls(db: Writer, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select(sql<boolean>`coalesce(plan -> 'integrationGrants', '[]'::jsonb) @> '["CALL_EVENT"]'::jsonb`.as('may'))
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.may ?? false;
}
