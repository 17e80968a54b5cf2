import { sql } from 'kysely';
import type { Writer } from '../../storage/writer.ts';
import type { SoundKind, SoundOfEvent } from './kinds.ts';
import type { SoundPlace } from './rows.ts';

/** Says in the inbox event how far its sound is; where there is no such event, nobody is told. */
export async function writePart(db: Writer, kind: SoundKind, sound: SoundOfEvent, part: object): Promise<void> {
  const name = kind.partOf(sound);
  if (name === null) return;
  await eventOf(db, sound)
    .set({ documentation: withPart(name, part) })
    .execute();
}

/** Says that the sound failed, where the event already promises one. */
export async function breakPart(db: Writer, kind: SoundKind, sound: SoundOfEvent): Promise<void> {
  const name = kind.partOf(sound);
  if (name === null) return;
  await eventOf(db, sound)
    .set({ documentation: withPart(name, kind.says.failed) })
    .where(has(name))
    .execute();
}

/** Takes the part away again, and what older documents have in its place. */
export async function removePart(db: Writer, kind: SoundKind, sound: SoundOfEvent): Promise<void> {
  const names = [kind.partOf(sound), kind.olderPart].filter((name) => name !== null);
  if (names.length === 0) return;
  await eventOf(db, sound)
    .set({ documentation: sql<string>`documentation - ${names}::text[]` })
    .execute();
}

/** Says, in the way of its kind, that the sound was deleted because of its age. */
export async function expirePart(db: Writer, kind: SoundKind, sound: SoundOfEvent): Promise<void> {
  const name = kind.partOf(sound);
  if (kind.expired === null || name === null) return await removePart(db, kind, sound);
  await eventOf(db, sound)
    .set({
      documentation: sql<string>`jsonb_set(documentation, ${[name]}::text[], ${JSON.stringify(kind.expired)}::jsonb)`,
    })
    .where(has(name))
    .execute();
}

/** Takes away what an older document says of a sound; gives whether it said something. */
export async function removeOlderPart(db: Writer, kind: SoundKind, { channelId, docId }: SoundPlace): Promise<boolean> {
  const name = kind.olderPart;
  if (name === null) return false;
  const { numUpdatedRows } = await eventOf(db, { channel_id: channelId, doc_id: docId })
    .set({ documentation: sql<string>`documentation - ${name}::text` })
    .where(sql<boolean>`jsonb_typeof(documentation) = 'object'`)
    .where(has(name))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const eventOf = (db: Writer, { channel_id, doc_id }: SoundOfEvent) =>
  db.updateTable('inbox_events').where('channel_id', '=', channel_id).where('id', '=', doc_id);

const has = (name: string) => sql<boolean>`documentation ? ${name}::text`;

const withPart = (name: string, part: object) => sql<string>`jsonb_set(documentation, ${[name]}::text[],
  coalesce(documentation -> ${name}, '{}') || ${JSON.stringify(part)}::jsonb)`;
