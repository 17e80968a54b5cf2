import type { CrmWrite } from '@sidetone/contract/entities/call-log.ts';
import type { CrmWriteGroup } from '@sidetone/contract/rules/crm/write-groups.ts';
import { sql } from 'kysely';
import type { Writer } from '../../../storage/writer.ts';
import { problemOf } from '../log/log-document.ts';
import { type EntryFilter, fits, isInGroup } from './entry-filter.ts';

const mostListed = 200;

interface Wanted extends EntryFilter {
  readonly state?: CrmWriteGroup | undefined;
  readonly id?: string | undefined;
}

/** Entries of the ledger of an account, newest first, without a word of a call; in one statement, whatever is asked for. */
export async function readEntries(db: Writer, accountId: string, wanted: Wanted): Promise<CrmWrite[]> {
  const { state, id } = wanted;
  const inGroup = state === undefined ? sql`true` : isInGroup(state);
  const isMeant = id === undefined ? sql`true` : sql`entry.id = ${id}`;
  const rows = await db
    .selectFrom('crm_writes as entry')
    .leftJoin('integrations as integration', (join) =>
      join.onRef('integration.account_id', '=', 'entry.account_id').onRef('integration.name', '=', 'entry.source'),
    )
    .selectAll('entry')
    .select('integration.id as integration_id')
    .select((eb) =>
      eb
        .selectFrom('call_log_entities as named')
        .select('named.label')
        .whereRef('named.channel_id', '=', 'entry.channel_id')
        .whereRef('named.session_id', '=', 'entry.session_id')
        .whereRef('named.source', '=', 'entry.source')
        .where('named.type', 'in', ['contacts', 'leads'])
        .orderBy('named.position')
        .limit(1)
        .as('remote_name'),
    )
    .where(sql<boolean>`${fits(accountId, wanted)} and ${inGroup} and ${isMeant}`)
    .orderBy('entry.created_at', 'desc')
    .orderBy('entry.id')
    .limit(mostListed)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    rev: Number(row.rev),
    integrationId: row.integration_id,
    source: row.source,
    channelId: row.channel_id,
    sessionId: row.session_id,
    kind: row.kind,
    unit: row.unit,
    key: row.key,
    state: row.state,
    skipReason: row.skip_reason,
    actor: row.actor,
    remoteNumber: row.remote_number,
    remoteName: row.remote_name,
    attempts: row.attempts,
    problem: problemOf(row.problem),
    nextTryAt: row.next_try_at?.toISOString() ?? null,
    url: row.external_url,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }));
}
