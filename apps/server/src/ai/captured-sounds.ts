import { sql } from 'kysely';
import { removeOrphans } from '../sound/orphans.ts';
import type { SoundFiles } from '../sound/sound-files.ts';
import type { Database } from '../storage/database.ts';
import type { DocumentedCall } from '../storage/documentation-writer.ts';
import type { AiServices } from './services.ts';

interface CapturedParts {
  readonly db: Database;
  readonly captures: SoundFiles;
}

/** Removes what was captured of a call: files first, since a row without its file is found again. */
export async function removeCaptured(
  { db, captures }: CapturedParts,
  { channelId, docId }: DocumentedCall,
): Promise<void> {
  const rows = await db
    .selectFrom('captures')
    .select(['id', 'original_path'])
    .where('channel_id', '=', channelId)
    .where('doc_id', '=', docId)
    .where('state', 'in', ['ready', 'failed'])
    .execute();
  await remove({ db, captures }, rows);
}

/** Removes what is older than its account keeps captured sound, and files that no row knows. Gives how many sounds went. */
export async function sweepCaptured(parts: CapturedParts & { readonly ground: AiServices['ground'] }): Promise<number> {
  const { db, captures, ground } = parts;
  const accounts = await db.selectFrom('captures').select('account_id').distinct().execute();
  let gone = 0;
  for (const { account_id: accountId } of accounts) {
    const { soundHours } = await ground.settings(accountId);
    const rows = await db
      .selectFrom('captures')
      .select(['id', 'original_path'])
      .where('account_id', '=', accountId)
      .where('state', 'in', ['ready', 'failed'])
      .where(sql<boolean>`coalesce(stopped_at, started_at) < now() - make_interval(hours => ${soundHours})`)
      .where(sql<boolean>`not exists (
        select from inbox_events where channel_id = captures.channel_id and id = captures.doc_id
          and documentation #>> '{transcription,status}' in ('waiting', 'loading')
          and ${soundHours} = 0 and captures.started_at > now() - interval '24 hours')`)
      .execute();
    await remove(parts, rows);
    gone += rows.length;
  }
  await removeOrphans(captures, async (originals) => {
    const known = await db
      .selectFrom('captures')
      .select('original_path')
      .where('original_path', 'in', originals)
      .execute();
    return new Set(known.map(({ original_path }) => original_path ?? ''));
  });
  return gone;
}

async function remove(
  { db, captures }: CapturedParts,
  rows: readonly { readonly id: string; readonly original_path: string | null }[],
): Promise<void> {
  for (const { original_path: path } of rows) if (path !== null) await captures.remove(path);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom('captures').where('id', 'in', ids).execute();
}
