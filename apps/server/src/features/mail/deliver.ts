import { stat } from 'node:fs/promises';
import { apiBase } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Again } from '../../jobs/job-kind.ts';
import { asMailError, MailError } from '../../mail/mail-error.ts';
import type { MailServers } from '../../mail/mail-servers.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { SoundFiles } from '../../sound/sound-files.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import { stopToken } from './channel-mails.ts';
import { settingsPath, writeLetter } from './letter/write-letter.ts';
import { isBeingWritten, readMail, type ToldCall } from './read-mail.ts';

export interface DeliverDeps {
  readonly db: Database;
  readonly servers: MailServers;
  readonly voicemails: Pick<SoundFiles, 'near'>;
  readonly log: Logger;
  /** Where others reach this server; null where nobody said so. */
  readonly origin: string | null;
  /** Makes the links by which mails to the address of a channel are stopped. */
  readonly box: SecretBox;
  /** The host that this server is known by. */
  readonly host: string;
  /** Mails of an account within an hour. */
  readonly mostPerHour: number;
  /** Seconds before each further try; left out: as usual. */
  readonly pausesSeconds?: readonly number[];
  /** How long words of a message are waited for; left out: as usual. */
  readonly wordsWithinSeconds?: number;
}

type MailRow = Selectable<Schema['mails']>;

const minute = 60;
const hour = 60 * minute;
/** Between eight tries; all of them lie within a day. */
const usualPauses = [minute, 5 * minute, 15 * minute, hour, 2 * hour, 4 * hour, 8 * hour];
const withinSeconds = 24 * hour;
/** Words of a message may be on their way: they are waited for, but not for long. */
const usualWordsWithin = 5 * minute;
const wordsAgainSeconds = 10;
const fullAgainSeconds = 5 * minute;
/** Larger sounds stay here, as mail servers refuse large mails. */
const mostBytes = 7_000_000;

/** One try. What ends it by itself is written down; rejects where trying the job again may help. */
export async function deliver(deps: DeliverDeps, id: string): Promise<Again | undefined> {
  const { db, wordsWithinSeconds = usualWordsWithin } = deps;
  const mail = await db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
  if (mail?.state !== 'waiting') return undefined;
  const early = secondsUntil(mail.next_at);
  if (early > 1) return { againAfterSeconds: early };
  if (ageOf(mail) > withinSeconds) return await end(db, mail, { state: 'failed', problem: mail.problem ?? 'tooLate' });
  const told = await readMail(db, { id, userId: mail.user_id, channelId: mail.channel_id, kind: mail.kind });
  if (told === null) return await end(db, mail, { state: 'failed', problem: 'nothingToSend' });
  const isWritten = mail.kind !== 'voicemail' || !told.calls.some(({ documentation: made }) => isBeingWritten(made));
  if (!isWritten && ageOf(mail) < wordsWithinSeconds) return { againAfterSeconds: wordsAgainSeconds };
  const place = await takePlace(deps, mail);
  if (place === 'gone') return undefined;
  if (place === 'full') return { againAfterSeconds: fullAgainSeconds };
  return await send(deps, mail, told);
}

/** Counts the try, unless the account has sent as much as it may within the hour. */
const takePlace = ({ db, mostPerHour }: DeliverDeps, { id, account_id: accountId }: MailRow) =>
  db.transaction().execute(async (trx): Promise<'taken' | 'full' | 'gone'> => {
    await sql`select pg_advisory_xact_lock(hashtext('mail'), hashtext(${accountId}))`.execute(trx);
    const { count } = await trx
      .selectFrom('mails')
      .select((row) => row.fn.countAll<string>().as('count'))
      .where('account_id', '=', accountId)
      .where(sql<boolean>`created_at > now() - interval '2 days' and tried_at > now() - interval '1 hour'`)
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostPerHour) return 'full';
    const { numUpdatedRows } = await trx
      .updateTable('mails')
      .set({ tried_at: sql`now()`, tries: sql`tries + 1` })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    return numUpdatedRows === 0n ? 'gone' : 'taken';
  });

/** Sends a mail, and writes down what came of it. */
async function send(
  deps: DeliverDeps,
  mail: MailRow,
  told: NonNullable<Awaited<ReturnType<typeof readMail>>>,
): Promise<Again | undefined> {
  const { db, servers, log } = deps;
  const about = { mailId: mail.id, accountId: mail.account_id, tries: mail.tries + 1 };
  try {
    const mailer = await servers.of(mail.account_id);
    if (mailer === null) throw new MailError('noServer', null, { isFinal: true });
    await mailer.send(await compose(deps, mail, told));
  } catch (cause) {
    const error = asMailError(cause);
    const { problem, status, isFinal } = error;
    log.warn({ ...about, problem, status }, 'mail: not sent');
    return isFinal ? await end(db, mail, { state: 'failed', problem, status }) : await tryLater(deps, mail, error);
  }
  log.info(about, 'mail: sent');
  return await end(db, mail, { state: 'sent', problem: null, status: null });
}

async function compose(
  { voicemails, host, box, ...deps }: DeliverDeps,
  { id, kind, channel_id: channelId }: MailRow,
  { reader, calls }: NonNullable<Awaited<ReturnType<typeof readMail>>>,
): Promise<Mail> {
  const origin = reader.ownUrl ?? deps.origin;
  const isWished = kind === 'voicemail' && reader.withSound;
  const file = isWished ? await fileOf(voicemails, calls[0]) : null;
  const isSmall = file !== null && file.bytes <= mostBytes;
  const sound = file === null ? 'none' : isSmall ? 'attached' : 'tooLarge';
  const stop = origin === null ? {} : stopHeaders(origin, channelId && stopToken(box, channelId, reader.email));
  return {
    ...writeLetter({ kind, reader, calls, origin, sound }),
    messageId: `<${id}@${host}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...stop,
    },
    attachments: isSmall ? [{ filename: 'voicemail.mp3', path: file.path, contentType: 'audio/mpeg' }] : [],
  };
}

/** How mail programs offer to stop these mails: users choose in their settings, addresses of channels need one press alone. */
const stopHeaders = (origin: string, token: string | null): Record<string, string> =>
  token === null
    ? { 'List-Unsubscribe': `<${new URL(settingsPath, origin).href}>` }
    : {
        'List-Unsubscribe': `<${new URL(`${apiBase}${routes.stopChannelMail.path}?token=${token}`, origin).href}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };

/** The sound of a message; null where it is not here, such as at another server. */
async function fileOf(
  voicemails: Pick<SoundFiles, 'near'>,
  call: ToldCall | undefined,
): Promise<{ readonly path: string; readonly bytes: number } | null> {
  const kept = call?.message?.path ?? null;
  if (kept === null) return null;
  const path = await voicemails.near(kept);
  if (path === null) return null;
  return await stat(path).then(
    ({ size: bytes }) => ({ path, bytes }),
    () => null,
  );
}

async function tryLater(
  { db, pausesSeconds = usualPauses }: DeliverDeps,
  mail: MailRow,
  { problem, status }: MailError,
): Promise<Again | undefined> {
  const wait = pausesSeconds[mail.tries];
  if (wait === undefined || ageOf(mail) + wait > withinSeconds)
    return await end(db, mail, { state: 'failed', problem, status });
  await db
    .updateTable('mails')
    .set({ problem, status, next_at: new Date(Date.now() + wait * 1000) })
    .where('id', '=', mail.id)
    .where('state', '=', 'waiting')
    .execute();
  return { againAfterSeconds: wait };
}

/** Ends a mail whose job is not tried any longer. */
export const giveUp = (db: Database, id: string) => end(db, { id }, { state: 'failed', problem: 'crashed' });

async function end(
  db: Database,
  { id }: Pick<MailRow, 'id'>,
  ending: Pick<MailRow, 'state' | 'problem'> & { readonly status?: number | null },
): Promise<undefined> {
  await db
    .updateTable('mails')
    .set({ ...ending, next_at: null, ended_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** In seconds. */
const ageOf = ({ created_at: since }: Pick<MailRow, 'created_at'>): number => (Date.now() - since.getTime()) / 1000;
const secondsUntil = (at: Date | null): number => (at === null ? 0 : Math.ceil((at.getTime() - Date.now()) / 1000));
