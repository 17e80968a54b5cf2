import type { Voicemail } from '@sidetone/contract/entities/documentation.ts';
import { sql } from 'kysely';
import type { Writer } from '../../storage/writer.ts';

interface OfEvent {
  readonly channel_id: string;
  readonly doc_id: string;
}

/** Says in the inbox event how far its voicemail is; where there is no such event, nobody is told. */
export async function writePart(db: Writer, event: OfEvent, part: Partial<Voicemail>): Promise<void> {
  await db
    .updateTable('inbox_events')
    .set({
      documentation: sql<string>`jsonb_set(documentation, '{voicemail}',
        coalesce(documentation -> 'voicemail', '{}') || ${JSON.stringify(part)}::jsonb)`,
    })
    .where('channel_id', '=', event.channel_id)
    .where('id', '=', event.doc_id)
    .execute();
}

/** Says that the voicemail was deleted because of its age; nothing else is left of it. */
export async function expirePart(db: Writer, event: OfEvent): Promise<void> {
  const gone: Voicemail = { visual: { status: 'deleted' } };
  await db
    .updateTable('inbox_events')
    .set({ documentation: sql<string>`jsonb_set(documentation, '{voicemail}', ${JSON.stringify(gone)}::jsonb)` })
    .where('channel_id', '=', event.channel_id)
    .where('id', '=', event.doc_id)
    .where(sql<boolean>`documentation ? 'voicemail'`)
    .execute();
}

/** Takes the part away: nothing tells that there was a voicemail. */
export async function removePart(db: Writer, event: OfEvent): Promise<void> {
  await db
    .updateTable('inbox_events')
    .set({ documentation: sql<string>`documentation - 'voicemail'` })
    .where('channel_id', '=', event.channel_id)
    .where('id', '=', event.doc_id)
    .execute();
}
