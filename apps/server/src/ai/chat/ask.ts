import { randomUUID } from 'node:crypto';
import type { ChatQuestion } from '@sidetone/contract/entities/chat.ts';
import { chatQuestionsPerHour, chatTitleMaxCharacters, mostQuestionsOfChat } from '@sidetone/contract/rules/limits.ts';
import { plainLine } from '@sidetone/contract/rules/plain-line.ts';
import { sql } from 'kysely';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Caller } from '../../requests/callers.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { storableText } from '../../storage/json-text.ts';
import type { Writer } from '../../storage/writer.ts';
import { requireOwnChat } from './access.ts';
import { chatKind } from './chat-job.ts';

interface Parts {
  readonly db: Database;
  readonly jobs: Jobs;
}

/** States in which an answer grows. */
export const growing = ['waiting', 'reading'] as const;

/**
 * Asks a question; the job that answers it is as durable as the question. Gives the id of the message. Throws `Refusal`
 * FORBIDDEN without the flag, NOT_FOUND for a chat or a channel that is not the caller's, CONFLICT `beingMade` while another
 * answer grows, CONFLICT `full`, and TOO_MANY_ATTEMPTS after `chatQuestionsPerHour` questions within an hour.
 */
export async function askChat(
  { db, jobs }: Parts,
  caller: Caller,
  chatId: string,
  { text, channelIds, from, to }: ChatQuestion,
): Promise<string> {
  return await db.transaction().execute(async (trx) => {
    // One question of a user after the other, so that limits hold.
    await trx.selectFrom('users').select('id').where('id', '=', caller.userId).forNoKeyUpdate().execute();
    await requireOwnChat(trx, caller, chatId);
    await requireMembership(trx, caller, channelIds);
    await requireRoom(trx, chatId);
    await countQuestion(trx, caller);
    const id = `answer-${randomUUID()}`;
    const kept = storableText(text);
    await trx
      .insertInto('chat_messages')
      .values({ id, chat_id: chatId, text: kept, channel_ids: channelIds, from_day: from, to_day: to })
      .execute();
    const title = plainLine(kept).slice(0, chatTitleMaxCharacters).trim();
    await trx
      .updateTable('chats')
      .set({ used_at: sql<Date>`now()`, title: sql<string>`coalesce(title, ${title})` })
      .where('id', '=', chatId)
      .execute();
    await jobs.enqueue(trx, chatKind, id);
    return id;
  });
}

/** Stops an answer that grows. Throws `Refusal` FORBIDDEN, NOT_FOUND. */
export async function stopAnswer({ db, jobs }: Parts, caller: Caller, chatId: string, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requireOwnMessage(trx, caller, chatId, id);
    await trx
      .updateTable('chat_messages')
      .set({ state: 'stopped' })
      .where('id', '=', id)
      .where('state', 'in', growing)
      .execute();
    await jobs.cancel(trx, chatKind, id);
  });
}

/** Says whether a finished answer helped. Throws `Refusal` FORBIDDEN, NOT_FOUND. */
export async function rateAnswer(
  db: Database,
  caller: Caller,
  { chatId, messageId }: { readonly chatId: string; readonly messageId: string },
  rating: 'up' | 'down' | null,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requireOwnMessage(trx, caller, chatId, messageId);
    await trx.updateTable('chat_messages').set({ rating }).where('id', '=', messageId).execute();
  });
}

async function requireOwnMessage(trx: Writer, caller: Caller, chatId: string, id: string): Promise<void> {
  await requireOwnChat(trx, caller, chatId);
  const row = await trx
    .selectFrom('chat_messages')
    .select('id')
    .where('id', '=', id)
    .where('chat_id', '=', chatId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('question');
}

async function requireMembership(trx: Writer, { userId }: Caller, channelIds: readonly string[] | null): Promise<void> {
  if (channelIds === null) return;
  const own = await trx
    .selectFrom('channel_members')
    .select('channel_id')
    .where('user_id', '=', userId)
    .where('channel_id', 'in', channelIds)
    .execute();
  if (new Set(channelIds).size !== own.length) throw notFound('channel');
}

async function requireRoom(trx: Writer, chatId: string): Promise<void> {
  const rows = await trx.selectFrom('chat_messages').select('state').where('chat_id', '=', chatId).execute();
  const conflict = (type: string, message: string) => new Refusal('CONFLICT', message, { problem: { type } });
  if (rows.some(({ state }) => growing.some((each) => each === state))) {
    throw conflict('beingMade', 'Another answer of this chat is being made.');
  }
  if (rows.length >= mostQuestionsOfChat) throw conflict('full', 'This chat takes no further question.');
}

/** Counts a question of the last hour, whatever becomes of it and of its chat. */
async function countQuestion(trx: Writer, { userId }: Caller): Promise<void> {
  const { asked, wait } = await trx
    .selectFrom('chat_questions')
    .select([
      sql<number>`count(*)::int`.as('asked'),
      sql<number | null>`ceil(extract(epoch from min(asked_at) + interval '1 hour' - now()))::int`.as('wait'),
    ])
    .where('user_id', '=', userId)
    .where('asked_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  if (asked >= chatQuestionsPerHour) {
    throw new Refusal('TOO_MANY_ATTEMPTS', 'Too many questions within an hour.', { retryAfterSeconds: wait ?? 3600 });
  }
  await trx.insertInto('chat_questions').values({ user_id: userId }).execute();
}
