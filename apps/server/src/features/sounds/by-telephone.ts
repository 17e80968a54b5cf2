import { writeFile } from 'node:fs/promises';
import { leftSide } from '@sidetone/wav/left-side.ts';
import { type SqlBool, sql } from 'kysely';
import { audit } from '../../requests/audit.ts';
import { Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { voicemailKind as kind } from './kinds.ts';
import { type ListeningParts, listening } from './listening.ts';
import { markVoicemails } from './mark-voicemails.ts';

/** So many somebody can hear in one call. */
const mostMessages = 50;
/** As long as a service plays one sound. */
const longestSeconds = 300;

/** Voicemails as users hear them on a telephone: those of their own channel and of the channels that they are in. */
export function voicemailsByTelephone(parts: ListeningParts) {
  const { db, files } = parts;
  const ofUser = voicemailsOf(db);
  return {
    /** The unheard ones first, as they came, then the others, the newest first. */
    async messagesOf(userId: string): Promise<readonly { readonly id: string; readonly isNew: boolean }[]> {
      const rows = await ofUser(userId)
        .orderBy(sql`read_at is not null`)
        .orderBy(sql`case when read_at is null then started_at end`)
        .orderBy('started_at', 'desc')
        .limit(mostMessages)
        .execute();
      return rows.map(({ id, read_at }) => ({ id, isNew: read_at === null }));
    },

    /**
     * Writes what somebody is about to hear to `path`, as a WAV of one channel, with a line in the audit log, and gives who left
     * it and when. Null for a message that is gone, or no longer theirs to hear.
     */
    async takeOut(voicemailId: string, userId: string, path: string) {
      const row = await ofUser(userId)
        .select((eb) => [
          eb
            .selectFrom('inbox_events')
            .select('remote_phone_number')
            .whereRef('inbox_events.channel_id', '=', 'voicemails.channel_id')
            .whereRef('inbox_events.id', '=', 'voicemails.doc_id')
            .as('number'),
          eb
            .selectFrom('accounts')
            .select('time_zone')
            .whereRef('accounts.id', '=', 'voicemails.account_id')
            .as('zone'),
        ])
        .where('id', '=', voicemailId)
        .executeTakeFirst();
      if (!row?.original_path) return null;
      const { account_id: accountId, channel_id: channelId, doc_id: target } = row;
      const detail = { channelId, format: 'telephone' };
      await db
        .transaction()
        .execute((trx) =>
          audit(trx, { accountId, actorUserId: userId, address: null, action: kind.audited.fetched, target, detail }),
        );
      const near = await files.near(row.original_path);
      if (near === null) return null;
      const { wav } = await leftSide(near, longestSeconds);
      await writeFile(path, wav, { mode: 0o600 });
      return { number: row.number, at: row.started_at, timeZone: row.zone ?? 'UTC' };
    },
    ...changesByTelephone(parts, ofUser),
  };
}

/** Those that a user may hear: of their own channel and of the channels that they are in. */
const voicemailsOf = (db: Database) => (userId: string) =>
  db
    .selectFrom('voicemails')
    .select(['id', 'account_id', 'channel_id', 'doc_id', 'original_path', 'read_at', 'started_at'])
    .where('state', '=', 'ready')
    .where('original_path', 'is not', null)
    .where(
      sql<SqlBool>`channel_id in (
          select channel_id from channel_members where user_id = ${userId}
          union select id from channels where owner_user_id = ${userId})`,
    );

/** What becomes of messages that were heard; nothing of those that are gone, or no longer theirs. */
function changesByTelephone(parts: ListeningParts, ofUser: ReturnType<typeof voicemailsOf>) {
  const { db } = parts;
  const { remove } = listening(kind, parts);
  return {
    /** Somebody heard it to its end. */
    async heard(voicemailId: string, userId: string): Promise<void> {
      const row = await ofUser(userId).where('id', '=', voicemailId).executeTakeFirst();
      if (row && row.read_at === null) await markVoicemails(db, [row], row, true);
    },

    /** Somebody wants it to be new again. */
    async keepNew(voicemailId: string, userId: string): Promise<void> {
      const row = await ofUser(userId).where('id', '=', voicemailId).executeTakeFirst();
      if (row && row.read_at !== null) await markVoicemails(db, [row], row, false);
    },

    /** Somebody deletes it; the app and other telephones may have done so before. */
    async removeMessage(voicemailId: string, userId: string): Promise<void> {
      const row = await ofUser(userId).where('id', '=', voicemailId).executeTakeFirst();
      if (!row) return;
      const caller = { accountId: row.account_id, userId };
      await remove({ channelId: row.channel_id, docId: row.doc_id }, { caller, address: null }).catch(
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
        },
      );
    },
  };
}
