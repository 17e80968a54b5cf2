import { randomUUID } from 'node:crypto';
import type { Chat } from '@sidetone/contract/entities/chat.ts';
import { chatDays, mostChats } from '@sidetone/contract/rules/limits.ts';
import { type Selectable, sql } from 'kysely';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Caller } from '../../requests/callers.ts';
import { Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import type { Writer } from '../../storage/writer.ts';
import { requireChat, requireChatOf, requireOwnChat } from './access.ts';
import { chatKind } from './chat-job.ts';

/** The chats of a user, the one that was used last first. */
export async function readChats(db: Writer, userId: string): Promise<Chat[]> {
  const rows = await db
    .selectFrom('chats')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('used_at', 'desc')
    .orderBy('id')
    .limit(mostChats)
    .execute();
  return rows.map(chatOf);
}

/** Throws `Refusal` FORBIDDEN without the flag, CONFLICT where the user has too many chats. */
export async function createChat(db: Database, caller: Caller): Promise<Chat> {
  return await db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', caller.userId).forNoKeyUpdate().execute();
    await requireChat(trx, caller);
    if ((await readChats(trx, caller.userId)).length >= mostChats) {
      throw new Refusal('CONFLICT', 'There are too many chats.', { problem: { type: 'full' } });
    }
    const row = await trx
      .insertInto('chats')
      .values({ id: `chat-${randomUUID()}`, user_id: caller.userId, title: null })
      .returningAll()
      .executeTakeFirstOrThrow();
    return chatOf(row);
  });
}

/** Throws `Refusal` FORBIDDEN, NOT_FOUND. */
export async function renameChat(db: Database, caller: Caller, chatId: string, title: string): Promise<void> {
  await requireOwnChat(db, caller, chatId);
  await db.updateTable('chats').set({ title }).where('id', '=', chatId).execute();
}

/**
 * Deletes a chat with all that is in it; an answer that is being made ends. Users may do so as well after chat was switched
 * off for them. Throws `Refusal` NOT_FOUND.
 */
export async function deleteChat(db: Database, jobs: Jobs, caller: Caller, chatId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requireChatOf(trx, caller, chatId);
    const growing = await trx
      .selectFrom('chat_messages')
      .select('id')
      .where('chat_id', '=', chatId)
      .where('state', 'in', ['waiting', 'reading'])
      .execute();
    for (const { id } of growing) await jobs.cancel(trx, chatKind, id);
    await trx.deleteFrom('chats').where('id', '=', chatId).execute();
  });
}

/** Forgets chats that nobody has used for `chatDays`, and when questions were asked more than an hour ago. */
export async function sweepChats(db: Database): Promise<void> {
  await db.deleteFrom('chats').where('used_at', '<', sql<Date>`now() - make_interval(days => ${chatDays})`).execute();
  await db.deleteFrom('chat_questions').where('asked_at', '<', sql<Date>`now() - interval '1 hour'`).execute();
}

const chatOf = (row: Selectable<Schema['chats']>): Chat => ({
  id: row.id,
  title: row.title,
  createdAt: row.created_at.toISOString(),
  usedAt: row.used_at.toISOString(),
  rev: Number(row.rev),
});
