import type { CallLog, CallLogEntity, CallTask } from '@sidetone/contract/entities/call-log.ts';
import { z } from 'zod';
import type { CrmAccess } from '../../../crm/crm-access.ts';
import { notFound } from '../../../requests/refusal.ts';
import type { Writer } from '../../../storage/writer.ts';
import { usualMode } from './modes.ts';
import { loggedTo, type OfCall } from './stored.ts';

const problem = z.object({ code: z.string(), detail: z.string() });
/** What an entry's problem says to users. */
export const problemOf = (value: unknown): string | null => problem.safeParse(value).data?.detail ?? null;

/** The log as it is now. Throws `Refusal` NOT_FOUND where it is gone. */
export async function requireRead(db: Writer, of: OfCall): Promise<CallLog> {
  const [log] = await readLog(db, of);
  if (!log) throw notFound('log of this call');
  return log;
}

/** The log of a call as clients see it; none while there is none. */
export async function readLog(db: Writer, { channelId, sessionId }: OfCall): Promise<CallLog[]> {
  const row = await db
    .selectFrom('call_logs as log')
    .leftJoin('inbox_events as event', (join) =>
      join.onRef('event.channel_id', '=', 'log.channel_id').onRef('event.session_id', '=', 'log.session_id'),
    )
    .leftJoin('channel_log_modes as mode', 'mode.channel_id', 'log.channel_id')
    .selectAll('log')
    .select(['event.owner', 'mode.mode'])
    .where('log.channel_id', '=', channelId)
    .where('log.session_id', '=', sessionId)
    .executeTakeFirst();
  if (!row) return [];
  return [
    {
      id: row.log_id,
      rev: Number(row.rev),
      channelId,
      sessionId,
      owner: row.owner,
      mode: row.mode ?? usualMode,
      selectedOutcome: row.selected_outcome,
      isDefaultEntitySelectionApplied: row.are_defaults_applied,
      readyAt: row.ready_at?.toISOString() ?? null,
      isAmbiguous: row.is_ambiguous,
    },
  ];
}

/** What it is logged to, each with the entry of the ledger that writes it. */
export async function readEntities(
  db: Writer,
  crm: Pick<CrmAccess, 'formOf'>,
  accountId: string,
  call: OfCall,
): Promise<CallLogEntity[]> {
  const [entities, entries, connections] = await Promise.all([
    loggedTo(db, call),
    entriesOf(db, call, 'call'),
    db.selectFrom('integrations').select(['id', 'name']).where('account_id', '=', accountId).execute(),
  ]);
  const idOf = new Map(connections.map(({ id, name }) => [name, id]));
  const unitOf = new Map<string, string>();
  for (const source of new Set(entities.map((one) => one.source))) {
    const ofSource = entities.filter((one) => one.source === source);
    for (const unit of crm.formOf(source)?.unitsOf(ofSource) ?? [])
      for (const { type, id } of unit.entities) {
        const place = `${source}:${type}:${id}`;
        if (!unitOf.has(place)) unitOf.set(place, unit.name);
      }
  }
  return entities.map((one) => {
    const unit = unitOf.get(`${one.source}:${one.type}:${one.id}`) ?? 'main';
    const entry = entries.find(({ source, unit: its }) => source === one.source && its === unit);
    const integrationId = idOf.get(one.source) ?? one.source;
    return {
      id: `${integrationId}:${one.type}:${one.id}`,
      // Changes with the row, and with its entry.
      rev: one.rev + Number(entry?.rev ?? 0),
      integrationId,
      source: one.source,
      type: one.type,
      entityId: one.id,
      label: one.label,
      url: one.url,
      isOpen: one.isOpen,
      ownerId: one.crmOwner,
      ownedBy: one.ownedBy,
      chosenBy: one.chosenBy,
      logId: one.loggedAs,
      state: entry?.state ?? null,
      problem: entry ? (entry.skip_reason ?? problemOf(entry.problem)) : null,
      logUrl: entry?.external_url ?? null,
    };
  });
}

/** The follow-up task of a call; none where there is none. */
export async function readTask(db: Writer, accountId: string, call: OfCall): Promise<CallTask[]> {
  const [row, entries] = await Promise.all([
    db
      .selectFrom('call_tasks as task')
      .leftJoin('integrations as integration', (join) =>
        join.onRef('integration.name', '=', 'task.source').on('integration.account_id', '=', accountId),
      )
      .selectAll('task')
      .select('integration.id as integration_id')
      .where('task.channel_id', '=', call.channelId)
      .where('task.session_id', '=', call.sessionId)
      .executeTakeFirst(),
    entriesOf(db, call, 'task'),
  ]);
  if (!row) return [];
  const entry = entries.find(({ source }) => source === row.source);
  return [
    {
      id: row.log_id,
      rev: Number(row.rev) + Number(entry?.rev ?? 0),
      integrationId: row.integration_id ?? row.source,
      type: row.type,
      title: row.title,
      content: row.content,
      dueDay: row.due_day,
      dueTime: row.due_time,
      state: entry?.state ?? 'DRAFT',
      url: entry?.external_url ?? null,
      problem: entry ? (entry.skip_reason ?? problemOf(entry.problem)) : null,
    },
  ];
}

const entriesOf = (db: Writer, { channelId, sessionId }: OfCall, kind: 'call' | 'task') =>
  db
    .selectFrom('crm_writes')
    .select(['source', 'unit', 'state', 'skip_reason', 'problem', 'external_url', 'rev'])
    .where('channel_id', '=', channelId)
    .where('session_id', '=', sessionId)
    .where('kind', '=', kind)
    .execute();
