import { accountsAt } from '../../storage/node-lease.ts';
import type { Writer } from '../../storage/writer.ts';
import type { SoundKind } from './kinds.ts';

/** Where a sound is looked for. */
export interface SoundPlace {
  readonly channelId: string;
  readonly docId: string;
}

/** Rows of one kind of sound, as much of them as both kinds have and what only recordings have. */
export const selectSounds = (db: Writer, { table }: SoundKind) =>
  db
    .selectFrom(table)
    .select(['id', 'account_id', 'channel_id', 'doc_id', 'state', 'original_path', 'mp3_path', 'failure', 'started_at'])
    .$if(table === 'recordings', (query) => query.select(['mode', 'user_id']));

/** A row of either kind. */
export type SoundRow = Awaited<ReturnType<ReturnType<typeof selectSounds>['executeTakeFirstOrThrow']>>;

/** Those that are still being recorded or gone through. */
export const selectUnfinished = (db: Writer, kind: SoundKind) =>
  selectSounds(db, kind).where('state', 'not in', ['ready', 'failed']);

/** Of an earlier life of the carrier of a node: what others record is theirs. */
export const selectLeft = (db: Writer, kind: SoundKind, node: string | undefined) =>
  selectUnfinished(db, kind).$if(node !== undefined, (query) =>
    query.where('account_id', 'in', accountsAt(db, node ?? '')),
  );

/** Questions about a recording that nobody answered do not outlive the server that asked. */
export const failAsked = async (
  db: Writer,
  table: 'recordings' | 'captures',
  node: string | undefined,
): Promise<void> => {
  await db
    .updateTable(table)
    .set({ state: 'failed', failure: 'The server restarted while the other side was being asked.' })
    .where('state', '=', 'asking')
    .$if(node !== undefined, (query) => query.where('account_id', 'in', accountsAt(db, node ?? '')))
    .execute();
};

/** What was recorded of a call, by the docId of its inbox event; with `orSession` by the id of its session too. Newest first. */
export const soundsOfCall = (db: Writer, kind: SoundKind, { channelId, docId }: SoundPlace, orSession = false) =>
  selectSounds(db, kind)
    .where('channel_id', '=', channelId)
    .where((eb) =>
      orSession ? eb.or([eb('doc_id', '=', docId), eb('session_id', '=', docId)]) : eb('doc_id', '=', docId),
    )
    .orderBy('started_at', 'desc')
    .execute();
