import { type RawBuilder, sql } from 'kysely';
import type { EntityRef } from '../../../crm/crm-side.ts';
import { jsonText } from '../../../storage/json-text.ts';
import type { Writer } from '../../../storage/writer.ts';
import type { Entry } from './entries.ts';

/** An entry of a call is written: its log and its inbox event say to what it was logged. ENT-037, SENT-058 */
export async function noteLogged(
  trx: Writer,
  entry: Entry,
  recordId: string,
  entities: readonly EntityRef[],
): Promise<void> {
  for (const { type, id } of entities) {
    await ofLog(trx, entry)
      .set({ logged_as: recordId })
      .where('type', '=', type)
      .where('external_id', '=', id)
      .execute();
  }
  const logged = await trx
    .selectFrom('call_log_entities')
    .select(['external_id as id', 'type', 'source'])
    .where('channel_id', '=', entry.channel_id)
    .where('session_id', '=', entry.session_id)
    .where('source', '=', entry.source)
    .where('logged_as', 'is not', null)
    .orderBy('position')
    .execute();
  await noteEntry(trx, entry, sql`jsonb_build_object('loggedEntities', ${jsonText(logged)}::jsonb)`);
}

/** The record of an entry is no longer in the CRM. */
export async function noteRemoved(trx: Writer, entry: Entry): Promise<void> {
  if (entry.kind !== 'call') return;
  if (entry.external_id !== null)
    await ofLog(trx, entry).set({ logged_as: null }).where('logged_as', '=', entry.external_id).execute();
  await noteLogged(trx, entry, '', []);
}

export const noteTask = (trx: Writer, entry: Entry, taskId: string): Promise<void> =>
  noteEntry(trx, entry, sql`jsonb_build_object('taskId', ${taskId}::text)`);

const ofLog = (trx: Writer, entry: Entry) =>
  trx
    .updateTable('call_log_entities')
    .where('channel_id', '=', entry.channel_id)
    .where('session_id', '=', entry.session_id)
    .where('source', '=', entry.source);

/** Adds to what the inbox event says of a CRM. */
async function noteEntry(trx: Writer, entry: Entry, more: RawBuilder<unknown>): Promise<void> {
  const was = sql`case jsonb_typeof(documentation) when 'object' then documentation else '{}' end`;
  const info = sql`coalesce(documentation -> 'integrationInfo', '{"status": "success", "entries": {}}'::jsonb)`;
  const entries = sql`coalesce(documentation #> '{integrationInfo,entries}', '{}'::jsonb)`;
  const ofSource = sql`coalesce(documentation #> array['integrationInfo', 'entries', ${entry.source}::text], '{}'::jsonb)`;
  await trx
    .updateTable('inbox_events')
    .set({
      documentation: sql<string>`${was} || jsonb_build_object('integrationInfo', ${info} || jsonb_build_object('entries',
        ${entries} || jsonb_build_object(${entry.source}::text, ${ofSource} || ${more})))`,
    })
    .where('channel_id', '=', entry.channel_id)
    .where('session_id', '=', entry.session_id)
    .execute();
}
