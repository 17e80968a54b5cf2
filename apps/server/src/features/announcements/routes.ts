import { randomUUID } from 'node:crypto';
import { type SpokenText, saidIn } from '@sidetone/contract/entities/spoken-text.ts';
import type { Announcement } from '@sidetone/contract/http/announcement-routes.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { type Answer, answer } from '../../requests/answer.ts';
import { audit } from '../../requests/audit.ts';
import { Download } from '../../requests/download.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import { playableWav } from '../../sound/playable-wav.ts';
import type { Database } from '../../storage/database.ts';
import { jsonText } from '../../storage/json-text.ts';
import type { Writer } from '../../storage/writer.ts';
import type { AnnouncementFiles } from './announcement-files.ts';

const mostAnnouncements = 100;

interface RoutesParts {
  readonly db: Database;
  readonly files: AnnouncementFiles;
}

/** Announcements of an account, for its administrators alone. */
export const announcementRoutes = ({ db, files }: RoutesParts): Answer[] => [
  answer(routes.announcements, async ({ caller }) => ({
    announcements: (await ofAccount(db, caller.accountId).orderBy('name').orderBy('id').execute()).map(asAnnouncement),
  })),

  answer(routes.addAnnouncement, async ({ caller: { accountId, userId }, query, body, address }) => {
    const { name } = query;
    const { wav, durationMs } = checked(body);
    const id = randomUUID();
    // First the sound: a row without one would be an announcement that nobody hears.
    await files.keep(id, wav, accountId);
    try {
      return await db.transaction().execute(async (trx) => {
        await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
        const { count } = await trx
          .selectFrom('announcements')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow();
        if (Number(count) >= mostAnnouncements) {
          throw new Refusal('CONFLICT', `An account has at most ${mostAnnouncements} announcements.`);
        }
        const row = { id, account_id: accountId, name, duration_ms: durationMs, ...columnsOf(saidIn(query)) };
        await trx.insertInto('announcements').values(row).execute();
        const detail = { announcement: 'added', name };
        await audit(trx, { accountId, actorUserId: userId, action: 'routing.changed', target: id, detail, address });
        return asAnnouncement(await ofAccount(trx, accountId).where('id', '=', id).executeTakeFirstOrThrow());
      });
    } catch (error) {
      await files.remove(id);
      throw error;
    }
  }),

  replacing({ db, files }),

  answer(routes.announcementAudio, async ({ caller, params: { announcementId } }) => {
    const row = await ofAccount(db, caller.accountId).where('id', '=', announcementId).executeTakeFirst();
    const file = row && (await files.fileOf(row.id));
    if (!file) throw notFound('announcement');
    return new Download(file, 'audio/wav');
  }),

  removing({ db, files }),
];

/** Another sound in the place of one, where it is played. */
const replacing = ({ db, files }: RoutesParts): Answer =>
  answer(routes.replaceAnnouncement, async ({ caller: { accountId, userId }, params, query, body, address }) => {
    const { announcementId: id } = params;
    const { name } = query;
    const { wav, durationMs } = checked(body);
    return await db.transaction().execute(async (trx) => {
      const columns = { name, duration_ms: durationMs, ...columnsOf(saidIn(query)) };
      const row = await trx
        .updateTable('announcements')
        .set(columns)
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      if (!row) throw notFound('announcement');
      const detail = { announcement: 'replaced', name };
      await audit(trx, { accountId, actorUserId: userId, action: 'routing.changed', target: id, detail, address });
      const replaced = asAnnouncement(await ofAccount(trx, accountId).where('id', '=', id).executeTakeFirstOrThrow());
      // The sound comes last: where it cannot be kept, the old one goes on with its old text.
      await files.keep(id, wav, accountId);
      return replaced;
    });
  });

/** Deletes one that nothing plays. */
const removing = ({ db, files }: RoutesParts): Answer =>
  answer(routes.removeAnnouncement, async ({ caller: { accountId, userId }, params: { announcementId }, address }) => {
    await db.transaction().execute(async (trx) => {
      const row = await ofAccount(trx, accountId).where('id', '=', announcementId).forUpdate().executeTakeFirst();
      if (!row) throw notFound('announcement');
      if (row.channelIds.length > 0) throw new Refusal('CONFLICT', 'A channel plays this announcement.');
      if (await isAsked(trx, accountId, announcementId)) {
        throw new Refusal('CONFLICT', 'A call assistant plays this announcement.');
      }
      if (await isInMenu(trx, accountId, announcementId)) {
        throw new Refusal('CONFLICT', 'A voice menu plays this announcement.');
      }
      await trx.deleteFrom('announcements').where('id', '=', announcementId).execute();
      const detail = { announcement: 'removed', name: row.name };
      const target = announcementId;
      await audit(trx, { accountId, actorUserId: userId, action: 'routing.changed', target, detail, address });
    });
    await files.remove(announcementId);
    return {};
  });

const ofAccount = (db: Database, accountId: string) =>
  db
    .selectFrom('announcements')
    .select(['id', 'name', 'duration_ms', 'said_text', 'said_language', 'created_at'])
    .select(
      sql<string[]>`array(
        select channels.id from channels
        where channels.account_id = announcements.account_id
          and announcements.id in (channels.routing ->> 'announcementId', channels.routing ->> 'closedAnnouncementId',
            channels.routing #>> '{waiting,musicId}', channels.routing #>> '{waiting,callBack,promptId}')
        order by channels.id)`.as('channelIds'),
    )
    .where('account_id', '=', accountId);

/** Whether a call assistant of the account greets or asks callers with it. */
async function isAsked(trx: Writer, accountId: string, announcementId: string): Promise<boolean> {
  const asking = await trx
    .selectFrom('assistants')
    .select('id')
    .where('account_id', '=', accountId)
    .where((where) =>
      where.or([
        where('greeting_announcement_id', '=', announcementId),
        where('goodbye_announcement_id', '=', announcementId),
        sql<boolean>`questions @> ${jsonText([{ announcementId }])}`,
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return asking !== undefined;
}

/** Whether a voice menu of the account plays it. */
async function isInMenu(trx: Writer, accountId: string, announcementId: string): Promise<boolean> {
  const playing = await trx
    .selectFrom('voice_menus')
    .select('id')
    .where('account_id', '=', accountId)
    .where(
      sql<boolean>`jsonb_path_exists(settings,
        '$.** ? (@.promptAnnouncementId == $id || @.announcementId == $id)', ${jsonText({ id: announcementId })}::jsonb)`,
    )
    .limit(1)
    .executeTakeFirst();
  return playing !== undefined;
}

const asAnnouncement = (row: {
  id: string;
  name: string;
  duration_ms: number;
  said_text: string | null;
  said_language: 'de' | 'en' | null;
  created_at: Date;
  channelIds: string[];
}): Announcement => ({
  id: row.id,
  name: row.name,
  durationMs: row.duration_ms,
  createdAt: row.created_at.toISOString(),
  channelIds: row.channelIds,
  said:
    row.said_text === null || row.said_language === null ? null : { text: row.said_text, language: row.said_language },
});

const columnsOf = (said: SpokenText | null) => ({
  said_text: said?.text ?? null,
  said_language: said?.language ?? null,
});

const checked = (body: unknown): { wav: Buffer; durationMs: number } => {
  try {
    return playableWav(body);
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal('VALIDATION_FAILED', error.message, { cause: error });
    throw error;
  }
};
