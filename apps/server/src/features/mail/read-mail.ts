import type { Locale } from '@sidetone/contract/entities/common.ts';
import { type Documentation, documentation } from '@sidetone/contract/entities/documentation.ts';
import type { MailKind } from '@sidetone/contract/entities/mail.ts';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';

/** A call as a mail tells it. */
export interface ToldCall {
  readonly channelId: string;
  readonly docId: string;
  /** Null for the user's own line. */
  readonly channel: string | null;
  readonly at: Date;
  /** Null where nobody knows who it is. */
  readonly name: string | null;
  /** Null where it was withheld. */
  readonly number: string | null;
  readonly documentation: Documentation;
  /** The message that the caller left; null where there is none. */
  readonly message: { readonly path: string | null; readonly milliseconds: number | null } | null;
}

export interface Reader {
  readonly email: string;
  /** Empty: several read the mail. */
  readonly firstName: string;
  readonly locale: Locale;
  readonly country: string;
  readonly timeZone: string;
  readonly withSound: boolean;
  /** The origin that the company has of its own. */
  readonly ownUrl: string | null;
}

/** What a mail says, by what its user may see and wishes now; null where nothing is left to say. */
export async function readMail(
  db: Database,
  mail: {
    readonly id: string;
    readonly userId: string | null;
    readonly channelId: string | null;
    readonly kind: MailKind;
  },
): Promise<{ readonly reader: Reader; readonly calls: readonly ToldCall[] } | null> {
  const { id, userId, channelId, kind } = mail;
  const read = userId === null ? await readerAt(db, channelId ?? '', kind) : await readerOf(db, userId, kind);
  if (read === null) return null;
  const calls = await readCalls(db, id, userId, channelId);
  return calls.length === 0 ? null : { calls, reader: read };
}

/** A user as the reader of a mail; null where they wish none of this kind any longer. */
async function readerOf(db: Database, userId: string, kind: MailKind): Promise<Reader | null> {
  const user = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .innerJoin('mail_wishes', 'mail_wishes.user_id', 'users.id')
    .select(['users.email', 'users.first_name', 'users.locale', 'accounts.country'])
    .select(['accounts.public_url', 'accounts.time_zone', 'mail_wishes.voicemails', 'mail_wishes.missed_calls'])
    .where('users.id', '=', userId)
    .where('users.deactivated_at', 'is', null)
    .executeTakeFirst();
  if (!user || (kind === 'voicemail' ? user.voicemails : user.missed_calls) === 'off') return null;
  return {
    email: user.email,
    firstName: user.first_name,
    locale: user.locale,
    country: user.country,
    timeZone: user.time_zone,
    withSound: user.voicemails === 'sound',
    ownUrl: user.public_url,
  };
}

/** The address of a channel as the reader; null where it is not confirmed, or gets none of this kind any longer. */
async function readerAt(db: Database, channelId: string, kind: MailKind): Promise<Reader | null> {
  const row = await db
    .selectFrom('channel_mails')
    .innerJoin('accounts', 'accounts.id', 'channel_mails.account_id')
    .select(['address', 'language', 'voicemails', 'missed_calls'])
    .select(['accounts.country', 'accounts.time_zone', 'accounts.public_url'])
    .where('channel_id', '=', channelId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  if (!row || (kind === 'voicemail' ? row.voicemails : row.missed_calls) === 'off') return null;
  return {
    email: row.address,
    firstName: '',
    locale: row.language,
    country: row.country,
    timeZone: row.time_zone,
    withSound: row.voicemails === 'sound',
    ownUrl: row.public_url,
  };
}

interface FoundCall {
  readonly channel_id: string;
  readonly doc_id: string;
  readonly channel: string | null;
  readonly started_at: Date;
  readonly name: string | null;
  readonly number: string | null;
  readonly documentation: unknown;
  readonly message_state: string | null;
  readonly mp3_path: string | null;
  readonly duration_ms: number | null;
}

/** Oldest first; of channels that the user has left nothing. */
async function readCalls(
  db: Database,
  mailId: string,
  userId: string | null,
  channelId: string | null,
): Promise<ToldCall[]> {
  const { rows } = await sql<FoundCall>`
    select event.channel_id, event.id as doc_id, event.started_at, event.remote_phone_number as number,
      event.documentation, message.state as message_state, message.mp3_path, message.duration_ms,
      case when coalesce(channels.owner_user_id <> ${userId}::text, true) then channels.name end as channel,
      coalesce(trim(person.first_name || ' ' || person.last_name), contact.name, event.remote_name) as name
    from mail_events mailed
    join inbox_events event on event.channel_id = mailed.channel_id and event.id = mailed.doc_id
    join channels on channels.id = event.channel_id
      and (channels.id = ${channelId} or channels.owner_user_id = ${userId} or exists (select from channel_members member
        where member.channel_id = channels.id and member.user_id = ${userId}))
    left join users person on person.id = event.remote_user_id and person.account_id = event.account_id
    left join lateral (select contacts.name from contacts
      where contacts.account_id = event.account_id
        and (contacts.id = event.contact_id or contacts.e164s @> array[event.remote_phone_number])
      order by contacts.id is not distinct from event.contact_id desc, contacts.created_at, contacts.id
      limit 1) contact on true
    left join lateral (select * from voicemails
      where voicemails.channel_id = event.channel_id and voicemails.doc_id = event.id
      order by voicemails.started_at desc limit 1) message on true
    where mailed.mail_id = ${mailId}
    order by event.started_at, event.id`.execute(db);
  return rows.map(toldCall);
}

const toldCall = (row: FoundCall): ToldCall => ({
  channelId: row.channel_id,
  docId: row.doc_id,
  channel: row.channel,
  at: row.started_at,
  name: row.name === '' ? null : row.name,
  number: row.number,
  // Undefined parts are those that another version of Sidetone wrote.
  documentation: documentation.safeParse(row.documentation).data ?? {},
  message: row.message_state === 'ready' ? { path: row.mp3_path, milliseconds: row.duration_ms } : null,
});

/** The words of a message; null where there are none. */
export function wordsOf({ voicemail, transcription }: Documentation): string | null {
  if (voicemail?.transcription?.text) return voicemail.transcription.text;
  if (transcription?.status !== 'success' || transcription.items.length === 0) return null;
  return transcription.items.map(({ text }) => text).join(' ');
}

/** Whether words of a message are being made. */
export const isBeingWritten = ({ voicemail, transcription }: Documentation): boolean =>
  [voicemail?.transcription?.status, transcription?.status].some(
    (status) => status === 'waiting' || status === 'loading',
  );
