import type { CrmWrite } from '@sidetone/contract/entities/call-log.ts';
import type { CrmWriteState } from '@sidetone/contract/rules/crm/write-states.ts';
import type { Writer } from '../../../storage/writer.ts';
import { problemOf } from '../log/log-document.ts';

const mostListed = 200;

interface Filter {
  readonly state?: CrmWriteState | undefined;
  readonly integrationId?: string | undefined;
  readonly id?: string | undefined;
}

/** Entries of the ledger of an account, newest first, without a word of a call. */
export async function readEntries(db: Writer, accountId: string, filter: Filter): Promise<CrmWrite[]> {
  const { state, integrationId, id } = filter;
  const asked = db
    .selectFrom('crm_writes as entry')
    .leftJoin('integrations as integration', (join) =>
      join.onRef('integration.account_id', '=', 'entry.account_id').onRef('integration.name', '=', 'entry.source'),
    )
    .selectAll('entry')
    .select('integration.id as integration_id')
    .where('entry.account_id', '=', accountId);
  const ofState = state === undefined ? asked : asked.where('entry.state', '=', state);
  const ofConnection = integrationId === undefined ? ofState : ofState.where('integration.id', '=', integrationId);
  const rows = await (id === undefined ? ofConnection : ofConnection.where('entry.id', '=', id))
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
    attempts: row.attempts,
    problem: problemOf(row.problem),
    nextTryAt: row.next_try_at?.toISOString() ?? null,
    url: row.external_url,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }));
}
