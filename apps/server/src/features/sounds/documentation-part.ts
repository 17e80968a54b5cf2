import type { PartStatus } from '@sidetone/contract/entities/documentation.ts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../storage/schema.ts';

/** Which part of an event's documentation a recording is. */
const partNames = { manual: 'manualRecording', automatic: 'automaticRecording' } as const;

export interface RecordingPart {
  readonly status: PartStatus;
  readonly waveform?: readonly number[];
  /** The same by side. */
  readonly waveforms?: { readonly user: readonly number[]; readonly remote: readonly number[] };
  /** Seconds. */
  readonly duration?: number | null;
}

interface OfEvent {
  readonly channel_id: string;
  readonly doc_id: string;
  readonly mode: 'manual' | 'automatic';
}

/** Says in the inbox event how far its recording is; where there is no such event, nobody is told. */
export async function writePart(db: Kysely<Schema>, event: OfEvent, part: RecordingPart): Promise<void> {
  const name = partNames[event.mode];
  await db
    .updateTable('inbox_events')
    .set({
      documentation: sql<string>`jsonb_set(documentation, ${[name]}::text[],
        coalesce(documentation -> ${name}, '{}') || ${JSON.stringify(part)}::jsonb)`,
    })
    .where('channel_id', '=', event.channel_id)
    .where('id', '=', event.doc_id)
    .execute();
}

/** Says that the recording failed, where the event already promises one. */
export async function breakPart(db: Kysely<Schema>, event: OfEvent): Promise<void> {
  const name = partNames[event.mode];
  await db
    .updateTable('inbox_events')
    .set({ documentation: sql<string>`jsonb_set(documentation, ${[name, 'status']}::text[], '"error"')` })
    .where('channel_id', '=', event.channel_id)
    .where('id', '=', event.doc_id)
    .where(sql<boolean>`documentation ? ${name}::text`)
    .execute();
}

/** What the part is in older documents, whichever recording it was. */
const olderName = 'recording';

/** Takes the part away again, and what older documents have in its place. */
export async function removePart(db: Kysely<Schema>, event: OfEvent): Promise<void> {
  await db
    .updateTable('inbox_events')
    .set({ documentation: sql<string>`documentation - ${[partNames[event.mode], olderName]}::text[]` })
    .where('channel_id', '=', event.channel_id)
    .where('id', '=', event.doc_id)
    .execute();
}

/** Takes away what an older document says of a recording; gives whether it said something. */
export async function removeOlderPart(
  db: Kysely<Schema>,
  { channelId, docId }: { readonly channelId: string; readonly docId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('inbox_events')
    .set({ documentation: sql<string>`documentation - ${olderName}::text` })
    .where('channel_id', '=', channelId)
    .where('id', '=', docId)
    .where(sql<boolean>`jsonb_typeof(documentation) = 'object' and documentation ? ${olderName}::text`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
