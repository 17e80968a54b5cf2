import { randomInt } from 'node:crypto';
import type { AuditAction } from '@sidetone/contract/entities/audit.ts';
import { type ChannelMail, channelMail, type NewChannelMail } from '@sidetone/contract/entities/channel-mail.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { type Selectable, sql } from 'kysely';
import { asMailError, MailError } from '../../mail/mail-error.ts';
import type { MailServers } from '../../mail/mail-servers.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import type { Writer } from '../../storage/writer.ts';
import { codeWords } from './letter/code-words.ts';
import { countCode, inTurnOf, takeBackCode, wasJustMailed } from './mailed-codes.ts';

interface ChannelMailParts {
  readonly db: Database;
  readonly box: SecretBox;
  readonly servers: MailServers;
  readonly operatorFrom: string | null;
}

type MailRow = Selectable<Schema['channel_mails']>;

/** Who asks about which channel. */
interface Asked {
  readonly caller: Pick<Caller, 'userId' | 'accountId'>;
  readonly address: string;
  readonly channelId: string;
}

/** How long and for how many tries a code is valid. */
const codeValidMs = 3_600_000;
const mostTries = 5;

/** Addresses of shared channels: what goes there, and the code that confirms them. */
export const channelMailAnswers = (parts: ChannelMailParts): Answer[] => {
  const { db } = parts;
  return [
    answer(routes.channelMail, async ({ caller: { accountId }, params: { channelId } }) => {
      await sharedChannel(db, accountId, channelId);
      const own = await db.selectFrom('mail_servers').select('host').where('account_id', '=', accountId).execute();
      const row = await found(db, accountId, channelId).executeTakeFirst();
      return { mail: row ? mailOf(row) : null, isSetUp: parts.operatorFrom !== null || own.length > 0 };
    }),
    answer(routes.setChannelMail, async ({ body, params, ...asked }) => ({
      mail: await setMail(parts, { ...asked, ...params }, body),
    })),
    answer(routes.confirmChannelMail, async ({ body, params, ...asked }) => ({
      mail: await confirmMail(parts, { ...asked, ...params }, body.code),
    })),
    answer(routes.removeChannelMail, async ({ params, ...asked }) => {
      await removeMail(db, { ...asked, ...params });
      return {};
    }),
    answer(routes.stopChannelMail, async ({ query: { token }, address }) => {
      await stopMail(parts, token, address);
      return {};
    }),
  ];
};

/** Keeps what is mailed to which address; one that is new, or not confirmed, gets a code. */
async function setMail(parts: ChannelMailParts, asked: Asked, change: NewChannelMail): Promise<ChannelMail> {
  const { db, box } = parts;
  const { accountId } = asked.caller;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const { row, counted } = await db.transaction().execute(async (trx) => {
    const channel = await sharedChannel(trx, accountId, asked.channelId);
    // Before the row is read: a new address has none yet that another tab would wait for.
    await inTurnOf(trx, accountId);
    const before = await lockedRow(trx, accountId, asked.channelId);
    const isSame = before?.address.toLowerCase() === change.address.toLowerCase();
    const isConfirmed = isSame && before.confirmed_at !== null;
    const isSoon = !isConfirmed && (await wasJustMailed(trx, accountId, asked.channelId));
    if (isSoon && !isSame) throw refused('tooSoon', 'Wait a minute before the next address.');
    const sends = !isConfirmed && !isSoon;
    const about = { accountId, channelId: asked.channelId, address: change.address };
    const counted = sends ? await countCode(trx, about) : null;
    if (sends && counted === null) throw refused('tooMany', 'Too many codes were mailed in the last hour.');
    const kept = await write(trx, accountId, asked.channelId, {
      ...columnsOf(change),
      confirmed_at: isConfirmed ? before.confirmed_at : null,
      ...(sends && { code_sealed: box.seal(code), code_sent_at: new Date(), code_tries: 0 }),
    });
    await note(trx, asked, 'channel.mailChanged', detailOf(before ? mailOf(before) : null, mailOf(kept)));
    return { row: { ...kept, name: channel.name }, counted };
  });
  if (counted !== null) await sendCode(parts, { accountId, counted }, row, code);
  return mailOf(row);
}

const columnsOf = (change: NewChannelMail) => ({
  address: change.address,
  voicemails: change.voicemails,
  missed_calls: change.missedCalls,
  every_minutes: change.everyMinutes,
  language: change.language,
  instead: change.instead,
  since: sql<Date>`date_trunc('milliseconds', now())`,
});

const write = (
  trx: Writer,
  accountId: string,
  channelId: string,
  values: ReturnType<typeof columnsOf> & Pick<MailRow, 'confirmed_at'>,
): Promise<MailRow> =>
  trx
    .insertInto('channel_mails')
    .values({ channel_id: channelId, account_id: accountId, ...values })
    .onConflict((row) => row.column('channel_id').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();

/** Throws `Refusal` UNAVAILABLE where the mail does not go out, with why; then the next code need not wait. */
async function sendCode(
  { db, servers }: ChannelMailParts,
  { accountId, counted }: { readonly accountId: string; readonly counted: string },
  { channel_id: channelId, address, language, name }: MailRow & { name: string | null },
  code: string,
): Promise<void> {
  try {
    const mailer = await servers.of(accountId);
    if (mailer === null) throw new MailError('noServer');
    await mailer.send({ to: address, ...codeWords({ locale: language, channel: name ?? '', code }) });
  } catch (cause) {
    const { problem } = asMailError(cause);
    await takeBackCode(db, counted);
    await db.updateTable('channel_mails').set({ code_sent_at: null }).where('channel_id', '=', channelId).execute();
    throw new Refusal('UNAVAILABLE', 'The code could not be mailed.', {
      issues: [{ path: 'address', message: problem }],
    });
  }
}

/** Throws `Refusal` CONFLICT with the problem where the code is not that of the address, or is no longer valid. */
async function confirmMail({ db, box }: ChannelMailParts, asked: Asked, code: string): Promise<ChannelMail> {
  const { accountId } = asked.caller;
  const outcome = await db.transaction().execute(async (trx) => {
    const row = await lockedRow(trx, accountId, asked.channelId);
    if (!row) throw notFound('address');
    if (row.confirmed_at !== null) return row;
    const isOver = row.code_sent_at === null || Date.now() - row.code_sent_at.getTime() > codeValidMs;
    if (row.code_sealed === null || isOver || row.code_tries >= mostTries) return 'codeOver' as const;
    const isRight = box.unseal(row.code_sealed) === code;
    const kept = await trx
      .updateTable('channel_mails')
      .set(isRight ? { confirmed_at: new Date(), code_sealed: null } : { code_tries: sql`code_tries + 1` })
      .where('channel_id', '=', asked.channelId)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (!isRight) return 'wrongCode' as const;
    await note(trx, asked, 'channel.mailConfirmed', { address: row.address });
    return kept;
  });
  if (typeof outcome !== 'string') return mailOf(outcome);
  throw refused(outcome, outcome === 'wrongCode' ? 'This is not the code.' : 'The code is no longer valid.');
}

async function removeMail(db: Database, asked: Asked): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lockedRow(trx, asked.caller.accountId, asked.channelId);
    if (!row) throw notFound('address');
    await trx.deleteFrom('channel_mails').where('channel_id', '=', asked.channelId).execute();
    await note(trx, asked, 'channel.mailRemoved', { address: row.address });
  });
}

/** What the link in a mail says: nobody can make one up, and one of an earlier address stops nothing. */
export const stopToken = (box: Pick<SecretBox, 'seal'>, channelId: string, address: string): string =>
  box.seal(`${stopMark}${channelId} ${address}`).toString('base64url');

const stopMark = 'stop the mails of ';

/** Nothing goes to the address any longer, and members get what they wish again. A link that is not valid gets the same answer. */
async function stopMail({ db, box }: ChannelMailParts, token: string, from: string): Promise<void> {
  const said = opened(box, token);
  if (!said?.startsWith(stopMark)) return;
  const [channelId = '', address = ''] = said.slice(stopMark.length).split(' ');
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('channel_mails')
      .set({ voicemails: 'off', missed_calls: 'off', instead: false })
      .where('channel_id', '=', channelId)
      .where(sql`lower(address)`, '=', address.toLowerCase())
      .where(sql<boolean>`(voicemails <> 'off' or missed_calls <> 'off')`)
      .returning('account_id')
      .executeTakeFirst();
    if (!row) return;
    const caller = { userId: null, accountId: row.account_id };
    await note(trx, { caller, address: from, channelId }, 'channel.mailStopped', { address });
  });
}

function opened(box: SecretBox, token: string): string | null {
  try {
    return box.unseal(Buffer.from(token, 'base64url'));
  } catch {
    return null;
  }
}

const mailOf = (row: MailRow): ChannelMail =>
  channelMail.parse({
    address: row.address,
    voicemails: row.voicemails,
    missedCalls: row.missed_calls,
    everyMinutes: row.every_minutes,
    language: row.language,
    instead: row.instead,
    isConfirmed: row.confirmed_at !== null,
  });

const detailOf = (before: ChannelMail | null, now: ChannelMail) =>
  Object.fromEntries(
    Object.entries(now).flatMap(([name, to]) => {
      const from = before?.[name as keyof ChannelMail] ?? null;
      return from === to ? [] : [[name, { from, to }]];
    }),
  );

const found = (db: Writer, accountId: string, channelId: string) =>
  db.selectFrom('channel_mails').selectAll().where('channel_id', '=', channelId).where('account_id', '=', accountId);

/** Nobody else changes it until the transaction is over. */
const lockedRow = (trx: Writer, accountId: string, channelId: string): Promise<MailRow | undefined> =>
  found(trx, accountId, channelId).forUpdate().executeTakeFirst();

/** Throws `Refusal` NOT_FOUND for channels of nobody here, and for those that are not shared. */
async function sharedChannel(db: Writer, accountId: string, channelId: string): Promise<{ name: string | null }> {
  const channel = await db
    .selectFrom('channels')
    .select('name')
    .where('id', '=', channelId)
    .where('account_id', '=', accountId)
    .where('type', '=', 'acd')
    .executeTakeFirst();
  if (!channel) throw notFound('channel');
  return channel;
}

const note = (
  trx: Writer,
  about: {
    readonly caller: { userId: string | null; accountId: string };
    readonly address: string;
    readonly channelId: string;
  },
  action: AuditAction,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const { caller, address, channelId: target } = about;
  const { accountId, userId: actorUserId } = caller;
  return audit(trx, { accountId, actorUserId, address, action, target, detail });
};

const refused = (message: 'wrongCode' | 'codeOver' | 'tooSoon' | 'tooMany', words: string): Refusal => {
  const path = message === 'wrongCode' || message === 'codeOver' ? 'code' : 'address';
  return new Refusal('CONFLICT', words, { issues: [{ path, message }] });
};
